import { claimCard } from '../people/certification/card-claim-store.ts';
import { readSource } from '../people/certification/source-store.ts';
import type { FieldCrypto } from '../platform/crypto/field-crypto.ts';
import { NO_ID } from '../platform/db/db.ts';
import type { TestApp } from './start-app.ts';

/** Whom a card names. */
export interface CardHolder {
  readonly name: string;
  readonly birthDay: string;
  readonly last4: string;
}

/**
 * Claims a card for an account as a process with these keys does.
 * @returns false when another account has it
 */
export async function claimCardFor(
  { deps }: Pick<TestApp, 'deps'>,
  userId: string,
  { name, birthDay, last4 }: CardHolder,
  crypto: FieldCrypto = deps.crypto,
): Promise<boolean> {
  const source = await readSource(deps.db, crypto, userId);
  const fields = { name, birth: birthDay, gender: 'female' } as const;
  const card = { sourceId: source?.sourceId ?? NO_ID, referenceLast4: last4, fields };

  return deps.db.transaction().execute((tx) => claimCard(tx, crypto, userId, card));
}
