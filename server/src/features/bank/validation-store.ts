import type { BusinessDay } from '@noren/core/money/time';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { makeNumber } from '../../platform/db/public-ids.ts';
import type { AccountAnswer } from '../../platform/ports/payouts.ts';

/** An account as the bank is asked about it. */
export interface AskedAccount {
  readonly ifsc: string;
  readonly accountNo: string;
}

/** What a bank was asked of a user's account, and what it answered; `unknown` until there is an answer. */
export interface Validation {
  readonly ref: string;
  readonly state: 'unknown' | 'pending' | 'valid' | 'invalid';
  /** The holder as the bank has it, once valid. */
  readonly nameAtBank: string | null;
  readonly decidedAt: number | null;
}
export type ValidationState = Validation['state'];

/** What its owner tells of an account beside its number. */
export interface AccountDetails {
  readonly accountType: 1 | 2;
  readonly isSalaryAccount: boolean;
}

export function isDecided(state: ValidationState): boolean {
  return state === 'valid' || state === 'invalid';
}

const hashNumber = (crypto: FieldCrypto, accountNo: string): Buffer => crypto.hash('account-number', accountNo);
const place = (userId: string): string => `bank_account_validations.name_at_bank_enc:${userId}`;
const columns = ['ref', 'state', 'nameAtBankEnc', 'decidedAt'] as const;

type Row = { ref: string; state: ValidationState; nameAtBankEnc: Buffer | null; decidedAt: number | null };
function validationOf(crypto: FieldCrypto, userId: string, row: Row): Validation {
  const nameAtBank = row.nameAtBankEnc === null ? null : crypto.decrypt(row.nameAtBankEnc, place(userId));
  return { ref: row.ref, state: row.state, nameAtBank, decidedAt: row.decidedAt };
}

/** What is recorded of an account; null when the bank was never asked. */
export async function readValidation(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
  account: AskedAccount,
): Promise<Validation | null> {
  const row = await db
    .selectFrom('bank_account_validations')
    .select(columns)
    .where('userId', '=', userId)
    .where('accountHash', '=', hashNumber(crypto, account.accountNo))
    .where('ifsc', '=', account.ifsc)
    .executeTakeFirst();
  return row ? validationOf(crypto, userId, row) : null;
}

/**
 * Begins a question under a reference of its own, in place of an answer older than `staleBefore`. Of two that begin at
 * once one is made, and both get it.
 */
export async function beginValidation(
  db: Db,
  crypto: FieldCrypto,
  userId: string,
  account: AskedAccount,
  at: { now: number; today: BusinessDay; staleBefore: number },
): Promise<Validation> {
  const asked = { ref: makeNumber('V', at.today, 14), state: 'unknown' as const, requestedAt: timestamp(at.now) };
  const key = { userId, accountHash: hashNumber(crypto, account.accountNo), ifsc: account.ifsc };
  await db
    .insertInto('bank_account_validations')
    .values({ ...key, ...asked, decidedAt: null })
    .onConflict((clash) =>
      clash
        .columns(['userId', 'accountHash', 'ifsc'])
        .doUpdateSet({ ...asked, nameAtBankEnc: null, reason: null, decidedAt: null })
        .where('bank_account_validations.decidedAt', '<', instantValue(at.staleBefore)),
    )
    .execute();
  const begun = await readValidation(db, crypto, userId, account);
  if (!begun) throw new Error('a validation that was just begun is gone');
  return begun;
}

/** Records an answer under its reference; one that is there already stays. */
export async function recordAnswer(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  given: { account: AskedAccount; ref: string; answer: AccountAnswer | null; now: number },
): Promise<void> {
  const { answer } = given;
  const state = answer?.state ?? 'unknown';
  await tx
    .updateTable('bank_account_validations')
    .set({
      state,
      nameAtBankEnc: answer?.state === 'valid' ? crypto.encrypt(answer.nameAtBank, place(userId)) : null,
      reason: answer?.state === 'invalid' ? answer.reason : null,
      decidedAt: isDecided(state) ? timestamp(given.now) : null,
    })
    .where('userId', '=', userId)
    .where('accountHash', '=', hashNumber(crypto, given.account.accountNo))
    .where('ifsc', '=', given.account.ifsc)
    .where('ref', '=', given.ref)
    .where('state', 'in', ['unknown', 'pending'])
    .execute();
}

/** Whether this user has ever asked about an account number. */
export async function hasAsked(tx: Tx, crypto: FieldCrypto, userId: string, accountNo: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bank_account_validations')
    .select('ref')
    .where('userId', '=', userId)
    .where('accountHash', '=', hashNumber(crypto, accountNo))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps what the owner tells of an account, for when it is saved. */
export async function writeDetails(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  given: AccountDetails & { accountNo: string; now: number },
): Promise<void> {
  const row = {
    accountType: given.accountType,
    isSalaryAccount: given.isSalaryAccount,
    declaredAt: timestamp(given.now),
  };
  await tx
    .insertInto('bank_account_details')
    .values({ userId, accountHash: hashNumber(crypto, given.accountNo), ...row })
    .onConflict((clash) => clash.columns(['userId', 'accountHash']).doUpdateSet(row))
    .execute();
}

export async function readDetails(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  accountNo: string,
): Promise<AccountDetails | null> {
  const row = await tx
    .selectFrom('bank_account_details')
    .select(['accountType', 'isSalaryAccount'])
    .where('userId', '=', userId)
    .where('accountHash', '=', hashNumber(crypto, accountNo))
    .executeTakeFirst();
  return row ?? null;
}
