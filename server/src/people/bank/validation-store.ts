import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { makeUserReference } from '../../platform/db/carried-user.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import type { AccountValidationResult } from '../../platform/ports/payouts.ts';

/** What identifies an account at the bank. */
export interface AccountKey {
  readonly ifsc: string;
  readonly accountNo: string;
}

/** A validation request for a user's account and its result; `unknown` until the bank answers. */
export interface Validation {
  readonly ref: string;
  readonly state: 'unknown' | 'pending' | 'valid' | 'invalid';
  /** The holder's name in the bank's records; null unless valid. */
  readonly nameAtBank: string | null;
  readonly decidedAt: number | null;
}

export type ValidationState = Validation['state'];

/** What the owner states about the account. 1 savings, 2 current. */
export interface AccountDetails {
  readonly accountType: 1 | 2;
  readonly isSalaryAccount: boolean;
}

export function isDecided(state: ValidationState): boolean {
  return state === 'valid' || state === 'invalid';
}

const hashNumber = (crypto: FieldCrypto, accountNo: string): Buffer =>
  crypto.hash('account-number', accountNo);
const hashAccountNo = (crypto: FieldCrypto, accountNo: string): Buffer[] =>
  crypto.hashes('account-number', accountNo);

/**
 * While hashes move to another key: gives the user's row of an account the hash that a new one
 * would have.
 */
async function moveToCurrentHash(
  db: Db | Tx,
  crypto: FieldCrypto,
  table: 'bank_account_validations' | 'bank_account_details',
  { userId, accountNo }: { userId: string; accountNo: string },
): Promise<void> {
  const accountHash = hashNumber(crypto, accountNo);
  const others = hashAccountNo(crypto, accountNo).filter((one) => !one.equals(accountHash));
  if (others.length === 0) return;

  await db
    .updateTable(table)
    .set({ accountHash })
    .where('userId', '=', userId)
    .where('accountHash', 'in', others)
    .execute();
}

const encryptionContext = (userId: string): string =>
  `bank_account_validations.name_at_bank_enc:${userId}`;
const columns = ['ref', 'state', 'nameAtBankEnc', 'decidedAt'] as const;

type Row = Columns<'bank_account_validations', (typeof columns)[number]>;

function toValidation(crypto: FieldCrypto, userId: string, row: Row): Validation {
  const nameAtBank =
    row.nameAtBankEnc === null
      ? null
      : crypto.decrypt(row.nameAtBankEnc, encryptionContext(userId));
  return { ref: row.ref, state: row.state, nameAtBank, decidedAt: row.decidedAt };
}

/** Null when the account was never validated. */
export async function readValidation(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
  account: AccountKey,
): Promise<Validation | null> {
  const row = await db
    .selectFrom('bank_account_validations')
    .select(columns)
    .where('userId', '=', userId)
    .where('accountHash', 'in', hashAccountNo(crypto, account.accountNo))
    .where('ifsc', '=', account.ifsc)
    .executeTakeFirst();
  return row ? toValidation(crypto, userId, row) : null;
}

/**
 * Creates a validation with a new reference, replacing a result older than `staleBefore`.
 * Concurrent calls get the same row.
 */
export async function createValidation(
  db: Db,
  crypto: FieldCrypto,
  userId: string,
  account: AccountKey,
  at: { now: number; staleBefore: number },
): Promise<Validation> {
  const request = {
    ref: makeUserReference('V', userId, 12),
    state: 'unknown' as const,
    requestedAt: timestamp(at.now),
  };
  const key = { userId, accountHash: hashNumber(crypto, account.accountNo), ifsc: account.ifsc };

  await moveToCurrentHash(db, crypto, 'bank_account_validations', {
    userId,
    accountNo: account.accountNo,
  });

  await db
    .insertInto('bank_account_validations')
    .values({ ...key, ...request, decidedAt: null })
    .onConflict((clash) =>
      clash
        .columns(['userId', 'accountHash', 'ifsc'])
        .doUpdateSet({ ...request, nameAtBankEnc: null, reason: null, decidedAt: null })
        .where('bank_account_validations.decidedAt', '<', instantValue(at.staleBefore)),
    )
    .execute();

  const created = await readValidation(db, crypto, userId, account);
  if (!created) throw new Error('validation row missing right after insert');

  return created;
}

/** Stores the result for a reference. A final result is never overwritten. */
export async function saveValidationResult(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  input: { account: AccountKey; ref: string; answer: AccountValidationResult | null; now: number },
): Promise<void> {
  const { answer } = input;
  const state = answer?.state ?? 'unknown';

  await tx
    .updateTable('bank_account_validations')
    .set({
      state,
      nameAtBankEnc:
        answer?.state === 'valid'
          ? crypto.encrypt(answer.nameAtBank, encryptionContext(userId))
          : null,
      reason: answer?.state === 'invalid' ? answer.reason : null,
      decidedAt: isDecided(state) ? timestamp(input.now) : null,
    })
    .where('userId', '=', userId)
    .where('accountHash', 'in', hashAccountNo(crypto, input.account.accountNo))
    .where('ifsc', '=', input.account.ifsc)
    .where('ref', '=', input.ref)
    .where('state', 'in', ['unknown', 'pending'])
    .execute();
}

/** Whether the user has ever validated this account number. */
export async function hasValidation(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  accountNo: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('bank_account_validations')
    .select('ref')
    .where('userId', '=', userId)
    .where('accountHash', 'in', hashAccountNo(crypto, accountNo))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the owner's details until the account itself is saved. */
export async function writeAccountDetails(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  input: AccountDetails & { accountNo: string; now: number },
): Promise<void> {
  const row = {
    accountType: input.accountType,
    isSalaryAccount: input.isSalaryAccount,
    declaredAt: timestamp(input.now),
  };
  await moveToCurrentHash(tx, crypto, 'bank_account_details', {
    userId,
    accountNo: input.accountNo,
  });

  await tx
    .insertInto('bank_account_details')
    .values({ userId, accountHash: hashNumber(crypto, input.accountNo), ...row })
    .onConflict((clash) => clash.columns(['userId', 'accountHash']).doUpdateSet(row))
    .execute();
}

export async function readAccountDetails(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  accountNo: string,
): Promise<AccountDetails | null> {
  const row = await tx
    .selectFrom('bank_account_details')
    .select(['accountType', 'isSalaryAccount'])
    .where('userId', '=', userId)
    .where('accountHash', 'in', hashAccountNo(crypto, accountNo))
    .executeTakeFirst();
  return row ?? null;
}
