import { readPhonePerKey, readPhonesAtEnds } from '../../people/encryption/key-rotation-store.ts';
import { ConfigError } from '../../platform/config/config-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { hasPhoneHashUnderKeys } from './hash-move-store.ts';

/**
 * Checks that the keys are those of the data: with another field key nothing could be read, and
 * with another hash key nobody would be found, and each who signs in would be a new user. A start
 * looks at two users, a restore at one of each key.
 * @throws ConfigError that names the setting
 */
export async function requireKeys(
  { db, crypto }: Pick<Deps, 'db' | 'crypto'>,
  { isThorough }: { isThorough: boolean },
): Promise<void> {
  for (const { userId, phoneEnc, phoneHash } of await (isThorough
    ? readPhonePerKey
    : readPhonesAtEnds)(db)) {
    const phone = decryptPhone(crypto, { userId, phoneEnc });
    if (!crypto.allHashes('phone', phone).some((hash) => hash.equals(phoneHash)))
      throw new ConfigError(
        `Hash key ${phoneHash[0]} of this database is not among NOREN_HASH_KEY, NOREN_HASH_KEYS_OTHER and NOREN_HASH_KEYS_RETIRED, or is another key.`,
      );
    if (!crypto.hashKeyIds.stored.includes(phoneHash[0] ?? -1))
      throw new ConfigError(
        `Hash key ${phoneHash[0]} is in use: move it from NOREN_HASH_KEYS_RETIRED to NOREN_HASH_KEYS_OTHER.`,
      );
  }
}

/**
 * Checks that no stored phone hash was made with a retired key: its borrower could not be found.
 * @throws ConfigError that names the setting
 */
export async function requireNoRetiredHash({
  db,
  crypto,
}: Pick<Deps, 'db' | 'crypto'>): Promise<void> {
  const { retired } = crypto.hashKeyIds;
  if (retired.length > 0 && (await hasPhoneHashUnderKeys(db, retired)))
    throw new ConfigError(
      `A hash key of NOREN_HASH_KEYS_RETIRED (${retired.join(', ')}) is in use: move it to NOREN_HASH_KEYS_OTHER, and run npm run rotate-keys.`,
    );
}

function decryptPhone(
  crypto: Deps['crypto'],
  { userId, phoneEnc }: { userId: string; phoneEnc: Buffer },
): string {
  try {
    return crypto.decrypt(phoneEnc, `users.phone_enc:${userId}`);
  } catch {
    throw new ConfigError(
      `Field key ${phoneEnc[0]} of this database is not among NOREN_FIELD_KEY and NOREN_FIELD_KEYS_OLD, or is another key.`,
    );
  }
}
