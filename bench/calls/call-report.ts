import { type Bar, decimal, median, sayBar, table, whole } from '../figures.ts';
import type { Fired } from './fire.ts';

export const PARTS = ['floor hello', 'floor status', 'our status', 'floor apply', 'our apply'] as const;
export type Part = (typeof PARTS)[number];

/** What each part gave in one round at one number of connections. */
export interface Round {
  readonly connections: number;
  readonly parts: Readonly<Record<Part, Fired>>;
}

const COMPARED = { 'our status': 'floor status', 'our apply': 'floor apply' } as const;
const isCompared = (part: Part): part is keyof typeof COMPARED => part in COMPARED;

/** Tables and expectations of the call measurement, in Markdown. */
export function reportCalls(rounds: readonly Round[], connections: readonly number[]): string {
  const tables = connections.map((count) => {
    const there = rounds.filter((round) => round.connections === count);
    const rows = PARTS.map((part) => {
      const of = (pick: (fired: Fired) => number): number | undefined =>
        median(there.map(({ parts }) => pick(parts[part])));
      const compared = isCompared(part);
      return [
        part,
        whole(of(({ perSecond }) => perSecond)),
        compared ? decimal(ratio(there, part, 'perSecond'), 2) : '',
        decimal(
          of(({ p50 }) => p50),
          1,
        ),
        decimal(
          of(({ p99 }) => p99),
          1,
        ),
        compared ? decimal(ratio(there, part, 'p99'), 2) : '',
        decimal(
          of(({ ownCores }) => ownCores),
          2,
        ),
      ];
    });
    const head = ['', 'requests/s', '÷ floor', 'p50 ms', 'p99 ms', '÷ floor', 'cores used to ask'];
    return `#### ${count} connections\n\n${table(head, rows)}`;
  });
  const bars = connections.flatMap((count) => barsOf(rounds, count));
  return [...tables, `Expectations:\n\n${bars.map(sayBar).join('\n')}`].join('\n\n');
}

/** Taken inside each round and then the middle one: whatever slows the machine for a round touches both sides. */
function ratio(rounds: readonly Round[], part: keyof typeof COMPARED, of: 'perSecond' | 'p99'): number | undefined {
  return median(rounds.map(({ parts }) => parts[part][of] / parts[COMPARED[part]][of]));
}

function barsOf(rounds: readonly Round[], connections: number): Bar[] {
  const there = rounds.filter((round) => round.connections === connections);
  const at = `at ${connections} connections`;
  const of = (part: keyof typeof COMPARED, final: number): Bar[] => {
    const speed = { measured: ratio(there, part, 'perSecond'), unit: ' ×', digits: 2 };
    return [
      { ...speed, what: `${part}, requests a second against the floor ${at}, now`, least: 0.4 },
      { ...speed, what: `${part}, requests a second against the floor ${at}, at the end`, least: final },
      {
        ...speed,
        measured: ratio(there, part, 'p99'),
        what: `${part}, p99 against the floor ${at}, at the end`,
        most: 2,
      },
    ];
  };
  return [...of('our status', 0.6), ...of('our apply', 0.8)];
}
