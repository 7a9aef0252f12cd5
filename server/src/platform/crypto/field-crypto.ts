import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { nextNonce } from './nonces.ts';

/** Keys of the fields: the current one encrypts, every known one decrypts; the hash key finds a value without reading it. */
export interface FieldKeys {
  readonly currentId: number;
  readonly byId: ReadonlyMap<number, Buffer>;
  readonly hashKey: Buffer;
}

/** Encrypts single fields and makes the keyed hashes they are found by. */
export interface FieldCrypto {
  /** The key that encrypts, and those that only decrypt. */
  readonly keyIds: { readonly current: number; readonly older: readonly number[] };
  /** Encrypts; `context` (table, column and owner) is bound to it, so a value cannot be moved to another row. */
  encrypt(plain: string, context: string): Buffer;
  /** @throws Error when the value was altered, moved, or its key is unknown */
  decrypt(sealed: Buffer, context: string): string;
  /** Keyed hash of a value of one kind, for look-ups and uniqueness. */
  hash(kind: string, value: string): Buffer;
  /** A key of 32 bytes for one purpose, derived from a secret of the server and this value. */
  deriveKey(purpose: string, value: string): Buffer;
}

/** Field encryption by AES-256-GCM: one byte of key id, 12 of nonce, the ciphertext, 16 of tag. */
export function makeFieldCrypto(keys: FieldKeys): FieldCrypto {
  const byId = new Map([...keys.byId].map(([id, key]) => [id, createSecretKey(key)]));
  const hashKey = createSecretKey(keys.hashKey);
  const keyOf = (id: number): KeyObject => {
    const key = byId.get(id);
    if (!key) throw new Error(`field key ${id} is unknown`);
    return key;
  };
  return {
    keyIds: { current: keys.currentId, older: [...byId.keys()].filter((id) => id !== keys.currentId) },
    encrypt(plain, context) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', keyOf(keys.currentId), nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(keys.currentId), nonce, body, cipher.getAuthTag()]);
    },
    decrypt(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(sealed[0] ?? -1), sealed.subarray(1, 13));
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16));
      return decipher.update(sealed.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8');
    },
    hash: (kind, value) => createHmac('sha256', hashKey).update(`${kind}\n${value}`).digest(),
    deriveKey: (purpose, value) => Buffer.from(hkdfSync('sha256', hashKey, value, `noren ${purpose}`, 32)),
  };
}

/** Hash of a random token: it is already unguessable, so no key is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
