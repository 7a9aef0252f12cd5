import { type DocumentKind, type OcrReading, readOcrText } from '@noren/core/ocr-read';
import type { OcrPool } from './ocr-pool.ts';
import { evenPicture, greyPicture } from './prepare-picture.ts';

/** What was read, how sure the engine was (0–100, the best pass), and the plain text of all passes. */
export type DocumentRead = { reading: OcrReading; confidence: number; text: string };

/**
 * Reads an identity document's photo. A second pass with another treatment of the picture
 * is made only when the first left something out. Throws KycEngineError when the engine is busy, late or gone.
 */
export async function readDocument(pool: OcrPool, jpeg: Buffer, kind: DocumentKind): Promise<DocumentRead> {
  const first = await pool.recognise(await greyPicture(jpeg));
  const reading = readOcrText([first.text], kind);
  if (reading.outcome === 'wrong_document' || (reading.outcome === 'read' && reading.missing.length === 0)) {
    return { reading, confidence: first.confidence, text: first.text };
  }
  const second = await pool.recognise(await evenPicture(jpeg));
  const passes = second.confidence > first.confidence ? [second, first] : [first, second];
  return {
    reading: readOcrText(
      passes.map((page) => page.text),
      kind,
    ),
    confidence: passes[0]!.confidence,
    text: passes.map((page) => page.text).join('\n'),
  };
}
