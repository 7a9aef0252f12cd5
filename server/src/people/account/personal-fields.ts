import { businessDay } from '@noren/core/money/time';
import { type Address, type AddressField, isAddressField } from '@noren/core/people/address';
import { type CorrectedField, isIdentityField } from '@noren/core/people/correction';
import { keepApplicableWork } from '@noren/core/people/work-fields';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { confirmAddress, readAddress } from '../certification/address-store.ts';
import {
  correctIdentity,
  readIdentity,
  readPersonalInfo,
  writePersonalInfo,
} from '../certification/store.ts';

/** A user's correctable fields. Values are dictionary codes, days or texts. */
export async function readPersonalFields(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<{ readonly [F in CorrectedField]?: string | undefined }> {
  const identity = await readIdentity(db, crypto, userId);
  const info = await readPersonalInfo(db, crypto, userId);
  const home = await readAddress(db, crypto, userId);

  return {
    ...info,
    ...(home?.isConfirmed && home.address),
    ...(identity && { name: identity.name, birthday: identity.birthDay }),
  };
}

interface FieldChange<F> {
  readonly userId: string;
  readonly field: F;
  readonly value: string;
  readonly now: number;
}

/**
 * Replaces a field. The date of birth is changed in both places it is stored. After a change of
 * work status, fields the form does not ask for with it are dropped.
 */
export async function updatePersonalField(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, field, value, now }: FieldChange<CorrectedField>,
): Promise<void> {
  if (field === 'name') return correctIdentity(tx, crypto, userId, { name: value });

  if (isAddressField(field)) return correctAddress(tx, crypto, { userId, field, value, now });

  if (isIdentityField(field))
    await correctIdentity(tx, crypto, userId, { birthDay: businessDay(value) });

  const info = await readPersonalInfo(tx, crypto, userId);
  if (info)
    await writePersonalInfo(
      tx,
      crypto,
      userId,
      keepApplicableWork({ ...info, [field]: value }),
      now,
    );
}

async function correctAddress(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, field, value, now }: FieldChange<AddressField>,
): Promise<void> {
  const home = await readAddress(tx, crypto, userId);
  if (!home?.isConfirmed) return;

  const address = { ...(home.address as Address), [field]: value };
  await confirmAddress(tx, crypto, userId, { address, now });
}
