import type { Language } from '@noren/contract/fields';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db } from '../../platform/db/db.ts';

/**
 * The phone number and language a user's notifications are sent to; the phone is empty once the
 * user is erased.
 */
export async function readRecipient(
  db: Db,
  crypto: FieldCrypto,
  userId: string,
): Promise<{ phone: string; language: Language }> {
  const user = await db
    .selectFrom('users')
    .select(['phoneEnc', 'language'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  const phone = crypto.decrypt(user.phoneEnc, `users.phone_enc:${userId}`);

  return { phone, language: user.language };
}
