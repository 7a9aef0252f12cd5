import { judgeTimes, pickQuietest, tabulateTimes } from './console/console-report.ts';
import { type FilledDatabase, openFilled } from './console/filled.ts';
import { type CallTime, measureRound, openDesk } from './console/measure.ts';
import { measuredCalls } from './console/staff-calls.ts';
import { startOurs } from './load-model/our-server.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures every list and search of the console among many orders. */

const TABLES = ['orders', 'users', 'entries', 'staff_audit', 'feedback_tickets'];

const options = readOptions(process.argv.slice(2));
const filled = await openFilled({ orders: Math.max(...options.orders), keep: options.keep });
try {
  const times = await measureCalls(filled);
  const conditions = {
    postgres: filled.version,
    rounds: options.rounds,
    ...(await countRows(filled)),
  };
  const tables = { calls: tabulateTimes(times) };

  publish('console', { conditions, tables, targets: judgeTimes(times) }, options.write);
} finally {
  await filled.stop();
}
process.exit();

async function measureCalls({
  db,
  url,
  folder,
  people,
  busy,
}: FilledDatabase): Promise<CallTime[]> {
  const server = await startOurs({ databaseUrl: url, folder, role: 'console' });
  try {
    const desk = openDesk(server.port);
    const { data } = await desk.send({ role: 'auditor', call: 'staffMe' });
    const calls = await measuredCalls(db, {
      people,
      busy,
      today: (data as { today?: string }).today ?? '',
    });
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

async function countRows({ db }: FilledDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};

  for (const table of TABLES) {
    const { rows } = await db.query(`select count(*)::int as n from ${table}`);
    counts[table] = rows[0].n;
  }

  return counts;
}
