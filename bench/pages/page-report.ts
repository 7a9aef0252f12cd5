import { type Bar, decimal, median, sayBar, table, whole } from '../figures.ts';
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

const KIB = 1_024;

const HEAD = [
  'page',
  'ready cold ms',
  '÷ React',
  '÷ plain',
  'taken over cold ms',
  '÷ React',
  'first paint cold ms',
  '÷ plain',
  'ready warm ms',
  '÷ React',
  'KiB cold',
  'script KiB cold',
  'requests cold / warm',
  'calls chained',
  'layout shift',
  'longest task cold ms',
  'tap ms',
];

/** Tables and expectations of the page measurement, in Markdown. */
export function reportPages(
  measured: readonly PageLoads[],
  cpus: readonly number[],
  slowing: number,
): string {
  const parts = cpus.map(
    (cpu) =>
      `#### Processor ${cpu} times slower\n\n${buildTable(measured.filter((page) => page.cpu === cpu))}`,
  );
  const bars = [
    ...cpus.flatMap((cpu) => speedBars(measured, cpu, cpu === slowing ? SLOW_BARS : BARS)),
    ...FIRST.flatMap((name) => sizeBars(measured, name)),
    ...[...FIRST, ...SIGNED_IN].flatMap((name) => calmBars(measured, name)),
  ];
  const failures = measured
    .filter(({ failure }) => failure)
    .map(({ name, cpu, failure }) => `- ${name}, ×${cpu}: ${failure}`);

  return [
    ...parts,
    ...(failures.length > 0 ? [`Not measured:\n\n${failures.join('\n')}`] : []),
    `Expectations:\n\n${bars.map(sayBar).join('\n')}`,
  ].join('\n\n');
}

function buildTable(pages: readonly PageLoads[]): string {
  const rows = pages.map(({ name, loads }) => {
    const cold = (pick: (load: Load) => number | null) =>
      median(loads.map((load) => pick(load.cold)));
    const warm = (pick: (load: Load) => number | null) =>
      median(loads.map((load) => pick(load.warm)));

    return [
      name,
      whole(cold(ready)),
      decimal(ratio(pages, { name, to: REACT, of: 'cold' }), 2),
      decimal(ratio(pages, { name, to: PLAIN, of: 'cold' }), 2),
      whole(cold(taken)),
      decimal(ratio(pages, { name, to: REACT, of: 'cold' }, taken), 2),
      whole(cold((load) => load.firstPaint)),
      decimal(ratio(pages, { name, to: PLAIN, of: 'cold' }, firstPaint), 2),
      whole(warm(ready)),
      decimal(ratio(pages, { name, to: REACT, of: 'warm' }), 2),
      decimal(inKib(cold((load) => load.bytes)), 1),
      decimal(inKib(cold((load) => load.scriptBytes)), 1),
      `${whole(cold((load) => load.requests))} / ${whole(warm((load) => load.requests))}`,
      whole(cold((load) => load.chained)),
      decimal(cold(shift), 3),
      whole(cold(longest)),
      whole(cold((load) => load.tapMs)),
    ];
  });
  return table(HEAD, rows);
}

const ready = (load: Load): number | null => load.ready;
const taken = (load: Load): number | null => load.taken;
const firstPaint = (load: Load): number | null => load.firstPaint;
const shift = (load: Load): number => load.shift;
const longest = (load: Load): number => Math.max(0, ...load.longTasks.map(([, length]) => length));
const inKib = (bytes: number | undefined): number | undefined =>
  bytes === undefined ? undefined : bytes / KIB;

/**
 * A line of the report's history: how fast the machine was, told by the slowing, and the ratios
 * cold and warm. Only lines of about the same speed compare.
 */
export function describeSpeed(measured: readonly PageLoads[], slowing: number): string {
  const pages = measured.filter(({ cpu }) => cpu === slowing);

  const both = (name: string): string =>
    (['cold', 'warm'] as const)
      .map((of) => decimal(ratio(pages, { name, to: REACT, of }), 2))
      .join(' / ');

  return `×${slowing}: ${[HOME, ORDER, REPAY].map((name) => `${name} ${both(name)}`).join(', ')}`;
}

