import { type Bounds, judge, median, quotient, round, type Target } from '../figures.ts';
import type { Load } from './load-page.ts';

/** Loads of one page at one slowing of the processor. */
export interface PageLoads {
  readonly name: string;
  readonly cpu: number;
  readonly loads: readonly { cold: Load; warm: Load }[];
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

type Cache = 'cold' | 'warm';
type Pick = (load: Load) => number | null;

const pickReady: Pick = ({ ready }) => ready;
const pickTaken: Pick = ({ taken }) => taken;
const pickPaint: Pick = ({ firstPaint }) => firstPaint;
const pickShift: Pick = ({ shift }) => shift;
const pickScriptKib: Pick = ({ scriptBytes }) => scriptBytes / 1_024;
const pickLongest: Pick = ({ longTasks }) => Math.max(0, ...longTasks.map(([, length]) => length));

/** A row for each page at each slowing. */
export function tabulatePages(measured: readonly PageLoads[]) {
  return measured.map(({ name, cpu, loads, failure }) => {
    const middle = (cache: Cache, pick: Pick, digits = 0) =>
      round(median(loads.map((load) => pick(load[cache]))), digits);
    const against = (to: string, cache: Cache, pick: Pick) =>
      round(findRatio(measured, { name, to, cpu, cache }, pick), 2);

    return {
      page: name,
      cpu,
      readyColdMs: middle('cold', pickReady),
      readyColdToReact: against(REACT, 'cold', pickReady),
      takenOverColdMs: middle('cold', pickTaken),
      takenOverColdToReact: against(REACT, 'cold', pickTaken),
      firstPaintColdMs: middle('cold', pickPaint),
      firstPaintColdToPlain: against(PLAIN, 'cold', pickPaint),
      readyWarmMs: middle('warm', pickReady),
      readyWarmToReact: against(REACT, 'warm', pickReady),
      kibCold: middle('cold', ({ bytes }) => bytes / 1_024, 1),
      scriptKibCold: middle('cold', pickScriptKib, 1),
      requestsCold: middle('cold', ({ requests }) => requests),
      requestsWarm: middle('warm', ({ requests }) => requests),
      chainedCalls: middle('cold', ({ chained }) => chained),
      layoutShift: middle('cold', pickShift, 3),
      longestTaskMs: middle('cold', pickLongest),
      tapMs: middle('cold', ({ tapMs }) => tapMs),
      failure: failure ?? null,
    };
  });
}

interface Comparison {
  readonly name: string;
  readonly to: string;
  readonly cpu: number;
  readonly cache: Cache;
}

/** The median of the runs' ratios: other work during a run affects both sides. */
function findRatio(
  measured: readonly PageLoads[],
  { name, to, cpu, cache }: Comparison,
  pick: Pick,
): number | null {
  const [ours = [], floor = []] = [name, to].map(
    (wanted) => measured.find((page) => page.name === wanted && page.cpu === cpu)?.loads,
  );

  return median(
    ours.map((load, run) => {
      const counterpart = floor[run];
      return counterpart ? quotient(pick(load[cache]), pick(counterpart[cache])) : null;
    }),
  );
}

/**
 * The machine's speed, given by the slowing, and the ratios cold and warm. Only runs at about the
 * same speed can be compared.
 */
export function describeSpeed(measured: readonly PageLoads[], slowing: number) {
  const ratios = SIGNED_IN.flatMap((name) =>
    (['cold', 'warm'] as const).map((cache) => {
      const compared = { name, to: REACT, cpu: slowing, cache };
      return [`${name}, ${cache}`, round(findRatio(measured, compared, pickReady), 2)];
    }),
  );

  return { slowing, ...Object.fromEntries(ratios) };
}

/**
 * Judges the pages at each slowing.
 * @param slowing the slowing at which the React login is as slow as on a cheap phone
 */
export function judgePages(
  measured: readonly PageLoads[],
  cpus: readonly number[],
  slowing: number,
): Target[] {
  return [
    ...cpus.flatMap((cpu) => judgeSpeed(measured, cpu, cpu === slowing)),
    ...FIRST.flatMap((name) => judgeSize(measured, name)),
    ...[...FIRST, ...SIGNED_IN].flatMap((name) => judgeCalm(measured, name)),
  ];
}

function judgeSpeed(measured: readonly PageLoads[], cpu: number, isSlow: boolean): Target[] {
  const against = (name: string, [to, cache, pick]: [string, Cache, Pick], most: number) => {
    const what = pick === pickPaint ? 'first paint' : pick === pickTaken ? 'taken over' : 'ready';
    const measuredRatio = findRatio(measured, { name, to, cpu, cache }, pick);
    return judge(`${name} to ${to}, ${what} ${cache}, ×${cpu}`, measuredRatio, { most });
  };

  return [
    ...FIRST.flatMap((name) => [
      against(name, [PLAIN, 'cold', pickPaint], isSlow ? 1.3 : 1.1),
      against(name, [REACT, 'cold', pickReady], 1.1),
      against(name, [REACT, 'cold', pickTaken], 1.3),
      against(name, [REACT, 'warm', pickReady], 1),
    ]),
    ...SIGNED_IN.flatMap((name) => [
      against(name, [REACT, 'cold', pickReady], isSlow ? 1.25 : 1.2),
      against(name, [REACT, 'warm', pickReady], 1.2),
    ]),
  ];
}

function listColdLoads(measured: readonly PageLoads[], name: string, isSlowest = false): Load[] {
  const pages = measured.filter((page) => page.name === name);
  const cpu = Math.max(...pages.map((page) => page.cpu));

  return pages
    .filter((page) => !isSlowest || page.cpu === cpu)
    .flatMap(({ loads }) => loads.map(({ cold }) => cold));
}

function judgeSize(measured: readonly PageLoads[], name: string): Target[] {
  const loads = listColdLoads(measured, name);

  return [
    judge(`${name}, script KiB before taken over`, median(loads.map(pickScriptKib)), { most: 90 }),
    judge(`${name}, requests before taken over`, median(loads.map(({ requests }) => requests)), {
      most: 5,
    }),
  ];
}

/** What a user sees: layout shift and response to taps, also on the slowest phone. */
function judgeCalm(measured: readonly PageLoads[], name: string): Target[] {
  const all = listColdLoads(measured, name);
  const slowest = listColdLoads(measured, name, true);
  const most = (what: string, loads: readonly Load[], pick: Pick, wanted: Bounds): Target =>
    judge(`${name}, ${what}`, median(loads.map(pick)), wanted);

  return [
    most('layout shift', all, pickShift, { most: 0 }),
    most('tap in ms, slowest processor', slowest, ({ tapMs }) => tapMs, { most: 90 }),
    most('longest task in ms, slowest processor', slowest, pickLongest, { most: 250 }),
    ...(SIGNED_IN.includes(name)
      ? [most('calls chained behind the script', all, ({ chained }) => chained, { most: 0 })]
      : []),
  ];
}
