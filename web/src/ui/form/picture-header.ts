/** The type of a file and, for a picture, its size in pixels, as far as its first bytes show. */
export interface PictureHeader {
  readonly format: 'jpeg' | 'png' | 'webp' | 'heic' | 'pdf' | 'unknown';
  readonly size?: { readonly width: number; readonly height: number };
}

/** How much of a file is read: a JPEG states its size after its preview and its colour profile. */
export const HEADER_BYTES = 262_144;

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'];

/** Reads the first bytes of a file; its name and declared type are not trusted. */
export function readHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

  if (bytes[0] === 0xff && bytes[1] === 0xd8) return { format: 'jpeg', ...sized(jpegSize(view)) };

  if (text(0, 8) === '\x89PNG\r\n\x1a\n')
    return {
      format: 'png',
      ...sized(bytes.length >= 24 && [view.getUint32(16), view.getUint32(20)]),
    };

  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP')
    return { format: 'webp', ...sized(webpSize(view, text(12, 16))) };
  if (text(4, 8) === 'ftyp' && HEIC_BRANDS.includes(text(8, 12))) return { format: 'heic' };

  // PDF readers allow other bytes before the signature.
  return { format: text(0, 1024).includes('%PDF-') ? 'pdf' : 'unknown' };
}

function sized(found: readonly [number, number] | false | undefined): Pick<PictureHeader, 'size'> {
  return found ? { size: { width: found[0], height: found[1] } } : {};
}

/**
 * Walks the segments to the first frame header (SOF; DHT, JPG and DAC have codes in the same
 * range).
 */
function jpegSize(view: DataView): readonly [number, number] | undefined {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + view.getUint16(at + 2);
  }

  return undefined;
}

function webpSize(view: DataView, kind: string): readonly [number, number] | undefined {
  if (view.byteLength < 30) return undefined;

  const three = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (kind) {
    case 'VP8X':
      return [three(24), three(27)];
    case 'VP8 ':
      return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
    }
    default:
      return undefined;
  }
}
