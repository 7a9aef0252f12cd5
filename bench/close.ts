import { type CheckRun, type ClosedDay, closeADay, runChecks } from './close/close-days.ts';
import { makeOpenLoans } from './close/open-loans.ts';
import { judge, round, type Target } from './figures.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures the close of day and the nightly self-checks over orders that are all open. */

const options = readOptions(process.argv.slice(2));
const [orders = 100_000] = options.orders;

const loans = await makeOpenLoans({ orders, keep: options.keep });
try {
  const days: ClosedDay[] = [];
  for (const processes of options.processes) {
    const day = await closeADay(loans, processes, options.profile);
    days.push(day);
    console.error(JSON.stringify(day));
  }

  const checks: CheckRun[] = [];
  if (options.checks) {
    checks.push(await runChecks(loans, 'the first, of all orders'));
    await closeADay(loans, 1);
    checks.push(await runChecks(loans, 'nightly, after one more day'));
  }

  publish(
    'close',
    {
      conditions: { postgres: loans.version },
      tables: { days: days.map(toRow), checks: checks.map(toCheckRow) },
      targets: days.flatMap(judgeDay),
    },
    options.write,
  );
} finally {
  await loans.stop();
}
process.exit();

function toRow(day: ClosedDay) {
  return {
    processes: day.processes,
    orders: day.orders,
    failed: day.failed,
    messages: day.messages,
    seconds: round(day.seconds, 1),
    perSecond: round(day.orders / day.seconds),
    serverUs: round(day.serverUs),
    databaseUs: round(day.databaseUs),
  };
}

function toCheckRow({ what, seconds, serverSeconds, databaseSeconds, problems }: CheckRun) {
  return {
    checks: what,
    seconds: round(seconds, 1),
    serverSeconds: round(serverSeconds, 1),
    databaseSeconds: round(databaseSeconds, 1),
    problems,
  };
}

function judgeDay({ processes, orders: closed, seconds, databaseUs }: ClosedDay): Target[] {
  return [
    judge(`orders closed a second by ${processes} processes`, closed / seconds, { least: 3_000 }),
    judge(`database time of an order in µs, ${processes} processes`, databaseUs, { most: 250 }),
  ];
}
