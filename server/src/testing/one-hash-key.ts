import type { HashKeys } from '../platform/crypto/keyed-hashes.ts';

/** The chain of an installation whose hash key never changed. */
export function oneHashKey(key: Buffer): HashKeys {
  return { currentId: 1, byId: new Map([[1, key]]), retired: new Set() };
}
