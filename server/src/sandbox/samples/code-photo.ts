import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { FACE } from './draw-card.ts';

/** What is used of the package, which has no types. */
interface Encoder {
  getDecodedBuffer(frame: {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  }): Uint8Array;
  setQuality(isLossless: boolean, layers: number): void;
  setDecompositions(count: number): void;
  setCompressionRatio(layer: number, ratio: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
}
type OpenCodec = (options: object) => Promise<{ J2KEncoder: new () => Encoder }>;

const WIDTH = 60;
const require = createRequire(import.meta.url);

/** The face on a selfie as a code holds it: about a kilobyte. */
export async function encodeCodePhoto(selfie: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(selfie)
    .extract(FACE)
    .resize({ width: WIDTH })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

  return encodeJpeg2000(data, info);
}

/** A picture of three channels as JPEG 2000. */
export async function encodeJpeg2000(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const open = require('@cornerstonejs/codec-openjpeg/wasmjs') as OpenCodec;
  const wasmBinary = readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/wasm'));
  const { J2KEncoder } = await open({ wasmBinary, print: () => undefined });
  const encoder = new J2KEncoder();

  try {
    const frame = { width, height, bitsPerSample: 8, componentCount: 3, isSigned: false };
    encoder.getDecodedBuffer(frame).set(pixels);
    // Each of them halves the picture; five are usual.
    encoder.setDecompositions(Math.min(5, Math.floor(Math.log2(Math.min(width, height)))));
    encoder.setQuality(false, 1);
    encoder.setCompressionRatio(0, 16);
    encoder.encode();

    return Buffer.from(encoder.getEncodedBuffer());
  } finally {
    encoder.delete();
  }
}
