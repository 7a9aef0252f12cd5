import { createHash } from 'node:crypto';
import type { PaperSealer } from '../../platform/ports/paper-sealer.ts';
import { OPEN_BYTE_RANGE } from './open-signature.ts';

const OPEN_RANGE = Buffer.from(`/ByteRange [${OPEN_BYTE_RANGE.join(' ')}]`);
const CONTENTS = Buffer.from('/Contents <');

/**
 * Seals a PDF that has an open signature: the signature covers every byte but its own.
 * @throws Error when the sealer gives no signature, or one without room
 */
export async function sealFile(file: Buffer, sealer: PaperSealer): Promise<Buffer> {
  const range = file.indexOf(OPEN_RANGE);
  const start = file.indexOf(CONTENTS, range) + CONTENTS.length - 1;
  const end = file.indexOf('>', start) + 1;
  if (range < 0 || start < range || file.indexOf(OPEN_RANGE, range + 1) >= 0)
    throw new TypeError('the file has not exactly one open signature');

  const sealed = Buffer.from(file);
  const written = `/ByteRange [0 ${start} ${end} ${file.length - end}]`;
  sealed.write(written.padEnd(OPEN_RANGE.length), range, 'latin1');

  const sha256 = createHash('sha256')
    .update(sealed.subarray(0, start))
    .update(sealed.subarray(end))
    .digest();
  const signature = await sealer.seal(sha256);
  if (signature.length * 2 > end - start - 2)
    throw new RangeError(`a signature of ${signature.length} bytes has no room in the file`);

  sealed.write(signature.toString('hex'), start + 1, 'latin1');

  return sealed;
}
