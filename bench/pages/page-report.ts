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

const KIB = 1_024;
const HEAD = [
  'page',
  'ready cold ms',
  '÷ React',
  '÷ plain',
  'first paint cold ms',
  'ready warm ms',
  '÷ React',
  'KiB cold',
  'script KiB cold',
  'requests cold / warm',
  'layout shift',
  'long tasks cold ms',
];

/** Tables and expectations of the page measurement, in Markdown. */
export function reportPages(measured: readonly PageLoads[], cpus: readonly number[]): string {
  const parts = cpus.map(
    (cpu) => `#### Processor ${cpu} times slower\n\n${tableOf(measured.filter((page) => page.cpu === cpu))}`,
  );
  const bars = cpus.flatMap((cpu) => [LANDING, LOGIN].flatMap((name) => readyBars(measured, name, cpu)));
  const sizes = [LANDING, LOGIN].flatMap((name) => sizeBars(measured, name));
  const failures = measured
    .filter(({ failure }) => failure)
    .map(({ name, cpu, failure }) => `- ${name}, ×${cpu}: ${failure}`);
  return [
    ...parts,
    ...(failures.length > 0 ? [`Not measured:\n\n${failures.join('\n')}`] : []),
    `Expectations:\n\n${[...bars, ...sizes].map(sayBar).join('\n')}`,
  ].join('\n\n');
}

function tableOf(pages: readonly PageLoads[]): string {
  const rows = pages.map(({ name, loads }) => {
    const cold = (pick: (load: Load) => number | null) => median(loads.map((load) => pick(load.cold)));
    const warm = (pick: (load: Load) => number | null) => median(loads.map((load) => pick(load.warm)));
    return [
      name,
      whole(cold(ready)),
      decimal(ratio(pages, { name, to: REACT, of: 'cold' }), 2),
      decimal(ratio(pages, { name, to: PLAIN, of: 'cold' }), 2),
      whole(cold((load) => load.firstPaint)),
      whole(warm(ready)),
      decimal(ratio(pages, { name, to: REACT, of: 'warm' }), 2),
      decimal(inKib(cold((load) => load.bytes)), 1),
      decimal(inKib(cold((load) => load.scriptBytes)), 1),
      `${whole(cold((load) => load.requests))} / ${whole(warm((load) => load.requests))}`,
      decimal(
        cold((load) => load.shift),
        3,
      ),
      whole(cold((load) => load.longTasks.reduce((sum, [, length]) => sum + length, 0))),
    ];
  });
  return table(HEAD, rows);
}

const ready = (load: Load): number | null => load.ready;
const inKib = (bytes: number | undefined): number | undefined => (bytes === undefined ? undefined : bytes / KIB);

/** Taken inside each run and then the middle one: a load of the machine that lasts a run touches both sides. */
function ratio(
  pages: readonly PageLoads[],
  { name, to, of }: { name: string; to: string; of: 'cold' | 'warm' },
): number | undefined {
  const [ours, floor] = [name, to].map((wanted) => pages.find((page) => page.name === wanted)?.loads);
  const ratios = (ours ?? []).map((load, run) => {
    const [above, below] = [load[of].ready, floor?.[run]?.[of].ready];
    return above && below ? above / below : undefined;
  });
  return median(ratios);
}

function readyBars(measured: readonly PageLoads[], name: string, cpu: number): Bar[] {
  const pages = measured.filter((page) => page.cpu === cpu);
  const got = ratio(pages, { name, to: REACT, of: 'cold' });
  const bar = { measured: got, unit: ' ×', digits: 2 };
  return [
    { ...bar, what: `${name}, ready cold against the React login, processor ×${cpu}, now`, most: 1.6 },
    { ...bar, what: `${name}, ready cold against the React login, processor ×${cpu}, at the end`, most: 1.1 },
  ];
}

function sizeBars(measured: readonly PageLoads[], name: string): Bar[] {
  const loads = measured.filter((page) => page.name === name).flatMap((page) => page.loads);
  const bar = { measured: inKib(median(loads.map(({ cold }) => cold.scriptBytes))), unit: ' KiB', digits: 1 };
  return [
    { ...bar, what: `${name}, script over the wire, now`, most: 130 },
    { ...bar, what: `${name}, script over the wire, at the end`, most: 90 },
  ];
}
