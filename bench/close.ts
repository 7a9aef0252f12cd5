import { type CheckRun, type ClosedDay, closeADay, runChecks } from './close/close-days.ts';
import { makeOpenLoans } from './close/open-loans.ts';
import { decimal, sayBar, table, whole } from './figures.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures the close of day and the nightly self-checks over orders that are all open. */

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
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

  const lines = [
    `On ${describeMachine([`PostgreSQL ${loans.version}`])}; servers and database share it.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
  ];
  publish('close', `${lines.join('\n')}\n\n${report(days, checks)}`, options.write);
} finally {
  await loans.stop();
}
process.exit();

function report(days: readonly ClosedDay[], checks: readonly CheckRun[]): string {
  const rows = days.map((day) => [
    whole(day.processes),
    whole(day.orders),
    whole(day.failed),
    `${whole((100 * day.messages) / day.orders)} %`,
    decimal(day.seconds, 1),
    whole(day.orders / day.seconds),
    whole(day.serverUs),
    whole(day.databaseUs),
  ]);
  const head = [
    'processes',
    'orders',
    'failed',
    'with a reminder or a penal charge',
    'seconds',
    'orders a second',
    'server µs an order',
    'database µs an order',
  ];
  const ofChecks = checks.map((run) => [
    run.what,
    decimal(run.seconds, 1),
    decimal(run.serverSeconds, 1),
    decimal(run.databaseSeconds, 1),
    whole(run.problems),
  ]);
  const bars = days.flatMap((day) => [
    {
      what: `orders closed a second by ${day.processes} processes`,
      measured: day.orders / day.seconds,
      least: 3_000,
      unit: '',
      digits: 0,
    },
    {
      what: `database time of an order with ${day.processes} processes`,
      measured: day.databaseUs,
      most: 250,
      unit: ' µs',
      digits: 0,
    },
  ]);

  return [
    table(head, rows),
    ...(checks.length > 0
      ? [table(['self-checks', 'seconds', 'server s', 'database s', 'problems'], ofChecks)]
      : []),
    `Expectations:\n\n${bars.map(sayBar).join('\n')}`,
  ].join('\n\n');
}
