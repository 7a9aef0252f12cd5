import { judge, median, medianRatio, type Target } from '../figures.ts';
import type { loadColdAndWarm, PageGroup } from './load-page.ts';

/** A page loaded with an empty cache, and again. */
export type Loads = Awaited<ReturnType<typeof loadColdAndWarm>>;

/** Loads of one page at one slowing of the processor. */
export interface PageLoads {
  readonly name: string;
  readonly group: PageGroup;
  readonly cpu: number;
  readonly loads: readonly Loads[];
  /** Why a load did not come about, if one did not. */
  readonly failure: string | null;
}

export const PLAIN = 'Plain HTML login';
export const REACT = 'React 19 login';

type Pick = (loads: Loads) => number | null;
type PageRow = ReturnType<typeof tabulatePages>[number];

const readyCold: Pick = ({ cold }) => cold.ready;
const readyWarm: Pick = ({ warm }) => warm.ready;
const takenCold: Pick = ({ cold }) => cold.taken;
const paintCold: Pick = ({ cold }) => cold.firstPaint;

/** A row for each page at each slowing. */
export function tabulatePages(measured: readonly PageLoads[]) {
  return measured.map(({ name, group, cpu, loads, failure }) => {
    const middle = (pick: Pick) => median(loads.map((one) => pick(one) ?? Number.NaN));
    const against = (floor: string, pick: Pick) => {
      const floors = measured.find((page) => page.name === floor && page.cpu === cpu)?.loads ?? [];
      return medianRatio(loads, floors, (one) => pick(one) ?? Number.NaN);
    };

    return {
      page: name,
      group,
      cpu,
      readyColdMs: middle(readyCold),
      readyColdToReact: against(REACT, readyCold),
      takenOverColdMs: middle(takenCold),
      takenOverColdToReact: against(REACT, takenCold),
      firstPaintColdMs: middle(paintCold),
      firstPaintColdToPlain: against(PLAIN, paintCold),
      readyWarmMs: middle(readyWarm),
      readyWarmToReact: against(REACT, readyWarm),
      kibCold: middle(({ cold }) => cold.bytes / 1_024),
      scriptKibCold: middle(({ cold }) => cold.scriptBytes / 1_024),
      requestsCold: middle(({ cold }) => cold.requests),
      requestsWarm: middle(({ warm }) => warm.requests),
      chainedCalls: middle(({ cold }) => cold.chained),
      layoutShift: middle(({ cold }) => cold.shift),
      longestTaskMs: middle(({ cold }) => Math.max(0, ...cold.longTasks.map(([, ms]) => ms))),
      tapMs: middle(({ cold }) => cold.tapMs),
      failure,
    };
  });
}

/**
 * The machine's speed, given by the slowing, and the ratios cold and warm. Only runs at about the
 * same speed can be compared.
 */
export function describeSpeed(rows: readonly PageRow[], slowing: number) {
  const ratios = rows
    .filter(({ group, cpu }) => group === 'signed in' && cpu === slowing)
    .flatMap((row) => [
      [`${row.page}, cold`, row.readyColdToReact],
      [`${row.page}, warm`, row.readyWarmToReact],
    ]);

  return { slowing, ...Object.fromEntries(ratios) };
}

/** A figure that pages must not exceed. */
interface PageTarget {
  /** Of all but the floors where none is named. */
  readonly group?: PageGroup;
  readonly column: keyof PageRow;
  /** On a slow phone. */
  readonly most: number;
  /** On a quicker one, where another bound holds. */
  readonly mostOnQuickPhone?: number;
}

const TARGETS: readonly PageTarget[] = [
  { group: 'first', column: 'firstPaintColdToPlain', most: 1.3, mostOnQuickPhone: 1.1 },
  { group: 'first', column: 'readyColdToReact', most: 1.1 },
  { group: 'first', column: 'takenOverColdToReact', most: 1.3 },
  { group: 'first', column: 'readyWarmToReact', most: 1 },
  { group: 'signed in', column: 'readyColdToReact', most: 1.25, mostOnQuickPhone: 1.2 },
  { group: 'signed in', column: 'readyWarmToReact', most: 1.2 },
  { group: 'first', column: 'scriptKibCold', most: 90 },
  { group: 'first', column: 'requestsCold', most: 5 },
  { group: 'signed in', column: 'chainedCalls', most: 0 },
  { column: 'layoutShift', most: 0 },
  { column: 'longestTaskMs', most: 250 },
  { column: 'tapMs', most: 90 },
];

/**
 * Judges the pages at each slowing.
 * @param slowing the slowing at which the React login is as slow as on a cheap phone
 */
export function judgePages(rows: readonly PageRow[], slowing: number): Target[] {
  return TARGETS.flatMap(({ group, column, most, mostOnQuickPhone = most }) =>
    rows
      .filter((row) => (group ? row.group === group : row.group !== 'floor'))
      .map((row) =>
        judge(`${row.page}, ${column}, ×${row.cpu}`, Number(row[column]), {
          most: row.cpu === slowing ? most : mostOnQuickPhone,
        }),
      ),
  );
}
