import { spawnSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeADay } from './close/close-days.ts';
import { type Database, openDatabase } from './database.ts';
import { measureCalls } from './growth/calls.ts';
import { judgeGrowth, type Size, tabulateGrowth, tabulateSizes } from './growth/growth-report.ts';
import { takeSample } from './growth/sample.ts';
import { copyBorrowers } from './load-model/copy-borrowers.ts';
import { DAYS, runLoanMonth } from './load-model/loan-month.ts';
import { startOurs } from './load-model/our-server.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures our calls and the close of day with ten and a hundred times as many orders. */

const options = readOptions(process.argv.slice(2));
/** Users per call; as many others warm the server up. */
const SAMPLE = 300;
/** About the bytes of an order with all its rows, written twice: to its tables and to the log. */
const BYTES_PER_ORDER = 30_000;
/** Sizes up to this one are verified whole: it takes as long as making them. */
const VERIFIED = 100_000;
/**
 * Jobs are held back while a day is closed here, reconciliation among them: only its self-check may
 * fail.
 */
const HELD_CHECK = 'FAIL  provider reconciliation balances';

requireDiskSpace(Math.max(...options.orders));
const database = await openDatabase();
try {
  const sizes = await measure(database);

  publish(
    'growth',
    {
      conditions: { postgres: database.version, users: SAMPLE },
      tables: { sizes: tabulateSizes(sizes), calls: tabulateGrowth(sizes) },
      targets: judgeGrowth(sizes),
    },
    options.write,
  );
} finally {
  await database.stop();
}
process.exit();

async function measure(database: Database): Promise<Size[]> {
  console.error('Letting some people live a month.');

  const { url: databaseUrl, folder, db } = database;
  const server = await startOurs({ databaseUrl, folder, role: 'all' });
  const people = await runLoanMonth(server.port).finally(server.stop);
  const orders = await count('orders');
  const sizes: Size[] = [];
  const used = new Set<string>();
  let copies = 0;
  let first = 1;

  for (const wanted of options.orders) {
    const to = Math.max(copies + 1, Math.round(wanted / orders));
    console.error(`Making about ${wanted} orders.`);

    const began = performance.now();
    await copyBorrowers(db, { people, from: copies + 1, to });

    const seedSeconds = (performance.now() - began) / 1_000;
    copies = to;

    const size = {
      orders: await count('orders'),
      users: await count('users'),
      entries: await count('entries'),
    };
    const { rows } = await db.query('select pg_database_size(current_database())::float8 as bytes');

    console.error(
      `Closing a day over ${size.orders} orders, ${Math.round(seedSeconds)} s after the start.`,
    );

    const closing = await closeADay(database, 1);
    console.error(
      `${closing.orders} orders closed, ${closing.failed} not, in ${closing.seconds.toFixed(1)} s.`,
    );

    const warming = await takeSample(db, { people, copies, count: SAMPLE, first, used });
    const measured = await takeSample(db, {
      people,
      copies,
      count: SAMPLE,
      first: warming.next,
      used,
    });

    first = measured.next;

    const calls = await measureCalls(database, { warming, measured }, DAYS + sizes.length + 1);
    if (size.orders <= VERIFIED * 1.1) verify(databaseUrl);
    sizes.push({ ...size, bytes: rows[0].bytes, seedSeconds, closing, calls });
  }

  return sizes;

  async function count(table: string): Promise<number> {
    const counted = await db.query(`select count(*)::int as n from ${table}`);
    return counted.rows[0].n;
  }
}

/** @throws Error unless every self-check of our own rows holds */
function verify(databaseUrl: string): void {
  const program = join(import.meta.dirname, '..', 'server', 'src', 'commands', 'verify.ts');
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env,
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

function requireDiskSpace(orders: number): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const needed = orders * BYTES_PER_ORDER;
  if (bavail * bsize < needed)
    throw new Error(
      `${tmpdir()} has no room for ${orders} orders: ${Math.ceil(needed / 2 ** 30)} GiB are needed`,
    );
}
