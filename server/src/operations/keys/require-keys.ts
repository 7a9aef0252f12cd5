import type { Deps } from '../../platform/deps.ts';
import { readPhonePerKey } from './key-rotation-store.ts';

/**
 * Checks that the keys are those of the data: with another field key nothing could be read, and with another hash key
 * nobody would be found, and each who signs in would be a new user.
 * @throws Error that names the setting
 */
export async function requireKeys({ db, crypto }: Pick<Deps, 'db' | 'crypto'>): Promise<void> {
  for (const { userId, phoneEnc, phoneHash } of await readPhonePerKey(db)) {
    const phone = decryptPhone(crypto, { userId, phoneEnc });
    if (!crypto.hash('phone', phone).equals(phoneHash))
      throw new Error('NOREN_HASH_KEY is not the key of this database.');
  }
}

function decryptPhone(crypto: Deps['crypto'], { userId, phoneEnc }: { userId: string; phoneEnc: Buffer }): string {
  try {
    return crypto.decrypt(phoneEnc, `users.phone_enc:${userId}`);
  } catch {
    throw new Error(
      `Field key ${phoneEnc[0]} of this database is not among NOREN_FIELD_KEY and NOREN_FIELD_KEYS_OLD, or is another key.`,
    );
  }
}
