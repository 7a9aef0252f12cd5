import { decimal, median, table, whole } from '../figures.ts';
import { SLOW_4G } from '../pages/slow-network.ts';
import type { Memory } from './face-memory.ts';
import { JOURNEY } from './journey.ts';
import type { StepResult, Walk } from './walk.ts';

/** Certifications at one slowing of the processor. */
export interface Walks {
  readonly cpu: number;
  readonly walks: readonly Walk[];
  /** The time a walk's bytes need on the bare network, measured beside it. */
  readonly bareMs: readonly number[];
}

const KIB = 1_024;
const MIB = KIB * KIB;
const seconds = (ms: number | undefined): string => decimal(ms === undefined ? undefined : ms / 1_000, 1);
const kib = (bytes: number | undefined): string => decimal(bytes === undefined ? undefined : bytes / KIB, 1);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Tables of the certification's measurement, in Markdown. */
export function reportCertification(all: readonly Walks[], memory: readonly Memory[]): string {
  return [
    stepTable(all),
    ...all.map(sayWhole),
    sayPerson(all[0]?.walks[0]),
    engineTable(all),
    memoryTable(memory),
    sayLeak(memory),
  ].join('\n\n');
}

const filmed = JOURNEY.findIndex(({ isFilmed }) => isFilmed);

function stepTable(all: readonly Walks[]): string {
  const head = [
    'step',
    ...all.map(({ cpu }) => `s at ×${cpu}`),
    'KiB down',
    'KiB up',
    'requests',
    's for its bytes alone',
  ];
  const of = ({ walks }: Walks, step: number, pick: (walked: StepResult) => number): number | undefined =>
    median(walks.map(({ steps }) => pick(steps[step] as StepResult)));
  const first = all[0] as Walks;
  const rows = JOURNEY.map(({ name }, step) => [
    name,
    ...all.map((one) => seconds(of(one, step, ({ ms }) => ms))),
    kib(of(first, step, ({ downBytes }) => downBytes)),
    kib(of(first, step, ({ upBytes }) => upBytes)),
    whole(of(first, step, ({ requests }) => requests)),
    seconds(of(first, step, rawMs)),
  ]);
  const total = (one: Walks, pick: (walked: StepResult) => number, without = -1): number | undefined =>
    median(one.walks.map(({ steps }) => sum(steps.filter((_, step) => step !== without).map(pick))));
  rows.push([
    '**in all**',
    ...all.map((one) => `**${seconds(total(one, ({ ms }) => ms))}**`),
    `**${kib(total(first, ({ downBytes }) => downBytes))}**`,
    `**${kib(total(first, ({ upBytes }) => upBytes))}**`,
    `**${whole(total(first, ({ requests }) => requests))}**`,
    `**${seconds(total(first, rawMs))}**`,
  ]);
  rows.push([
    'in all, without the film',
    ...all.map((one) => seconds(total(one, ({ ms }) => ms, filmed))),
    ...['', '', '', ''],
  ]);
  return table(head, rows);
}

/** The time of a step's bytes at the rates of the link, both ways one after the other. */
function rawMs({ downBytes, upBytes }: StepResult): number {
  return (downBytes * 8) / SLOW_4G.downBitsPerMs + (upBytes * 8) / SLOW_4G.upBitsPerMs;
}

function sayWhole({ cpu, walks, bareMs }: Walks): string {
  const own = walks.map(({ steps }) => sum(steps.filter((_, step) => step !== filmed).map(({ ms }) => ms)));
  const ratio = median(own.map((ms, run) => ms / (bareMs[run] ?? Number.NaN)));
  const held = median(walks.map(({ script }) => script.waitedMs));
  return (
    `Processor ×${cpu}: without the film ${seconds(median(own))} s; the same bytes up and down by bare \`node:http\` on the ` +
    `same network ${seconds(median(bareMs))} s: ${decimal(ratio, 2)} ×. Of it ${seconds(held)} s are held back so that the ` +
    'app does not take two taps for one.'
  );
}

/** The time a person adds. @ASSUMED, not measured: seconds for each thing done. */
const TAP_S = 2;
const CHARACTER_S = 0.4;
const CARD_S = 25;
const SCREEN_TO_READ_S = 15;
const CARDS = 3;
const SCREENS_TO_READ = 8;

function sayPerson(walk: Walk | undefined): string {
  const { taps, characters } = walk?.script ?? { taps: 0, characters: 0 };
  const person = taps * TAP_S + characters * CHARACTER_S + CARDS * CARD_S + SCREENS_TO_READ * SCREEN_TO_READ_S;
  return (
    `The script did ${taps} taps and typed ${characters} characters. *Assumed, not measured*: ${TAP_S} s to find and tap, ` +
    `${CHARACTER_S} s a character, ${CARD_S} s to lay down and photograph a card, ${SCREEN_TO_READ_S} s for each of the ` +
    `${SCREENS_TO_READ} screens that ask for consent or tell what comes: a person adds about ${decimal(person / 60, 0)} minutes.`
  );
}

function engineTable(all: readonly Walks[]): string {
  const rows = all.map(({ cpu, walks }) => {
    const ms = walks.flatMap(({ engineMs }) => engineMs).sort((a, b) => a - b);
    return [`×${cpu}`, whole(ms.length), decimal(median(ms), 0), decimal(ms[Math.floor(ms.length * 0.95)], 0)];
  });
  return table(['face engine in the page, processor', 'pictures', 'p50 ms', 'p95 ms'], rows);
}

function memoryTable(memory: readonly Memory[]): string {
  const mib = (bytes: number): string => decimal(bytes / MIB, 0);
  return table(
    ['memory of the page, ×1', 'script heap MiB', 'resident MiB', 'of it own', 'of it shared bitmaps'],
    memory.map(({ what, heap, resident, own, shared }) => [
      what,
      decimal(heap / MIB, 1),
      mib(resident),
      mib(own),
      mib(shared),
    ]),
  );
}

function sayLeak(memory: readonly Memory[]): string {
  const [first, second] = memory.filter(({ what }) => what.startsWith('after check'));
  if (!first || !second) return '';
  const more = (a: number, b: number): string => `${b >= a ? '+' : '−'}${decimal(Math.abs(b - a) / MIB, 1)} MiB`;
  return `From the end of the first check to the end of the second: heap ${more(first.heap, second.heap)}, own memory ${more(first.own, second.own)}.`;
}