interface Comparison {
  readonly name: string;
  readonly to: string;
  readonly of: 'cold' | 'warm';
}

/** The median of the runs' ratios: other work during a run affects both sides. */
function ratio(
  pages: readonly PageLoads[],
  { name, to, of }: Comparison,
  pick = ready,
): number | undefined {
  const [ours, floor] = [name, to].map(
    (wanted) => pages.find((page) => page.name === wanted)?.loads,
  );
  const ratios = (ours ?? []).map((load, run) => {
    const counterpart = floor?.[run];
    const [above, below] = [pick(load[of]), counterpart && pick(counterpart[of])];
    return above && below ? above / below : undefined;
  });

  return median(ratios);
}

/**
 * Most times the plain page's first paint, and the React login's ready time of a signed-in user's
 * page.
 */
const BARS = { paint: 1.1, signedIn: 1.2 };
const SLOW_BARS = { paint: 1.3, signedIn: 1.25 };

function speedBars(measured: readonly PageLoads[], cpu: number, most: typeof BARS): Bar[] {
  const pages = measured.filter((page) => page.cpu === cpu);

  const bar = (what: string, atMost: number, compared: Comparison, pick = ready): Bar => ({
    what: `${compared.name}, ${what}, processor ×${cpu}`,
    measured: ratio(pages, compared, pick),
    unit: ' ×',
    digits: 2,
    most: atMost,
  });

  return [
    ...FIRST.flatMap((name) => [
      bar(
        'first paint against the plain page',
        most.paint,
        { name, to: PLAIN, of: 'cold' },
        firstPaint,
      ),
      bar('ready cold against the React login', 1.1, { name, to: REACT, of: 'cold' }),
      bar('taken over cold against the React login', 1.3, { name, to: REACT, of: 'cold' }, taken),
      bar('ready warm against the React login', 1, { name, to: REACT, of: 'warm' }),
    ]),
    ...SIGNED_IN.flatMap((name) => [
      bar('ready cold against the React login', most.signedIn, { name, to: REACT, of: 'cold' }),
      bar('ready warm against the React login', 1.2, { name, to: REACT, of: 'warm' }),
    ]),
  ];
}

const pickColdLoads = (measured: readonly PageLoads[], name: string, slowest = false): Load[] => {
  const pages = measured.filter((page) => page.name === name);
  const cpu = Math.max(...pages.map((page) => page.cpu));
  return pages
    .filter((page) => !slowest || page.cpu === cpu)
    .flatMap(({ loads }) => loads.map(({ cold }) => cold));
};

function sizeBars(measured: readonly PageLoads[], name: string): Bar[] {
  const loads = pickColdLoads(measured, name);
  const kib = inKib(median(loads.map(({ scriptBytes }) => scriptBytes)));

  return [
    { what: `${name}, script before taken over`, measured: kib, unit: ' KiB', digits: 1, most: 90 },
    {
      what: `${name}, script before taken over, hoped for`,
      measured: kib,
      unit: ' KiB',
      digits: 1,
      most: 75,
    },
    {
      what: `${name}, requests before taken over`,
      measured: median(loads.map(({ requests }) => requests)),
      unit: '',
      digits: 0,
      most: 5,
    },
  ];
}

/** What a user sees: layout shift and response to taps, also on the slowest phone. */
function calmBars(measured: readonly PageLoads[], name: string): Bar[] {
  const slowest = pickColdLoads(measured, name, true);

  const bar = (what: string, most: number, measuredValue: number | undefined, digits = 0): Bar => ({
    what: `${name}, ${what}`,
    measured: measuredValue,
    unit: digits === 0 ? ' ms' : '',
    digits,
    most,
  });

  return [
    bar('layout shift', 0, median(pickColdLoads(measured, name).map(shift)), 3),
    bar('tap on the slowest processor', 90, median(slowest.map(({ tapMs }) => tapMs))),
    bar('longest task on the slowest processor', 250, median(slowest.map(longest))),
    ...(SIGNED_IN.includes(name)
      ? [
          {
            what: `${name}, calls chained behind the script`,
            measured: median(pickColdLoads(measured, name).map(({ chained }) => chained)),
            unit: '',
            digits: 0,
            most: 0,
          },
        ]
      : []),
  ];
}
