import { type Db, type Tx, timestamp } from '../db.ts';
import type { FieldCrypto } from '../field-crypto.ts';

/** The account money is paid to. */
export interface Account {
  readonly accountId: string;
  readonly bankCode: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly accountLast4: string;
  readonly holderName: string;
  readonly nameMatch: 'match' | 'partial' | 'mismatch';
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
      saved_at: timestamp(now),
    })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  return row.account_id;
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

/** Opens the limit's row: its evaluation is running. */
export async function beginEvaluation(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .insertInto('credit_limits')
    .values({ user_id: userId, state: 'evaluating', started_at: timestamp(now) })
    .onConflict((clash) => clash.column('user_id').doNothing())
    .execute();
}

/** Opens an evaluation again that was waiting for a person, whose reason may be gone. @returns whether one was */
export async function reopenReview(tx: Tx, userId: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('credit_limits')
    .set({ state: 'evaluating', started_at: timestamp(now) })
    .where('user_id', '=', userId)
    .where('state', '=', 'review')
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
