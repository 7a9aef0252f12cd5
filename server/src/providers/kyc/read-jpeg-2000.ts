import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Pixels as they are in a picture without compression. */
export type OpenPhoto = { data: Uint8Array; width: number; height: number; channels: 1 | 3 };

/** A card's photo is a stamp; a header that claims more is not opened. */
const MAX_SIDE = 1_000;

/** What is used of the package, which has no types. */
interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  readHeader(): void;
  decode(): void;
  getFrameInfo(): { width: number; height: number; bitsPerSample: number; componentCount: number };
  delete(): void;
}
type Codec = { J2KDecoder: new () => Decoder };
type OpenCodec = (options: {
  wasmBinary: Uint8Array;
  print(): void;
  printErr(): void;
}) => Promise<Codec>;

const require = createRequire(import.meta.url);
let codec: Promise<Codec> | undefined;

/** Opens a photo whose signature held; null for what is no such photo. */
export async function readJpeg2000(photo: Uint8Array): Promise<OpenPhoto | null> {
  codec ??= openCodec();
  const decoder = new (await codec).J2KDecoder();

  try {
    decoder.getEncodedBuffer(photo.length).set(photo);
    decoder.readHeader();
    if (!isStamp(decoder.getFrameInfo())) return null;

    decoder.decode();

    const { width, height, componentCount } = decoder.getFrameInfo();
    return {
      data: Uint8Array.from(decoder.getDecodedBuffer()),
      width,
      height,
      channels: componentCount === 1 ? 1 : 3,
    };
  } catch {
    return null;
  } finally {
    decoder.delete();
  }
}

function isStamp(info: ReturnType<Decoder['getFrameInfo']>): boolean {
  const { width, height, bitsPerSample, componentCount } = info;
  const isSmall = [width, height].every((side) => side > 0 && side <= MAX_SIDE);
  return isSmall && bitsPerSample === 8 && (componentCount === 1 || componentCount === 3);
}

function openCodec(): Promise<Codec> {
  const open = require('@cornerstonejs/codec-openjpeg/decodewasmjs') as OpenCodec;
  const wasmBinary = readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm'));
  // It tells its progress to the console otherwise.
  return open({ wasmBinary, print: () => undefined, printErr: () => undefined });
}
