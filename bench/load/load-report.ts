import { decimal, median, sayBar, table, whole } from '../figures.ts';
import type { Member, MemorySample } from './fleet.ts';
import type { CallLatency } from './latencies.ts';
import type { LoadRecord } from './load-record.ts';
import type { Reconciliation } from './reconcile.ts';

interface LoadRun {
  readonly minutes: number;
  /** Of the machine, on the mean, by everything that ran. */
  readonly coresUsed: number;
  readonly people: number;
  readonly visitsASecond: number;
  readonly members: readonly Member[];
  readonly record: LoadRecord;
  readonly summary: readonly CallLatency[];
  readonly end: Reconciliation;
}

/** Kinds without a bar, because their time depends on the bank. */
const WITHOUT_BAR = ['from the bank to "paid"'];
/** Left out of the quarters of a process's life. */
const STARTED_AFTER_SECONDS = 180;
const LIFE_AT_LEAST_SECONDS = 480;

/** The run in Markdown. */
export function reportLoad(run: LoadRun): string {
  const { minutes, coresUsed, people, visitsASecond, members, record, summary, end } = run;
  const calls = summary.reduce((sum, { count }) => sum + count, 0);
  const kills = members.reduce((sum, member) => sum + member.kills, 0);
  const lines = [
    `${decimal(minutes, 0)} minutes, ${whole(people)} borrowers, ${whole(visitsASecond)} visits begun a second, ${whole(calls)} calls (${whole(calls / (minutes * 60))} a second), ${whole(record.signIns)} sign-ins, ${whole(kills)} processes killed, ${whole(record.repeats)} requests sent again, ${whole(end.daysClosed)} days closed. ${decimal(coresUsed, 2)} cores were used on the mean.`,
    calls === 0 ? '' : latencyTable(summary),
    memoryTable(members),
    table(['at the end', 'acknowledged', 'lost', 'twice or without an answer'], endRows(end)),
    `Webhooks not delivered: ${whole(end.webhooksWaiting)}. Payouts undecided: ${whole(end.ordersUnpaid)}. Orders a close of day failed for: ${whole(end.closesFailed)}; days not finished: ${whole(end.dayClosesUnfinished)}. \`npm run verify\`: ${end.verify}`,
    unexpectedLine(record),
    `Expectations:\n\n${bars(run).join('\n')}`,
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function latencyTable(summary: readonly CallLatency[]): string {
  const rows = summary
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count, p50, p99, most }) => [
      kind,
      whole(count),
      decimal(p50, 1),
      decimal(p99, 1),
      decimal(p99 / p50, 1),
      whole(most),
    ]);
  return table(['call', 'count', 'median ms', 'p99 ms', 'p99 ÷ median', 'most ms'], rows);
}

/** The life of a process with the most samples. */
function longestLife({ lives }: Member): readonly MemorySample[] {
  return lives.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

interface MemoryGrowth {
  readonly minutes: number;
  /** Mebibytes in each quarter of the life, its first minutes left out. */
  readonly quarters: readonly number[];
  /** From the second quarter to the last: in the first a process still compiles code and widens its heap. */
  readonly ratio: number;
}

/** The memory of a process in its longest life; undefined of too short a life. */
function growthOf(member: Member): MemoryGrowth | undefined {
  const life = longestLife(member);
  const last = life.at(-1)?.age ?? 0;
  if (last < LIFE_AT_LEAST_SECONDS) return undefined;
  const warm = life.filter(({ age }) => age > STARTED_AFTER_SECONDS);
  const length = Math.ceil(warm.length / 4);
  const quarters = [0, 1, 2, 3].map((at) => {
    const samples = warm.slice(at * length, (at + 1) * length);
    return median(samples.map(({ mebibytes }) => mebibytes)) ?? 0;
  });
  return { minutes: last / 60, quarters, ratio: quarters[3]! / quarters[1]! };
}

function memoryTable(members: readonly Member[]): string {
  const rows = members.map((member) => {
    const growth = growthOf(member);
    const quarters = [0, 1, 2, 3].map((at) => whole(growth?.quarters[at]));
    return [member.name, whole(member.kills), decimal(growth?.minutes, 0), ...quarters, decimal(growth?.ratio, 2)];
  });
  const head = [
    'process',
    'killed',
    'longest life, minutes',
    'MiB in its 1st quarter',
    '2nd',
    '3rd',
    '4th',
    '4th ÷ 2nd',
  ];
  return table(head, rows);
}

function endRows(end: Reconciliation): string[][] {
  return [
    ['applications', whole(end.orders), whole(end.ordersLost), whole(end.ordersExtra)],
    ['payments at the bank', whole(end.payments), whole(end.paymentsLost), whole(end.paymentsTwice)],
    ['payouts at the bank', whole(end.payouts), '–', whole(end.payoutsWrong)],
  ];
}

function unexpectedLine({ unexpected }: LoadRecord): string {
  if (unexpected.size === 0) return 'No answer was unexpected.';
  const parts = [...unexpected].map(([what, count]) => `${what} (${whole(count)})`);
  return `Unexpected: ${parts.join('; ')}.`;
}

function bars({ members, summary, end }: LoadRun): string[] {
  const faults =
    end.ordersLost + end.ordersExtra + end.paymentsLost + end.paymentsTwice + end.payoutsWrong + end.webhooksWaiting;
  const growths = members.map(growthOf).filter((growth) => growth !== undefined);
  const slowest = summary
    .filter(({ kind }) => !WITHOUT_BAR.includes(kind))
    .map(({ kind, p50, p99 }) => ({
      what: `p99 ÷ median of ${kind}`,
      measured: p99 / p50,
      most: 10,
      unit: '',
      digits: 1,
    }));
  return [
    { what: 'acknowledged and lost, or doubled', measured: faults, most: 0, unit: '', digits: 0 },
    { what: 'self-checks fail', measured: end.isVerified ? 0 : 1, most: 0, unit: '', digits: 0 },
    ...slowest,
    {
      what: 'most growth of a process’s memory, from the second quarter of its life to the last',
      measured: growths.length > 0 ? Math.max(...growths.map(({ ratio }) => ratio)) : undefined,
      most: 1.1,
      unit: '',
      digits: 2,
    },
  ].map(sayBar);
}
