import type { Address, AddressField } from '@noren/core/people/address';
import { listSourceFields, readSourceAddress } from '@noren/core/people/address-read';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { SourceFields } from '../../platform/ports/identity-sources.ts';

/** A borrower's address as it is stored. */
export interface StoredAddress {
  /** All fields once it is confirmed; before, what a source said. */
  readonly address: Partial<Address>;
  /** The fields that are as a source says which agrees with the confirmed identity. */
  readonly fromSource: readonly AddressField[];
  readonly isConfirmed: boolean;
}

const encryptionContext = (userId: string): string => `addresses.address_enc:${userId}`;

async function readRow(db: Db | Tx, crypto: FieldCrypto, userId: string) {
  const row = await db
    .selectFrom('addresses')
    .select(['addressEnc', 'saidFields', 'confirmedAt'])
    .select((of) =>
      of
        .selectFrom('identity_sources as s')
        .select('s.verdict')
        .whereRef('s.userId', '=', 'addresses.userId')
        .orderBy('s.sourceId', 'desc')
        .limit(1)
        .as('verdict'),
    )
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!row) return null;

  const plain = crypto.decrypt(row.addressEnc, encryptionContext(userId));
  return {
    address: JSON.parse(plain) as Partial<Address>,
    saidFields: row.saidFields as AddressField[],
    isConfirmed: row.confirmedAt !== null,
    isVouched: row.verdict === 'agrees',
  };
}

export async function readAddress(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<StoredAddress | null> {
  const row = await readRow(db, crypto, userId);
  if (!row) return null;

  const { address, isConfirmed, saidFields, isVouched } = row;
  return { address, isConfirmed, fromSource: isVouched ? saidFields : [] };
}

async function writeRow(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  row: { address: Partial<Address>; saidFields: readonly AddressField[]; savedAt: number } & {
    confirmedAt: number | null;
  },
): Promise<void> {
  const values = {
    addressEnc: crypto.encrypt(JSON.stringify(row.address), encryptionContext(userId)),
    saidFields: JSON.stringify(row.saidFields),
    savedAt: timestamp(row.savedAt),
    confirmedAt: row.confirmedAt === null ? null : timestamp(row.confirmedAt),
  };

  await tx
    .insertInto('addresses')
    .values({ userId, ...values })
    .onConflict((clash) => clash.column('userId').doUpdateSet(values))
    .execute();
}

/**
 * What a signed source of any kind says of the address. It fills the form while nothing is
 * confirmed. It changes no confirmed address, but marks the fields in which both are the same.
 */
export async function noteSourceAddress(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  { fields, now }: { fields: SourceFields; now: number },
): Promise<void> {
  const said = readSourceAddress(fields);
  const row = await readRow(tx, crypto, userId);

  if (row?.isConfirmed) {
    const saidFields = listSourceFields(row.address as Address, said);
    await tx
      .updateTable('addresses')
      .set({ saidFields: JSON.stringify(saidFields) })
      .where('userId', '=', userId)
      .execute();

    return;
  }

  const saidFields = Object.keys(said) as AddressField[];
  await writeRow(tx, crypto, userId, {
    address: said,
    saidFields,
    savedAt: now,
    confirmedAt: null,
  });
}

/** Stores the address as the borrower confirms or corrects it. */
export async function confirmAddress(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  { address, now }: { address: Address; now: number },
): Promise<void> {
  const row = await readRow(tx, crypto, userId);
  const said = Object.fromEntries(
    (row?.saidFields ?? []).map((field) => [field, row?.address[field]]),
  );
  const saidFields = listSourceFields(address, said);
  await writeRow(tx, crypto, userId, { address, saidFields, savedAt: now, confirmedAt: now });
}

/** Deletes what a source said that is gone, or that speaks of somebody else. */
export async function deleteSourceAddress(tx: Tx | Db, userId: string): Promise<void> {
  await tx
    .deleteFrom('addresses')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .execute();
}

/** Deletes what sources said before `before` (UTC ms) and nobody confirmed. */
export async function deleteOldAddresses(db: Db | Tx, before: number): Promise<void> {
  await db
    .deleteFrom('addresses')
    .where('confirmedAt', 'is', null)
    .where('savedAt', '<', instantValue(before))
    .execute();
}
