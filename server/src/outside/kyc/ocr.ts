import { type DocumentKind, doubtfulFields, type OcrFields, type OcrReading, readOcrText } from '@noren/core/ocr-read';
import type { Point } from './find-codes.ts';
import { readNumberLine } from './number-line.ts';
import type { OcrPage, OcrPool } from './ocr-pool.ts';
import { findFault, type PictureFault } from './picture-fault.ts';
import { flatPicture, glancePicture, greyPicture, turnPicture } from './prepare-picture.ts';

/** An identity document as it was read. */
export type DocumentRead = {
  reading: OcrReading;
  /** Fields a person should look at: missing, read one way and another, or read with doubt. */
  uncertain: (keyof OcrFields)[];
  /** What is wrong with the picture, when too little could be read from it. */
  fault: PictureFault | null;
  /** How sure the engine was, 0–100, in the best pass. */
  confidence: number;
  /** The plain text of all passes. */
  text: string;
  /** The picture with its print upright. */
  upright: Buffer;
  /** What was seen where on the upright picture. */
  seen: Seen;
};
export type Seen = { pages: OcrPage[]; codes: Point[][] };

/** Below this the print most likely stands on its side or on its head. */
const UPRIGHT_FROM = 50;

/**
 * Reads an identity document's photo, turned by quarters if its print stands otherwise. Another pass is made only while the
 * passes before left something out. Throws KycEngineError when the engine is busy, late or gone.
 */
export async function readDocument(pool: OcrPool, jpeg: Buffer, kind: DocumentKind): Promise<DocumentRead> {
  const { picture, first } = await firstPass(pool, jpeg, kind);
  const pages = [first];
  const read = (): OcrReading =>
    readOcrText(
      pages.map((page) => page.text),
      kind,
    );
  let reading = read();
  const isDone = (): boolean =>
    reading.outcome === 'wrong_document' || (reading.outcome === 'read' && reading.missing.length === 0);
  if (!isDone()) {
    pages.push(await pool.recognise(await flatPicture(picture)));
    reading = read();
  }
  if (!isDone()) {
    const line = await readNumberLine(pool, picture.jpeg, pages, kind);
    if (line !== undefined) pages.push(line);
    reading = read();
  }
  return {
    reading,
    uncertain: reading.outcome === 'read' ? [...reading.missing, ...doubtfulFields(reading.fields, pages, kind)] : [],
    fault: isEnough(reading) ? null : await findFault(picture.jpeg),
    confidence: Math.max(...pages.map((page) => page.confidence)),
    text: pages.map((page) => page.text).join('\n'),
    upright: picture.jpeg,
    seen: { pages, codes: picture.codes },
  };
}

// Another document is one in any picture; a number with something beside it can be confirmed by its owner.
function isEnough(reading: OcrReading): boolean {
  return reading.outcome === 'wrong_document' || (reading.outcome === 'read' && reading.missing.length < 2);
}

type Picture = { jpeg: Buffer; codes: Point[][] };

async function firstPass(
  pool: OcrPool,
  jpeg: Buffer,
  kind: DocumentKind,
): Promise<{ picture: Picture; first: OcrPage }> {
  const picture = { jpeg, codes: await pool.findCodes(jpeg) };
  const first = await pool.recognise(await greyPicture(picture));
  if (isUpright(first, kind)) return { picture, first };
  const quarters = await findTurn(pool, jpeg, first);
  if (quarters === 0) return { picture, first };
  const turned = await turnPicture(jpeg, quarters);
  const upright = { jpeg: turned, codes: await pool.findCodes(turned) };
  return { picture: upright, first: await pool.recognise(await greyPicture(upright)) };
}

function isUpright(page: OcrPage, kind: DocumentKind): boolean {
  if (page.confidence < UPRIGHT_FROM) return false;
  const reading = readOcrText([page.text], kind);
  return reading.outcome === 'wrong_document' || (reading.outcome === 'read' && reading.missing.length <= 2);
}

/** How many quarters clockwise make the print upright: the way in which most words are sure. */
async function findTurn(pool: OcrPool, jpeg: Buffer, first: OcrPage): Promise<number> {
  let best = { quarters: 0, sure: sureWords(first) };
  for (const quarters of [1, 3, 2]) {
    const page = await pool.recognise(await glancePicture(jpeg, quarters), { straighten: false });
    const sure = sureWords(page);
    if (sure > best.sure) best = { quarters, sure };
    if (sure >= 10) break;
  }
  return best.quarters;
}

function sureWords({ words }: OcrPage): number {
  return words.filter(({ text, confidence }) => confidence >= 70 && /[A-Za-z0-9]{3}/.test(text)).length;
}
