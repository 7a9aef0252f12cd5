import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey, KEY_LABELS, makeKeyDeriver } from './derived-keys.ts';

/**
 * The hash keys, which form a chain in the order of their ids: a hash made with one is hashed again
 * with each later one.
 */
export interface HashKeys {
  /** The key that new hashes are made with last. */
  readonly currentId: number;
  readonly byId: ReadonlyMap<number, Buffer>;
  /** Keys that only begin the chain: no stored hash ends with one. */
  readonly retired: ReadonlySet<number>;
}

/**
 * Keyed hashes, by which a value is found without reading it. The first byte is the id of the last
 * key of the chain.
 */
export interface KeyedHashes {
  /**
   * The key that new hashes end with, the keys that a stored hash may end with, the newest first,
   * and the others.
   */
  readonly hashKeyIds: {
    readonly current: number;
    readonly stored: readonly number[];
    readonly retired: readonly number[];
  };
  /** Hash of a value of one kind, to be stored. */
  hash(kind: string, value: string): Buffer;
  /** Every hash that a row with this value may have, the one of the newest key first. */
  hashes(kind: string, value: string): Buffer[];
  /** The same, and those that end with a retired key. */
  allHashes(kind: string, value: string): Buffer[];
  /** A stored hash and what it becomes with each later key, the newest first. */
  versionsFrom(hash: Buffer): Buffer[];
  /**
   * A stored hash as it is with the newest key.
   * @throws Error when its key is unknown
   */
  lift(hash: Buffer): Buffer;
  /**
   * Whether two hashes of one kind, perhaps with different keys, are of the same value; never with
   * a key that is unknown.
   */
  isSameHash(a: Buffer, b: Buffer): boolean;
  /** A key of 32 bytes for one purpose, derived from the newest key and a value. */
  deriveKey(purpose: string, value: string): Buffer;
}

/**
 * Kinds whose hashes keep the first key for ever: transfer numbers are in rows of the ledger, which
 * never change. They name a payment at a bank, not a person.
 */
const STABLE_KINDS: ReadonlySet<string> = new Set(['utr']);

/** Keyed hashes by HMAC-SHA-256: one byte of key id and 32 of hash. */
export function makeKeyedHashes({ currentId, byId, retired }: HashKeys): KeyedHashes {
  const ids = [...byId.keys()].sort((a, b) => a - b);
  const derivers = new Map([...byId].map(([id, key]) => [id, makeKeyDeriver(key)]));

  const deriveHashKey = (id: number, label: string) => {
    const derive = derivers.get(id);
    if (!derive) throw new Error(`hash key ${id} is unknown`);
    return derive(label);
  };

  const [firstId = currentId] = ids;
  const newestId = ids.at(-1) ?? currentId;
  const stored = ids.filter((id) => !retired.has(id)).reverse();

  const first = (kind: string, value: string): Buffer => {
    const body = createHmac('sha256', deriveHashKey(firstId, KEY_LABELS.hashKind(kind))).update(
      `${kind}\n${value}`,
    );
    return Buffer.concat([Buffer.of(firstId), body.digest()]);
  };

  /** The hash as it is with each later key up to one, itself first. */
  const chain = (hash: Buffer, upTo: number): Buffer[] => {
    const from = ids.indexOf(hash[0] ?? -1);
    if (from < 0) throw new Error(`hash key ${hash[0]} is unknown`);

    const made = [hash];
    for (const id of ids.slice(from + 1).filter((one) => one <= upTo)) {
      const body = createHmac('sha256', deriveHashKey(id, KEY_LABELS.hashStep)).update(
        made.at(-1) as Buffer,
      );
      made.push(Buffer.concat([Buffer.of(id), body.digest()]));
    }

    return made;
  };

  const lift = (hash: Buffer): Buffer => chain(hash, newestId).at(-1) as Buffer;

  return {
    hashKeyIds: { current: currentId, stored, retired: [...retired] },
    hash(kind, value) {
      const made = first(kind, value);
      return STABLE_KINDS.has(kind) || currentId === firstId
        ? made
        : (chain(made, currentId).at(-1) as Buffer);
    },
    hashes: (kind, value) =>
      chain(first(kind, value), newestId)
        .filter((hash) => stored.includes(hash[0] ?? -1))
        .reverse(),
    allHashes: (kind, value) => chain(first(kind, value), newestId).reverse(),
    versionsFrom: (hash) => chain(hash, newestId).reverse(),
    lift,
    isSameHash(a, b) {
      if (a.equals(b)) return true;
      if ([a, b].some((hash) => !byId.has(hash[0] ?? -1))) return false;
      const [one, other] = [lift(a), lift(b)];
      return one.length === other.length && timingSafeEqual(one, other);
    },
    deriveKey: (purpose, value) =>
      deriveKey(byId.get(currentId) as Buffer, KEY_LABELS.value(purpose), value),
  };
}
