import { maskName } from '@noren/core/people/name-match';
import type { FieldCrypto } from '../crypto/field-crypto.ts';

/** A name as it may be shown beside a case; null before the identity is saved. */
export function readMaskedName(
  crypto: FieldCrypto,
  userId: string,
  nameEnc: Buffer | null,
): string | null {
  return nameEnc && maskName(crypto.decrypt(nameEnc, `identities.name_enc:${userId}`));
}
