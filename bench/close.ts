import { OrderStatus } from '@noren/core/lending/order-status';
import { type ClosedDay, closeADay, runChecks } from './close/close-days.ts';
import { judge, type Target } from './figures.ts';
import { copyBorrowers } from './load-model/copy-borrowers.ts';
import { type FilledDatabase, openFilled, runJobs } from './load-model/fill.ts';
import { namedStatement } from './named-statement.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures the close of day and the nightly self-checks over orders that are all open. */

const options = readOptions(process.argv.slice(2));
const [orders = 100_000] = options.orders;

const filled = await openFilled(orders, makeOpenLoans, options.keep);
try {
  const days: ClosedDay[] = [];
  for (const processes of options.processes) {
    const day = await closeADay(filled, processes);
    days.push(day);
    console.error(JSON.stringify(day));
  }

  const checks = [];
  if (options.checks) {
    checks.push(await runChecks(filled, 'the first, of all orders'));
    await closeADay(filled, 1);
    checks.push(await runChecks(filled, 'nightly, after one more day'));
  }

  publish(
    'close',
    {
      conditions: { postgres: filled.version },
      tables: { days, checks },
      targets: days.flatMap(judgeDay),
    },
    options.write,
  );
} finally {
  await filled.stop();
}
process.exit();

/** Copies those who owe, so that every order that a close looks at is open. */
async function makeOpenLoans(database: FilledDatabase): Promise<void> {
  const { db, people } = database;
  const countOpen = namedStatement<'people' | 'statuses'>(`
    select count(*)::int as n, array_agg(distinct user_id) as people from orders
    where status = any(:statuses::int[]) and user_id = any(:people::uuid[])`);
  const statuses = [OrderStatus.active, OrderStatus.overdue];
  const { rows } = await db.query(countOpen({ people, statuses }));
  const [{ n, people: owing }] = rows;

  await copyBorrowers(db, { people: owing, from: 1, to: Math.max(1, Math.round(orders / n)) });
  // The people's month took minutes: a nightly check would take every loan of it as applied for
  // and ended since the last one.
  await db.query(`
    set session_replication_role = replica;
    update orders set applied_at = applied_at - interval '40 days',
      closed_at = closed_at - interval '40 days';
    reset session_replication_role`);

  await runJobs(database, ['sum-ledger']);
}

function judgeDay({ processes, perSecond, databaseUs }: ClosedDay): Target[] {
  return [
    judge(`orders closed a second by ${processes} processes`, perSecond, { least: 3_000 }),
    judge(`database time of an order in µs, ${processes} processes`, databaseUs, { most: 250 }),
  ];
}
