import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endChildWithUs } from './end-with-us.ts';
import { decimal, table } from './figures.ts';
import { describeMachine, describeOtherWork } from './machine.ts';
import { readOptions } from './options.ts';
import { publish } from './report.ts';

/** Measures how well and how fast photos of cards are read, over drawn cards of invented people. */

interface Photo {
  readonly kind: 'panFront' | 'aadhaarFront' | 'aadhaarBack';
  readonly look: string;
  /** Until the fields were known, and until the Aadhaar number was covered too. */
  readonly readMs: number;
  /** Processor time of the reading, which other work on the machine hardly affects. */
  readonly readWorkMs: number;
  readonly allMs: number;
  readonly masked: boolean | null;
  /** Why the picture would be refused; null when it is accepted. */
  readonly refusal: string | null;
  readonly fields: readonly {
    field: string;
    isRight: boolean;
    isFilled: boolean;
    isDoubted: boolean;
  }[];
}

interface Totals {
  readonly poolMs: number;
  readonly inPool: number;
  readonly faceChecks: number;
  readonly faceMs: number;
}

const AIMS: Readonly<Record<string, number>> = { pan: 90, aadhaar: 98, birthDay: 98 };
const MAX_MS = 1_000;

const options = readOptions(process.argv.slice(2));
const otherWork = describeOtherWork();
const { photos, totals } = await measure(options.photos);
publish('ocr', describe(photos, totals), options.write);

async function measure(count: number): Promise<{ photos: Photo[]; totals: Totals }> {
  const program = fileURLToPath(
    new URL('../server/src/sandbox/samples/measure-pictures.ts', import.meta.url),
  );
  const child = spawn(process.execPath, [program, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  endChildWithUs(child);

  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const photos: Photo[] = [];
  let totals: Totals | undefined;

  for await (const line of createInterface({ input: child.stdout })) {
    const record = JSON.parse(line) as Photo | Totals;
    if ('poolMs' in record) totals = record;
    else photos.push(record);
    if (photos.length % 24 === 0) console.error(`${photos.length} of ${count} photos`);
  }

  const code = await ended;
  if (code !== 0 || !totals) throw new Error(`the reading program ended with ${code}`);

  return { photos, totals };
}

function describe(photos: readonly Photo[], totals: Totals): string {
  const looks = [...new Set(photos.map(({ look }) => look))];
  const fields = [...new Set(photos.flatMap((photo) => photo.fields.map(({ field }) => field)))];

  const rights = (field: string, look?: string): boolean[] =>
    photos
      .filter((photo) => look === undefined || photo.look === look)
      .flatMap((photo) =>
        photo.fields.filter((one) => one.field === field).map(({ isRight }) => isRight),
      );

  const rows = fields.map((field) => [
    field,
    share(rights(field)),
    ...looks.map((look) => share(rights(field, look))),
    AIMS[field] === undefined ? '' : `${AIMS[field]} %`,
  ]);

  const masked = (look?: string): boolean[] =>
    photos.flatMap((photo) =>
      photo.masked === null || (look && photo.look !== look) ? [] : [photo.masked],
    );

  rows.push([
    'Aadhaar covered and kept',
    share(masked()),
    ...looks.map((look) => share(masked(look))),
    '',
  ]);

  const readMs = photos.map((photo) => photo.readMs);
  const allMs = photos.map((photo) => photo.allMs);
  const workMs = photos.map((photo) => photo.readWorkMs);

  return [
    `On ${describeMachine(['tesseract.js 7.0.0'])}. ${photos.length} photos of ${photos.length} invented people.`,
    ...(otherWork ? [`**${otherWork}**`] : []),
    '',
    table(['exactly right', 'all', ...looks, 'aim'], rows),
    '',
    ...sayFaults(photos),
    '',
    table(
      ['time with one worker', 'mean ms', 'p95 ms'],
      [
        ['a card read', decimal(mean(readMs), 0), decimal(p95(readMs), 0)],
        ['processor time of it', decimal(mean(workMs), 0), decimal(p95(workMs), 0)],
        [
          'a card read, its number and code covered',
          decimal(mean(allMs), 0),
          decimal(p95(allMs), 0),
        ],
      ],
    ),
    '',
    `With the pool: ${decimal((totals.inPool * 1_000) / totals.poolMs, 2)} cards a second, covered. Face checks of five frames, one worker: ${decimal((totals.faceChecks * 1_000) / totals.faceMs, 2)} a second.`,
    '',
    ...Object.entries(AIMS).map(([field, aim]) => sayAim(field, rights(field), aim)),
    `- a card read in under 1 s on the mean: **${mean(readMs) < MAX_MS ? 'met' : 'not met'}** with one worker`,
  ].join('\n');
}

/**
 * What happens to misread photos: refused, a field left empty, or, worst, a wrong value filled in.
 */
function sayFaults(photos: readonly Photo[]): string[] {
  const refused = photos.flatMap(({ refusal }) => refusal ?? []);
  const reasons = [...Map.groupBy(refused, (reason) => reason)].map(
    ([reason, all]) => `${reason} ${all.length}`,
  );
  const fields = photos.filter(({ refusal }) => refusal === null).flatMap((photo) => photo.fields);
  const right = fields.filter(({ isRight }) => isRight);
  const wrong = fields.filter(({ isRight, isFilled }) => isFilled && !isRight);
  const unsaid = wrong.filter(({ isDoubted }) => !isDoubted);
  const which = [...Map.groupBy(unsaid, ({ field }) => field)].map(
    ([field, all]) => `${field} ${all.length}`,
  );
  const of = (some: readonly unknown[], all: readonly unknown[]): string =>
    `${some.length} (${decimal((some.length * 100) / Math.max(1, all.length), 1)} %)`;

  return [
    `- another picture is asked for: ${of(refused, photos)} of ${photos.length} photos${reasons.length > 0 ? `: ${reasons.join(', ')}` : ''}; in the table their fields count by what was read`,
    `- of ${fields.length} fields of the photos taken, ${fields.length - right.length - wrong.length} are left empty and asked for`,
    `- filled in wrong: ${of(wrong, fields)}. The screen asks the borrower to check ${wrong.length - unsaid.length} of them; **it does not ask about ${of(unsaid, fields)}**${which.length > 0 ? `: ${which.join(', ')}` : ''}`,
    `- right, and the borrower is asked to check all the same: ${of(
      right.filter(({ isDoubted }) => isDoubted),
      right,
    )}`,
  ];
}

function part(flags: readonly boolean[]): number {
  return flags.filter(Boolean).length / flags.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}

function share(flags: readonly boolean[]): string {
  return flags.length === 0 ? '–' : `${decimal(part(flags) * 100, 1)} %`;
}

function sayAim(field: string, flags: readonly boolean[], aim: number): string {
  return `- ${field}: ${share(flags)} of ${flags.length}, aim ${aim} %: **${part(flags) * 100 >= aim ? 'met' : 'not met'}**`;
}
