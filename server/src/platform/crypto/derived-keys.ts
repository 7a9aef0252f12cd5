import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * What a key of its own is derived for, by HKDF-SHA-256 (RFC 5869) from a configured key: who
 * learns one derived key learns no other. The texts are part of what is stored: changing one makes
 * its data unreadable.
 */
export const KEY_LABELS = {
  /** Of a field key: one key for each encrypted column, stored answers of calls too. */
  column: (column: string) => `noren field ${column}`,
  /** Of a field key. */
  files: 'noren files',
  /** Of the first hash key: one key for each kind of value. */
  hashKind: (kind: string) => `noren hash ${kind}`,
  /** Of each later hash key: hashes the hashes made with the key before it. */
  hashStep: 'noren hash step',
  /** Of the newest hash key, with a value as salt. */
  value: (purpose: string) => `noren ${purpose}`,
  /** Of the first hash key. */
  sandboxBank: 'noren sandbox bank webhooks',
} as const;

export function deriveKey(key: Buffer, label: string, salt = ''): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, label, 32));
}

/** Derives each label's key once. For labels that are few. */
export function makeKeyDeriver(key: Buffer): (label: string) => KeyObject {
  const derived = new Map<string, KeyObject>();

  return (label) => {
    let known = derived.get(label);
    if (!known) {
      known = createSecretKey(deriveKey(key, label));
      derived.set(label, known);
    }

    return known;
  };
}
