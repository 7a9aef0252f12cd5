import type { FileRefusal } from '../../platform/ports/identity-sources.ts';
import { FileRefusalError } from './file-refusal.ts';

/** Bounds of a ZIP that a borrower sends. */
export interface ZipLimits {
  readonly zipBytes: number;
  readonly unpackedBytes: number;
  /** How many times larger than the ZIP its content may be. */
  readonly ratio: number;
  readonly milliseconds: number;
}

/** A genuine file is some 15 kB, most of it a photo that does not shrink. @ASSUMED */
export const ZIP_LIMITS: ZipLimits = {
  zipBytes: 512 * 1024,
  unpackedBytes: 256 * 1024,
  ratio: 20,
  milliseconds: 5_000,
};

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
/** Of an archive without an entry. */
const END_RECORD = Buffer.from('PK\x05\x06', 'latin1');
const ZIP64_LOCATOR = Buffer.from('PK\x06\x07', 'latin1');

/**
 * The one encrypted entry of a ZIP. Its name and its extension mean nothing.
 * @throws FileRefusalError
 */
export async function openShareZip(
  upload: Buffer,
  shareCode: string,
  limits: ZipLimits = ZIP_LIMITS,
): Promise<Buffer> {
  if (upload.length === 0) throw new FileRefusalError('empty');
  if (upload.length > limits.zipBytes) throw new FileRefusalError('too_big');

  const start = upload.subarray(0, 4);
  if (start.equals(END_RECORD)) throw new FileRefusalError('entry_count');
  if (!start.equals(LOCAL_HEADER)) throw new FileRefusalError('not_a_zip');
  if (upload.includes(ZIP64_LOCATOR)) throw new FileRefusalError('zip64');

  // The package is large, and few borrowers send a file.
  const zip = await import('@zip.js/zip.js');
  const reader = new zip.ZipReader(new zip.Uint8ArrayReader(upload), {
    useWebWorkers: false,
    checkOverlappingEntry: true,
    checkCrc32: true,
    strictness: 'strict',
  });

  try {
    return await unpackEntry(await reader.getEntries(), shareCode, limits, upload.length);
  } catch (error) {
    if (error instanceof FileRefusalError) throw error;
    throw new FileRefusalError(nameFault(error, zip));
  } finally {
    await reader.close();
  }
}

type Zip = typeof import('@zip.js/zip.js');
type Entries = Awaited<ReturnType<InstanceType<Zip['ZipReader']>['getEntries']>>;

async function unpackEntry(
  entries: Entries,
  shareCode: string,
  limits: ZipLimits,
  zipBytes: number,
): Promise<Buffer> {
  const [entry] = entries;
  if (entries.length !== 1 || !entry || entry.directory) throw new FileRefusalError('entry_count');
  if (entry.zip64) throw new FileRefusalError('zip64');
  if (!entry.encrypted) throw new FileRefusalError('not_encrypted');

  const most = Math.min(limits.unpackedBytes, zipBytes * limits.ratio);
  if (entry.uncompressedSize > most) throw new FileRefusalError('unpacked_too_big');

  const parts: Uint8Array[] = [];
  let length = 0;
  const collector = new WritableStream<Uint8Array>({
    write(part) {
      length += part.length;
      // What the header claims is not believed.
      if (length > most) throw new FileRefusalError('unpacked_too_big');
      parts.push(part);
    },
  });
  await entry.getData(collector, {
    password: shareCode,
    signal: AbortSignal.timeout(limits.milliseconds),
  });

  return Buffer.concat(parts);
}

/**
 * One of 256 wrong codes passes the check at the start of an entry in the old cipher; what it then
 * decrypts does not unpack, or has another size or checksum.
 */
function nameFault(error: unknown, zip: Zip): FileRefusal {
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  if (name === 'TimeoutError') return 'took_too_long';

  const byCode = [
    zip.ERR_INVALID_PASSWORD,
    zip.ERR_INVALID_CRC32,
    zip.ERR_INVALID_COMPRESSED_DATA,
    zip.ERR_INVALID_UNCOMPRESSED_SIZE,
  ];
  return byCode.includes(message) ? 'wrong_share_code' : 'zip_damaged';
}
