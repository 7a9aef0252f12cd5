import { judge, median, medianRatio, round, type Target } from '../figures.ts';
import type { Load } from './load-page.ts';

/** A page loaded with an empty cache, and again. */
interface Loads {
  readonly cold: Load;
  readonly warm: Load;
}

/** Loads of one page at one slowing of the processor. */
export interface PageLoads {
  readonly name: string;
  readonly cpu: number;
  readonly loads: readonly Loads[];
  /** Why a load did not come about, if one did not. */
  readonly failure: string | undefined;
}

export const PLAIN = 'Plain HTML login';
export const REACT = 'React 19 login';
export const LANDING = 'Noren landing';
export const LOGIN = 'Noren login';
export const HOME = 'Noren home';
export const ORDER = 'Noren orders';
export const REPAY = 'Noren repay';
const FIRST = [LANDING, LOGIN];
const SIGNED_IN = [HOME, ORDER, REPAY];
const ALL = [...FIRST, ...SIGNED_IN];

type Pick = (loads: Loads) => number | null;

const readyCold: Pick = ({ cold }) => cold.ready;
const readyWarm: Pick = ({ warm }) => warm.ready;
const takenCold: Pick = ({ cold }) => cold.taken;
const paintCold: Pick = ({ cold }) => cold.firstPaint;
const shift: Pick = ({ cold }) => cold.shift;
const scriptKib: Pick = ({ cold }) => cold.scriptBytes / 1_024;
const requests: Pick = ({ cold }) => cold.requests;
const chained: Pick = ({ cold }) => cold.chained;
const tapMs: Pick = ({ cold }) => cold.tapMs;
const longestTask: Pick = ({ cold }) => Math.max(0, ...cold.longTasks.map(([, length]) => length));

/** A row for each page at each slowing. */
export function tabulatePages(measured: readonly PageLoads[]) {
  return measured.map(({ name, cpu, loads, failure }) => {
    const middle = (pick: Pick, digits = 0) => round(median(loads.map(pick)), digits);
    const against = (to: string, pick: Pick) =>
      round(findRatio(measured, { name, to, cpu }, pick), 2);

    return {
      page: name,
      cpu,
      readyColdMs: middle(readyCold),
      readyColdToReact: against(REACT, readyCold),
      takenOverColdMs: middle(takenCold),
      takenOverColdToReact: against(REACT, takenCold),
      firstPaintColdMs: middle(paintCold),
      firstPaintColdToPlain: against(PLAIN, paintCold),
      readyWarmMs: middle(readyWarm),
      readyWarmToReact: against(REACT, readyWarm),
      kibCold: middle(({ cold }) => cold.bytes / 1_024, 1),
      scriptKibCold: middle(scriptKib, 1),
      requestsCold: middle(requests),
      requestsWarm: middle(({ warm }) => warm.requests),
      chainedCalls: middle(chained),
      layoutShift: middle(shift, 3),
      longestTaskMs: middle(longestTask),
      tapMs: middle(tapMs),
      failure: failure ?? null,
    };
  });
}

/** A page's figures by those of another; other work during a run affects both. */
function findRatio(
  measured: readonly PageLoads[],
  { name, to, cpu }: { name: string; to: string; cpu: number },
  pick: Pick,
): number | null {
  const [ours = [], floor = []] = [name, to].map(
    (wanted) => measured.find((page) => page.name === wanted && page.cpu === cpu)?.loads,
  );
  return medianRatio(ours, floor, pick);
}

/**
 * The machine's speed, given by the slowing, and the ratios cold and warm. Only runs at about the
 * same speed can be compared.
 */
export function describeSpeed(measured: readonly PageLoads[], slowing: number) {
  const ratios = SIGNED_IN.flatMap((name) =>
    Object.entries({ cold: readyCold, warm: readyWarm }).map(([cache, pick]) => {
      const compared = { name, to: REACT, cpu: slowing };
      return [`${name}, ${cache}`, round(findRatio(measured, compared, pick), 2)];
    }),
  );

  return { slowing, ...Object.fromEntries(ratios) };
}

/** A ratio that pages must not exceed. */
interface RatioTarget {
  readonly pages: readonly string[];
  readonly to: string;
  readonly what: string;
  readonly pick: Pick;
  readonly most: number;
  /** At the slow phone's speed, where another bound holds. */
  readonly mostOnSlowPhone?: number;
}

const RATIOS: readonly RatioTarget[] = [
  {
    pages: FIRST,
    to: PLAIN,
    what: 'first paint cold',
    pick: paintCold,
    most: 1.1,
    mostOnSlowPhone: 1.3,
  },
  { pages: FIRST, to: REACT, what: 'ready cold', pick: readyCold, most: 1.1 },
  { pages: FIRST, to: REACT, what: 'taken over cold', pick: takenCold, most: 1.3 },
  { pages: FIRST, to: REACT, what: 'ready warm', pick: readyWarm, most: 1 },
  {
    pages: SIGNED_IN,
    to: REACT,
    what: 'ready cold',
    pick: readyCold,
    most: 1.2,
    mostOnSlowPhone: 1.25,
  },
  { pages: SIGNED_IN, to: REACT, what: 'ready warm', pick: readyWarm, most: 1.2 },
];

/** A figure that pages must not exceed. */
interface FigureTarget {
  readonly pages: readonly string[];
  readonly what: string;
  readonly pick: Pick;
  readonly most: number;
  /** Whether it is judged at the slowest speed alone, and not over all speeds. */
  readonly atSlowest?: true;
}

const FIGURES: readonly FigureTarget[] = [
  { pages: FIRST, what: 'script KiB before taken over', pick: scriptKib, most: 90 },
  { pages: FIRST, what: 'requests before taken over', pick: requests, most: 5 },
  { pages: ALL, what: 'layout shift', pick: shift, most: 0 },
  {
    pages: ALL,
    what: 'tap in ms, slowest processor',
    pick: tapMs,
    most: 90,
    atSlowest: true,
  },
  {
    pages: ALL,
    what: 'longest task in ms, slowest processor',
    pick: longestTask,
    most: 250,
    atSlowest: true,
  },
  { pages: SIGNED_IN, what: 'calls chained behind the script', pick: chained, most: 0 },
];

/**
 * Judges the pages at each slowing.
 * @param slowing the slowing at which the React login is as slow as on a cheap phone
 */
export function judgePages(
  measured: readonly PageLoads[],
  cpus: readonly number[],
  slowing: number,
): Target[] {
  const ratios = cpus.flatMap((cpu) =>
    RATIOS.flatMap(({ pages, to, what, pick, most, mostOnSlowPhone = most }) =>
      pages.map((name) =>
        judge(`${name} to ${to}, ${what}, ×${cpu}`, findRatio(measured, { name, to, cpu }, pick), {
          most: cpu === slowing ? mostOnSlowPhone : most,
        }),
      ),
    ),
  );

  const figures = FIGURES.flatMap(({ pages, what, pick, most, atSlowest }) =>
    pages.map((name) => {
      const speeds = measured.filter((page) => page.name === name);
      const slowest = Math.max(...speeds.map(({ cpu }) => cpu));
      const loads = speeds
        .filter(({ cpu }) => !atSlowest || cpu === slowest)
        .flatMap((page) => page.loads);

      return judge(`${name}, ${what}`, median(loads.map(pick)), { most });
    }),
  );

  return [...ratios, ...figures];
}
