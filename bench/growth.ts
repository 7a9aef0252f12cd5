import { closeADay, runChecks } from './close/close-days.ts';
import { measureCalls } from './growth/calls.ts';
import { judgeGrowth, type Size, tabulateGrowth } from './growth/growth-report.ts';
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
/** Sizes up to this one are checked whole: it takes as long as making them. */
const VERIFIED = 100_000;
const filled = await openFilled(Math.max(...options.orders));
try {
  const sizes = await measure(filled);

  publish(
    'growth',
    {
      conditions: { postgres: filled.version, users: SAMPLE },
      tables: { sizes: sizes.map(({ calls: _, ...size }) => size), calls: tabulateGrowth(sizes) },
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
    const { rows } = await db.query(
      'select pg_database_size(current_database()) / 2.0 ^ 30 as gib',
    );
    const { orders: closed, perSecond, serverUs, databaseUs } = await closeADay(database, 1);

    const { free, loans } = await takeSample(db, { people, count: 2 * SAMPLE });
    const warming = { free: free.splice(free.length / 2), loans: loans.splice(loans.length / 2) };
    const calls = await measureCalls(
      database,
      { warming, measured: { free, loans } },
      DAYS + sizes.length + 1,
    );

    if (orders <= VERIFIED * 1.1) {
      const { problems } = await runChecks(database, `of ${orders} orders`);
      if (problems > 0) throw new Error(`the self-checks found ${problems} problems`);
    }

    const close = { closed, closedASecond: perSecond, serverUs, databaseUs };
    sizes.push({ orders, users, gib: Number(rows[0].gib), ...close, calls });
    console.error(JSON.stringify(sizes.at(-1)));
  }

  return sizes;
}
