import { type DocumentKind, type OcrReading, readOcrText } from '@noren/core/ocr-read';
import sharp from 'sharp';
import type { OcrPool } from './ocr-pool.ts';

/** What was read, how sure the engine was (0–100, the best pass), and the plain text of all passes. */
export type DocumentRead = { reading: OcrReading; confidence: number; text: string };

const READ_WIDTH = 1600;

/**
 * Reads an identity document's photo. A second pass with another treatment of the picture
 * is made only when the first left something out. Throws KycEngineError when the engine is busy, late or gone.
 */
export async function readDocument(pool: OcrPool, jpeg: Buffer, kind: DocumentKind): Promise<DocumentRead> {
  const first = await pool.recognise(await greyed(jpeg));
  const reading = readOcrText([first.text], kind);
  if (reading.outcome === 'wrong_document' || (reading.outcome === 'read' && reading.missing.length === 0)) {
    return { reading, confidence: first.confidence, text: first.text };
  }
  const second = await pool.recognise(await evened(jpeg));
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

function greyed(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).greyscale().resize({ width: READ_WIDTH }).normalise().png({ compressionLevel: 1 }).toBuffer();
}

// Noise taken out, shadows lifted and edges sharpened: for the dark, grainy and soft photos the first pass misses.
function evened(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg)
    .greyscale()
    .resize({ width: 2000 })
    .median(3)
    .clahe({ width: 250, height: 250, maxSlope: 3 })
    .sharpen({ sigma: 1.5 })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
