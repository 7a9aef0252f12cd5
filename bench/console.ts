import { judgeTimes, pickQuietest } from './console/console-report.ts';
import { type CallTime, measureRound, openDesk } from './console/measure.ts';
import { listMeasuredCalls } from './console/staff-calls.ts';
import { writeStaffRows } from './console/staff-rows.ts';
import { copyBorrowers, countRows } from './load-model/copy-borrowers.ts';
import { type FilledDatabase, openFilled, runJobs } from './load-model/fill.ts';
import { withOurs } from './load-model/our-server.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures every list and search of the console among many orders. */

const options = readOptions(process.argv.slice(2));
const orders = Math.max(...options.orders);
const filled = await openFilled(orders, fill, options.keep);

try {
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
  const { db, people } = database;
  const lived = await countRows(db, ['orders']);

  await copyBorrowers(db, { people, from: 1, to: Math.ceil(orders / lived.orders!) });
  // The second has very many rows.
  await writeStaffRows(db, people[1]!);
  await runJobs(database, ['sum-ledger', 'take-portfolio']);
}

function measureCalls(database: FilledDatabase): Promise<CallTime[]> {
  const { db, people } = database;

  return withOurs(database, 'console', async ({ port }) => {
    const desk = openDesk(port);
    const { today = '' } = await desk({ role: 'auditor', call: 'staffMe' });
    const calls = await listMeasuredCalls(db, { people, busy: people[1]!, today });
    const rounds: CallTime[][] = [];

    for (let round = 1; round <= options.rounds; round += 1) {
      rounds.push(await measureRound(desk, calls));
      console.error(`round ${round} of ${options.rounds}`);
    }

    return pickQuietest(rounds);
  });
}
