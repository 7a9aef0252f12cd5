import { type Bar, decimal, median, sayBar, table, whole } from '../figures.ts';
import type { FirstScreen } from './first-screen.ts';
import type { CallTime } from './measure.ts';

/** What the console was measured among. */
export interface ConsoleSize {
  readonly orders: number;
  readonly users: number;
  readonly entries: number;
  readonly acts: number;
  readonly tickets: number;
}

const LIST_MS = 100;
const SEARCH_MS = 150;
const SCRIPT_KIB = 200;
const READY_RATIO = 1.5;
/** A display's sixty, less what the measurement's own first frames lose. */
const FRAMES = 59;

/**
 * Each call in its quietest round: whatever else the machine did made the others slower, never
 * faster.
 */
export function quietest(rounds: readonly (readonly CallTime[])[]): CallTime[] {
  return (rounds[0] ?? []).map((first, index) =>
    rounds
      .map((round) => round[index] ?? first)
      .reduce((best, one) => (one.ms < best.ms ? one : best)),
  );
}

export function reportConsole(
  size: ConsoleSize,
  times: readonly CallTime[],
  screen: FirstScreen,
): string {
  const rows = times.map(({ what, ms, worst, ratio, rows: shown }) => [
    what,
    decimal(ms, 1),
    decimal(worst, 1),
    decimal(ratio, 1),
    shown === null ? '–' : String(shown),
  ]);
  const head = ['call', 'ms', 'slowest', '÷ floor', 'rows'];
  const ratios = screen.ready.map((ready, run) => ready / (screen.readyReact[run] ?? Number.NaN));
  const first = [
    ['React page', whole(median(screen.readyReact)), '1.00', '–'],
    [
      'Noren console, Work',
      whole(median(screen.ready)),
      decimal(median(ratios), 2),
      decimal(screen.scriptKib, 1),
    ],
  ];

  return [
    `Among ${whole(size.orders)} orders of ${whole(size.users)} users, ${whole(size.entries)} entries, ${whole(size.acts)} acts of staff, ${whole(size.tickets)} tickets.`,
    table(head, rows),
    table(['first screen', 'ready cold ms', '÷ React', 'script KiB'], first),
    `Ten thousand rows scroll at ${decimal(screen.framesASecond, 1)} frames a second; ${decimal(screen.late * 100, 1)} % of the frames were late.`,
    `Expectations:\n\n${computeBars(times, screen, median(ratios)).map(sayBar).join('\n')}`,
  ].join('\n\n');
}

function computeBars(
  times: readonly CallTime[],
  screen: FirstScreen,
  ratio: number | undefined,
): Bar[] {
  const slowest = (kind: CallTime['kind']): CallTime | undefined =>
    times.filter((one) => one.kind === kind).toSorted((a, b) => b.ms - a.ms)[0];
  const [list, search] = [slowest('list'), slowest('search')];

  return [
    {
      what: `slowest list, ${list?.what}`,
      measured: list?.ms,
      most: LIST_MS,
      unit: ' ms',
      digits: 1,
    },
    {
      what: `slowest search, ${search?.what}`,
      measured: search?.ms,
      most: SEARCH_MS,
      unit: ' ms',
      digits: 1,
    },
    {
      what: 'script of the first screen',
      measured: screen.scriptKib,
      most: SCRIPT_KIB,
      unit: ' KiB',
      digits: 1,
    },
    {
      what: 'first screen ready against the React page',
      measured: ratio,
      most: READY_RATIO,
      unit: ' ×',
      digits: 2,
    },
    {
      what: 'frames a second, ten thousand rows',
      measured: screen.framesASecond,
      least: FRAMES,
      unit: '',
      digits: 1,
    },
  ];
}
