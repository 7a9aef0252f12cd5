import { randomFillSync } from 'node:crypto';
import { NONCE_BYTES } from '@noren/contract/seal';

const pool = Buffer.alloc(NONCE_BYTES * 512);
let used = pool.length;

/**
 * Random bytes for one AES-GCM encryption, never given twice: drawn many at a time, as one drawing
 * costs as much as many.
 */
export function nextNonce(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }

  used += NONCE_BYTES;

  return Buffer.from(pool.subarray(used - NONCE_BYTES, used));
}
