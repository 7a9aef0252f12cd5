import {
  type DocumentKind,
  doubtfulFields,
  type OcrReading,
  readOcrText,
} from '@noren/core/people/ocr-read';
import type { DocumentReading, OcrPage, Point } from '../../platform/ports/kyc.ts';
import { readNumberLine } from './number-line.ts';
import { type OcrPool, sureWords } from './ocr-pool.ts';
import { findFault, findFaultPlace } from './picture-fault.ts';
import { flatPicture, glancePicture, greyPicture, turnPicture } from './prepare-picture.ts';
import { isOnItsSide, measureSlope } from './which-way.ts';

/** Below this confidence the print is probably rotated or upside down. */
const UPRIGHT_FROM = 50;

/**
 * Reads an identity document's photo, rotated by quarter turns if needed. Another pass is made only
 * while fields are missing.
 * @throws KycEngineError when the engine is busy, timed out or crashed
 */
export async function readDocument(
  pool: OcrPool,
  jpeg: Buffer,
  kind: DocumentKind,
): Promise<DocumentReading> {
  const { picture, first } = await firstPass(pool, jpeg, kind);
  const pages = [first];

  const read = (): OcrReading =>
    readOcrText(
      pages.map((page) => page.text),
      kind,
    );

  let reading = read();
  const isDone = (): boolean =>
    reading.outcome === 'wrong_document' ||
    (reading.outcome === 'read' && reading.missing.length === 0);
  // First lines that the layout analysis missed, then print lost to uneven light.
  const further = [
    async () => pool.recognize(await greyPicture(picture), { sparse: true }),
    async () => pool.recognize(await flatPicture(picture)),
  ];

  for (const pass of further) {
    if (isDone()) break;
    pages.push(await pass());
    reading = read();
  }

  if (!isDone()) {
    const line = await readNumberLine(pool, picture.jpeg, pages, kind);
    if (line !== undefined) pages.push(line);
    reading = read();
  }

  const fault = isEnough(reading) ? null : await findFault(picture.jpeg);

  return {
    reading,
    uncertain:
      reading.outcome === 'read'
        ? [...reading.missing, ...doubtfulFields(reading.fields, pages, kind)]
        : [],
    fault,
    faultPlace: fault === null ? null : await findFaultPlace(jpeg, fault),
    confidence: Math.max(...pages.map((page) => page.confidence)),
    text: pages.map((page) => page.text).join('\n'),
    upright: picture.jpeg,
    seen: { kind, pages, codes: picture.codes },
  };
}

// A wrong document needs no other pass; a number and one more field are enough for the owner to
// confirm.
function isEnough(reading: OcrReading): boolean {
  return (
    reading.outcome === 'wrong_document' ||
    (reading.outcome === 'read' && reading.missing.length < 2)
  );
}

type Picture = { jpeg: Buffer; codes: Point[][] };

async function firstPass(
  pool: OcrPool,
  jpeg: Buffer,
  kind: DocumentKind,
): Promise<{ picture: Picture; first: OcrPage }> {
  if (await isOnItsSide(jpeg))
    return readTurned(pool, jpeg, 90 * (await findTurn(pool, jpeg, [1, 3, 0, 2])));

  const asSent = await readTurned(pool, jpeg, 0);
  if (isUpright(asSent.first, kind)) return asSent;

  const sure = sureWords(asSent.first).length;
  // Steeper than the engine deskews by itself.
  const slope = sure < SOME_WORDS ? await measureSlope(jpeg) : 0;

  if (slope !== 0) {
    const straight = await readTurned(pool, jpeg, -slope);
    if (isUpright(straight.first, kind)) return straight;
  }

  const quarters = isPrintUpwards(asSent.first)
    ? await findTurn(pool, jpeg, [1, 3, 0, 2])
    : await findTurn(pool, jpeg, [2, 0, 1, 3], sure);
  return quarters === 0 ? asSent : readTurned(pool, jpeg, 90 * quarters);
}

async function readTurned(
  pool: OcrPool,
  jpeg: Buffer,
  degrees: number,
): Promise<{ picture: Picture; first: OcrPage }> {
  const turned = degrees === 0 ? jpeg : await turnPicture(jpeg, degrees);
  const picture = { jpeg: turned, codes: await pool.findCodes(turned) };
  return { picture, first: await pool.recognize(await greyPicture(picture)) };
}

function isUpright(page: OcrPage, kind: DocumentKind): boolean {
  if (page.confidence < UPRIGHT_FROM || isPrintUpwards(page)) return false;

  const reading = readOcrText([page.text], kind);
  return (
    reading.outcome === 'wrong_document' ||
    (reading.outcome === 'read' && reading.missing.length <= 2)
  );
}

// The engine reads vertical blocks too, but the stored and masked picture must be upright.
function isPrintUpwards({ words }: OcrPage): boolean {
  const long = words.filter(({ text }) => text.length >= 4);
  return long.filter(({ box }) => box.height > box.width).length * 2 > long.length;
}

/**
 * Quarter turns clockwise that make the print upright: the rotation with most sure words. The two
 * likelier rotations come first; the others are tried only when neither shows words.
 * @param known the number of sure words already found without rotation
 */
async function findTurn(
  pool: OcrPool,
  jpeg: Buffer,
  ways: readonly [number, number, number, number],
  known?: number,
): Promise<number> {
  let best = { quarters: 0, sure: known ?? 0 };
  for (const [at, quarters] of ways.entries()) {
    if (at === 2 && best.sure >= SOME_WORDS) break;
    if (quarters === 0 && known !== undefined) continue;

    const sure = sureWords(
      await pool.recognize(await glancePicture(jpeg, quarters), { straighten: false }),
    ).length;
    if (sure > best.sure) best = { quarters, sure };

    if (sure >= MANY_WORDS) break;
  }

  return best.quarters;
}

const SOME_WORDS = 4;
const MANY_WORDS = 10;
