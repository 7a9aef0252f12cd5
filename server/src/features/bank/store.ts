import { sql } from 'kysely';
import type { AccountFacts } from '../../lending/payable-account.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** The account money is paid to. */
export interface Account extends AccountFacts {
  readonly accountId: string;
  readonly bankCode: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly accountLast4: string;
  readonly holderName: string;
  /** What its owner tells of it: 1 savings, 2 current; null when it was never told. */
  readonly accountType: 1 | 2 | null;
  readonly isSalaryAccount: boolean | null;
}

/** The user's account now, in plain; null before step four. */
export async function readAccount(db: Db | Tx, crypto: FieldCrypto, userId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return {
    accountId: row.account_id,
    bankCode: row.bank_code,
    ifsc: row.ifsc,
    accountNo: crypto.decrypt(row.account_enc, `bank_accounts.account_enc:${userId}`),
    accountLast4: row.account_last4,
    holderName: crypto.decrypt(row.holder_name_enc, `bank_accounts.holder_name_enc:${userId}`),
    nameMatch: row.name_match,
    validation: row.validation,
    accountType: row.account_type,
    isSalaryAccount: row.is_salary_account,
  };
}

/** One account is one number at one bank; branches of a bank share their numbers. */
function hashAccount(crypto: FieldCrypto, account: Pick<Account, 'bankCode' | 'accountNo'>): Buffer {
  return crypto.hash('account', `${account.bankCode}:${account.accountNo}`);
}

/** Whether another user is paid to this account. */
export async function isAccountTaken(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
  account: Pick<Account, 'bankCode' | 'accountNo'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('bank_accounts')
    .select('account_id')
    .where('account_hash', '=', hashAccount(crypto, account))
    .where('user_id', '<>', userId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts an account in the place of the one before. @throws the database's clash on `bank_accounts_bound_once` */
export async function writeAccount(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
  account: Omit<Account, 'accountId' | 'accountLast4'>,
  now: number,
): Promise<string> {
  await tx
    .updateTable('bank_accounts')
    .set({ replaced_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('replaced_at', 'is', null)
    .execute();
  const row = await tx
    .insertInto('bank_accounts')
    .values({
      user_id: userId,
      bank_code: account.bankCode,
      ifsc: account.ifsc,
      account_enc: crypto.encrypt(account.accountNo, `bank_accounts.account_enc:${userId}`),
      account_hash: hashAccount(crypto, account),
      account_last4: account.accountNo.slice(-4),
      holder_name_enc: crypto.encrypt(account.holderName, `bank_accounts.holder_name_enc:${userId}`),
      name_match: account.nameMatch,
      validation: account.validation,
      account_type: account.accountType,
      is_salary_account: account.isSalaryAccount,
      saved_at: timestamp(now),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return row.account_id;
}

/** Writes what the bank said of the account saved now. */
export async function markAccount(tx: Tx, userId: string, accountId: string, facts: AccountFacts): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ validation: facts.validation, name_match: facts.nameMatch })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('replaced_at', 'is', null)
    .execute();
}

/** Writes what the owner tells of the account saved now. */
export async function markDetails(
  tx: Tx,
  userId: string,
  accountId: string,
  details: { accountType: 1 | 2; isSalaryAccount: boolean },
): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ account_type: details.accountType, is_salary_account: details.isSalaryAccount })
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
}

/** The key of the job that asks about a user's account until the bank has answered. */
export const validationJobKey = (userId: string): string => `validate-account:${userId}`;

/** Users whose account was saved before an instant, is still not confirmed, and has no job that will ask about it. */
export async function listUnconfirmedAccounts(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select('user_id')
    .where('replaced_at', 'is', null)
    .where('validation', 'in', ['unknown', 'pending'])
    .where('saved_at', '<', instantValue(before))
    .where(
      sql<boolean>`not exists (select 1 from graphile_worker.jobs
        where key = ${validationJobKey('')} || bank_accounts.user_id and attempts < max_attempts)`,
    )
    .orderBy('saved_at')
    .limit(500)
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether money is on its way to this user's account. */
export async function hasOpenPayout(tx: Tx | Db, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payouts')
    .select('payout_ref')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'sent', 'unknown'])
    .executeTakeFirst();
  return row !== undefined;
}
