import { judgeTimes, pickQuietest } from './console/console-report.ts';
import { type CallTime, measureRound, openDesk } from './console/measure.ts';
import { listMeasuredCalls } from './console/staff-calls.ts';
import { writeStaffRows } from './console/staff-rows.ts';
import { copyBorrowers, countRows } from './load-model/copy-borrowers.ts';
import { type FilledDatabase, openFilled, runJobs } from './load-model/fill.ts';
import { startOurs } from './load-model/our-server.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures every list and search of the console among many orders. */

const options = readOptions(process.argv.slice(2));
const orders = Math.max(...options.orders);
const filled = await openFilled({ orders, keep: options.keep });
/** Somebody with very many rows. */
const busy = filled.people[1] ?? '';

try {
  await fill(filled);

  const times = await measureCalls(filled);
  const conditions = {
    postgres: filled.version,
    rounds: options.rounds,
    ...(await countRows(filled.db, ['orders', 'users', 'entries', 'staff_audit'])),
  };

  publish(
    'console',
    { conditions, tables: { calls: times }, targets: judgeTimes(times) },
    options.write,
  );
} finally {
  await filled.stop();
}
process.exit();

async function fill(database: FilledDatabase): Promise<void> {
  const { db, people, once } = database;

  await once(`Making about ${orders} orders`, async () => {
    const lived = await countRows(db, ['orders']);
    await copyBorrowers(db, { people, from: 1, to: Math.ceil(orders / lived.orders!) });
  });

  await once('Writing what staff made', () => writeStaffRows(db, busy));
  await once('Summing', () => runJobs(database, ['sum-ledger', 'take-portfolio']));
}

async function measureCalls({ db, url, folder, people }: FilledDatabase): Promise<CallTime[]> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'console' });
  try {
    const desk = openDesk(server.port);
    const { today = '' } = await desk.send({ role: 'auditor', call: 'staffMe' });
    const calls = await listMeasuredCalls(db, { people, busy, today });
    const rounds: CallTime[][] = [];

    for (let round = 1; round <= options.rounds; round += 1) {
      rounds.push(await measureRound(desk, calls));
      console.error(`round ${round} of ${options.rounds}`);
    }

    return pickQuietest(rounds);
  } finally {
    await server.stop();
  }
}
