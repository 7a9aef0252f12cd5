import { holderKey } from '@noren/core/people/source-match';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { claimIfFree, findOwner } from '../../platform/db/name-owners-store.ts';
import type { SourceFields } from '../../platform/ports/identity-sources.ts';
import type { IdentitySource } from './source-store.ts';

/** A source whose fields are still there. */
export type ReadableSource = Pick<IdentitySource, 'sourceId' | 'referenceLast4'> & {
  readonly fields: Pick<SourceFields, 'name' | 'birth' | 'gender'>;
};

const toKey = ({ fields, referenceLast4: last4 }: ReadableSource): string =>
  holderKey({ ...fields, last4 });

/** Whose account a card confirmed; null when it confirmed none. */
export async function findCardOwner(
  db: Db | Tx,
  crypto: FieldCrypto,
  source: ReadableSource,
): Promise<string | null> {
  return findOwner(db, { kind: 'card_holder', name: crypto.hashes('card_holder', toKey(source)) });
}

/**
 * Claims the card of a source for the account that it confirms; it stays that account's until the
 * person is erased. Source: decision 050.
 * @returns false when it confirmed another account
 */
export async function claimCard(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  source: ReadableSource,
): Promise<boolean> {
  const key = toKey(source);
  const name = crypto.hashes('card_holder', key);
  if (!(await claimIfFree(tx, { kind: 'card_holder', name, userId }))) return false;

  await tx
    .updateTable('identity_sources')
    .set({ holderHash: crypto.hash('card_holder', key) })
    .where('userId', '=', userId)
    .where('sourceId', '=', source.sourceId)
    .execute();

  return true;
}
