import { matchAccountNames, worseMatch } from '@noren/core/people/name-match';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Tx } from '../../platform/db/db.ts';
import { readAccount, saveComparedNames } from './store.ts';
import { readValidation } from './validation-store.ts';

/**
 * Compares the names on the user's account with another confirmed name. What a reviewer decided was
 * about the former one.
 */
export async function compareNamesAgain(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, confirmed, now }: { userId: string; confirmed: string; now: number },
): Promise<void> {
  const account = await readAccount(tx, crypto, userId);
  if (!account) return;

  const { validation, holderName: typed } = account;
  const atBank = (await readValidation(tx, crypto, userId, account))?.nameAtBank ?? null;
  const compared = matchAccountNames({ confirmed, typed, atBank });
  // The name that the bank gave is gone while a newer request has no answer.
  const isNameGone = validation === 'valid' && atBank === null;
  const nameMatch = isNameGone ? worseMatch(account.nameMatch, compared) : compared;
  if (nameMatch === 'match' && account.nameMatch === 'match') return;

  await saveComparedNames(tx, crypto, userId, { account, facts: { validation, nameMatch }, now });
}
