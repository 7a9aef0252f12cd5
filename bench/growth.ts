import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { closeADay } from './close/close-days.ts';
import { measureCalls } from './growth/calls.ts';
import { judgeGrowth, type Size, tabulateGrowth, tabulateSizes } from './growth/growth-report.ts';
import { copyBorrowers, countRows } from './load-model/copy-borrowers.ts';
import { type FilledDatabase, openFilled } from './load-model/fill.ts';
import { DAYS } from './load-model/loan-month.ts';
import { takeSample } from './load-model/sample.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures our calls and the close of day with ten and a hundred times as many orders. */

const options = readOptions(process.argv.slice(2));
/** Users per call; as many others warm the server up. */
const SAMPLE = 300;
/** Sizes up to this one are verified whole: it takes as long as making them. */
const VERIFIED = 100_000;
/**
 * Jobs are held back while a day is closed here, reconciliation among them: only its self-check may
 * fail.
 */
const HELD_CHECK = 'FAIL  provider reconciliation balances';

const filled = await openFilled({ orders: Math.max(...options.orders), keep: undefined });
try {
  const sizes = await measure(filled);

  publish(
    'growth',
    {
      conditions: { postgres: filled.version, users: SAMPLE },
      tables: { sizes: tabulateSizes(sizes), calls: tabulateGrowth(sizes) },
      targets: judgeGrowth(sizes),
    },
    options.write,
  );
} finally {
  await filled.stop();
}
process.exit();

async function measure(database: FilledDatabase): Promise<Size[]> {
  const { db, people } = database;
  const lived = await countRows(db, ['orders']);
  const sizes: Size[] = [];
  let copies = 0;

  for (const wanted of options.orders) {
    const to = Math.max(copies + 1, Math.round(wanted / lived.orders!));
    console.error(`Making about ${wanted} orders.`);

    await copyBorrowers(db, { people, from: copies + 1, to });

    copies = to;

    const { orders = 0, users = 0 } = await countRows(db, ['orders', 'users']);
    const { rows } = await db.query('select pg_database_size(current_database())::float8 as bytes');
    const closing = await closeADay(database, 1);
    console.error(JSON.stringify(closing));

    const { free, loans } = await takeSample(db, { people, count: 2 * SAMPLE });
    const warming = { free: free.splice(SAMPLE), loans: loans.splice(SAMPLE) };
    const calls = await measureCalls(
      database,
      { warming, measured: { free, loans } },
      DAYS + sizes.length + 1,
    );

    if (orders <= VERIFIED * 1.1) verify(database.url);
    sizes.push({ orders, users, bytes: rows[0].bytes, closing, calls });
  }

  return sizes;
}

/** @throws Error unless every self-check of our own rows holds */
function verify(databaseUrl: string): void {
  const program = join(import.meta.dirname, '..', 'server', 'src', 'commands', 'verify.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  const lines = stdout.trim().split('\n');

  console.error(lines.at(-1));

  const failed = lines.filter((line) => line.startsWith('FAIL') && !line.startsWith(HELD_CHECK));
  if (lines.length < 2 || failed.length > 0)
    throw new Error(
      `the copies do not verify (${status}):\n${stdout.slice(0, 4_000)}${stderr.slice(-2_000)}`,
    );
}
