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
  if (!isStamp(Buffer.from(photo))) return null;

  codec ??= openCodec();
  const decoder = new (await codec).J2KDecoder();

  try {
    decoder.getEncodedBuffer(photo.length).set(photo);
    decoder.decode();

    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
    if (bitsPerSample !== 8 || (componentCount !== 1 && componentCount !== 3)) return null;

    return {
      data: Uint8Array.from(decoder.getDecodedBuffer()),
      width,
      height,
      channels: componentCount,
    };
  } catch {
    return null;
  } finally {
    decoder.delete();
  }
}

/** Start of a codestream, and the marker of its size. Source: ISO/IEC 15444-1, annex A.5. */
const SIZE_MARKER = Buffer.from([0xff, 0x4f, 0xff, 0x51]);
const SIZE_BYTES = 24;

/** Whether the header claims a small picture; the decoder reads it only when it decodes. */
function isStamp(photo: Buffer): boolean {
  const at = photo.indexOf(SIZE_MARKER);
  if (at < 0 || photo.length < at + SIZE_BYTES) return false;

  const width = photo.readUInt32BE(at + 8) - photo.readUInt32BE(at + 16);
  const height = photo.readUInt32BE(at + 12) - photo.readUInt32BE(at + 20);
  return [width, height].every((side) => side > 0 && side <= MAX_SIDE);
}

function openCodec(): Promise<Codec> {
  const open = require('@cornerstonejs/codec-openjpeg/decodewasmjs') as OpenCodec;
  const wasmBinary = readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm'));
  // It tells its progress to the console otherwise.
  return open({ wasmBinary, print: () => undefined, printErr: () => undefined });
}
