import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { KEY_LABELS, makeKeyDeriver } from './derived-keys.ts';
import { type HashKeys, type KeyedHashes, makeKeyedHashes } from './keyed-hashes.ts';
import { nextNonce } from './nonces.ts';

/**
 * Keys of the fields: the current one encrypts, every known one decrypts; the hash keys find a
 * value without reading it.
 */
export interface FieldKeys {
  readonly currentId: number;
  readonly byId: ReadonlyMap<number, Buffer>;
  readonly hashes: HashKeys;
}

/** Encrypts single fields and makes the keyed hashes they are found by. */
export interface FieldCrypto extends KeyedHashes {
  /** The key that encrypts, and those that only decrypt. */
  readonly keyIds: { readonly current: number; readonly older: readonly number[] };
  /**
   * Encrypts; `context` (`table.column:owner`) is bound to it, so a value cannot be moved to
   * another row. Each column has a key of its own.
   */
  encrypt(plain: string, context: string): Buffer;
  /** @throws Error when the value was altered, moved, or its key is unknown */
  decrypt(sealed: Buffer, context: string): string;
}

/** The context's part before its owner, by which the key is derived. */
function parseColumn(context: string): string {
  const end = context.indexOf(':');
  if (end < 1) throw new Error('the context of an encrypted field has no column');
  return context.slice(0, end);
}

/** Field encryption by AES-256-GCM: one byte of key id, 12 of nonce, the ciphertext, 16 of tag. */
export function makeFieldCrypto(keys: FieldKeys): FieldCrypto {
  const derivers = new Map([...keys.byId].map(([id, key]) => [id, makeKeyDeriver(key)]));

  const deriveFieldKey = (id: number, context: string) => {
    const derive = derivers.get(id);
    if (!derive) throw new Error(`field key ${id} is unknown`);
    return derive(KEY_LABELS.column(parseColumn(context)));
  };

  return {
    ...makeKeyedHashes(keys.hashes),
    keyIds: {
      current: keys.currentId,
      older: [...keys.byId.keys()].filter((id) => id !== keys.currentId),
    },
    encrypt(plain, context) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', deriveFieldKey(keys.currentId, context), nonce);

      cipher.setAAD(Buffer.from(context));

      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(keys.currentId), nonce, body, cipher.getAuthTag()]);
    },
    decrypt(sealed, context) {
      const decipher = createDecipheriv(
        'aes-256-gcm',
        deriveFieldKey(sealed[0] ?? -1, context),
        sealed.subarray(1, 13),
      );
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16));

      return decipher.update(sealed.subarray(13, -16), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** Hash of a random token: it is already unguessable, so no key is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
