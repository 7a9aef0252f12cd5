import { judge, type Target } from '../figures.ts';
import type { CallTime } from './measure.ts';

/**
 * Each call in its quietest round: whatever else the machine did made the others slower, never
 * faster.
 */
export function pickQuietest(rounds: readonly (readonly CallTime[])[]): CallTime[] {
  return (rounds[0] ?? []).map((first, index) =>
    rounds
      .map((round) => round[index] ?? first)
      .reduce((best, one) => (one.ms < best.ms ? one : best)),
  );
}

const MOST_MS = { list: 100, search: 150 } as const;

export function judgeTimes(times: readonly CallTime[]): Target[] {
  return (['list', 'search'] as const).map((kind) => {
    const [slowest] = times.filter((one) => one.kind === kind).toSorted((a, b) => b.ms - a.ms);

    return judge(`slowest ${kind}, in ms: ${slowest?.call}`, slowest?.ms ?? Number.NaN, {
      most: MOST_MS[kind],
    });
  });
}
