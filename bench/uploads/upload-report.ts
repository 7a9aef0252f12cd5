import { type Bar, decimal, median, sayBar, table, whole } from '../figures.ts';
import type { LoadResult } from './steady.ts';

/** What is sent at once. */
export const KINDS = ['cards', 'face checks'] as const;
export type Kind = (typeof KINDS)[number];

/** Status calls alone and then while pictures are looked at, one after the other. */
export interface Round {
  readonly kind: Kind;
  readonly perSecond: number;
  readonly sent: number;
  readonly alone: LoadResult;
  readonly during: LoadResult;
  /** Milliseconds until each was answered, from the sending of all. */
  readonly answeredMs: readonly number[];
  /** Processor time of the server, in cores. */
  readonly coresAlone: number;
  readonly coresDuring: number;
}

const HEAD = [
  'sent at once',
  'status calls a second',
  'alone p50 ms',
  'p99',
  'meanwhile p50 ms',
  'p99',
  'longest',
  'p99 ÷ alone',
  'first answered s',
  'all answered s',
  'a second',
  'a second and core',
];
const MAX_TIMES = 2;

/** Table and expectations of pictures that come all at once, in Markdown. */
export function reportUploads(rounds: readonly Round[], rates: readonly number[]): string {
  const groups = KINDS.flatMap((kind) =>
    rates.map((perSecond) => rounds.filter((one) => one.kind === kind && one.perSecond === perSecond)),
  ).filter((group) => group.length > 0);
  const bars = groups.map((group): Bar => {
    const { sent, kind, perSecond } = group[0] as Round;
    const what = `p99 of ${perSecond} status calls a second while ${sent} ${kind} come, against them alone`;
    return { what, measured: median(group.map(timesAlone)), most: MAX_TIMES, unit: ' ×', digits: 2 };
  });
  return `${table(HEAD, groups.map(rowOf))}\n\nExpectations:\n\n${bars.map(sayBar).join('\n')}`;
}

const timesAlone = ({ alone, during }: Round): number => during.p99 / alone.p99;

function rowOf(group: readonly Round[]): string[] {
  const mid = (pick: (round: Round) => number): number | undefined => median(group.map(pick));
  const ms = (pick: (round: Round) => number): string => decimal(mid(pick), 1);
  const spent = (round: Round): number => Math.max(...round.answeredMs) / 1_000;
  const { kind, sent, perSecond } = group[0] as Round;
  return [
    `${sent} ${kind}`,
    whole(perSecond),
    ms(({ alone }) => alone.p50),
    ms(({ alone }) => alone.p99),
    ms(({ during }) => during.p50),
    ms(({ during }) => during.p99),
    ms(({ during }) => during.most),
    decimal(mid(timesAlone), 2),
    ms(({ answeredMs }) => Math.min(...answeredMs) / 1_000),
    ms(spent),
    decimal(
      mid((round) => round.sent / spent(round)),
      2,
    ),
    decimal(mid(perCore), 2),
  ];
}

/** By the processor time that the server spent on the pictures: what it spends on the status calls is taken off. */
function perCore(round: Round): number {
  const { sent, answeredMs, coresAlone, coresDuring } = round;
  return sent / ((coresDuring - coresAlone) * (Math.max(...answeredMs) / 1_000));
}
