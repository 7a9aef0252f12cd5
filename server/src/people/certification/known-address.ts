import { readCardAddress } from '@noren/core/people/address-read';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { readAddress, type StoredAddress } from './address-store.ts';
import { readDocuments } from './document-store.ts';

/**
 * The address as it is stored; without one, what was read from the picture of a card, for the
 * borrower to confirm.
 */
export async function readKnownAddress(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<StoredAddress> {
  const stored = await readAddress(db, crypto, userId);
  if (stored) return stored;

  const documents = await readDocuments(db, crypto, userId);
  const back = documents.find(({ type }) => type === 'aadhaarBack');
  const take = (field: 'address' | 'pin') =>
    back?.uncertain.includes(field) ? '' : (back?.fields[field] ?? '');

  const address = readCardAddress(take('address'), take('pin'));
  return { address, fromSource: [], isConfirmed: false };
}
