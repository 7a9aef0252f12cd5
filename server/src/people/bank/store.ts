import { sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import type { AccountFacts } from '../../lending/orders/payable-account.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { claimName, findOwner, freeName, type Name } from '../../platform/db/name-owners-store.ts';
import { hasJob } from '../../platform/jobs/job-store.ts';

/** A borrower's payout account. */
export interface Account extends AccountFacts {
  readonly accountId: string;
  readonly bankCode: string;
  readonly ifsc: string;
  readonly accountNo: string;
  readonly accountLast4: string;
  readonly holderName: string;
  /** As stated by the owner: 1 savings, 2 current, null if not stated. */
  readonly accountType: 1 | 2 | null;
  readonly isSalaryAccount: boolean | null;
}

/** The user's current account, decrypted; null before step four. */
export async function readAccount(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
): Promise<Account | null> {
  const row = await db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;

  return {
    accountId: row.accountId,
    bankCode: row.bankCode,
    ifsc: row.ifsc,
    accountNo: crypto.decrypt(row.accountEnc, `bank_accounts.account_enc:${userId}`),
    accountLast4: row.accountLast4,
    holderName: crypto.decrypt(row.holderNameEnc, `bank_accounts.holder_name_enc:${userId}`),
    nameMatch: row.nameMatch,
    validation: row.validation,
    payableFrom: row.payableFrom,
    accountType: row.accountType,
    isSalaryAccount: row.isSalaryAccount,
  };
}

/** An account number is unique per bank, not per branch. */
const toHashedText = (account: Pick<Account, 'bankCode' | 'accountNo'>): string =>
  `${account.bankCode}:${account.accountNo}`;

const toName = (crypto: FieldCrypto, account: Pick<Account, 'bankCode' | 'accountNo'>): Name => ({
  kind: 'bank_account',
  name: crypto.hashes('account', toHashedText(account)),
});

/** Whether another user has this account. */
export async function isAccountTaken(
  db: Db | Tx,
  crypto: FieldCrypto,
  userId: string,
  account: Pick<Account, 'bankCode' | 'accountNo'>,
): Promise<boolean> {
  const owner = await findOwner(db, toName(crypto, account));
  return owner !== null && owner !== userId;
}

/**
 * Replaces the user's account.
 * @throws an error of `findTakenName` when it is another user's
 */
export async function writeAccount(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  account: Omit<Account, 'accountId' | 'accountLast4'>,
  now: number,
): Promise<string> {
  const accountHash = crypto.hash('account', toHashedText(account));
  const replaced = await tx
    .updateTable('bank_accounts')
    .set({ replacedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .returning('accountHash')
    .execute();

  for (const { accountHash: name } of replaced)
    if (!crypto.isSameHash(name, accountHash))
      await freeName(tx, { kind: 'bank_account', name: crypto.versionsFrom(name), userId });

  await claimName(tx, { ...toName(crypto, account), userId });

  const row = await tx
    .insertInto('bank_accounts')
    .values({
      userId,
      bankCode: account.bankCode,
      ifsc: account.ifsc,
      accountEnc: crypto.encrypt(account.accountNo, `bank_accounts.account_enc:${userId}`),
      accountHash,
      accountLast4: account.accountNo.slice(-4),
      holderNameEnc: crypto.encrypt(account.holderName, `bank_accounts.holder_name_enc:${userId}`),
      nameMatch: account.nameMatch,
      validation: account.validation,
      accountType: account.accountType,
      isSalaryAccount: account.isSalaryAccount,
      savedAt: timestamp(now),
      payableFrom: timestamp(account.payableFrom),
    })
    .returning('accountId')
    .executeTakeFirstOrThrow();

  return row.accountId;
}

/** Stores the bank's result unless the account was replaced in the meantime. */
export async function updateAccountValidation(
  tx: Tx,
  userId: string,
  accountId: string,
  facts: Pick<AccountFacts, 'validation' | 'nameMatch'>,
): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ validation: facts.validation, nameMatch: facts.nameMatch })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .where('replacedAt', 'is', null)
    .execute();
}

/**
 * Stores how the names on the user's account compare now. A reviewer decides about an account once,
 * so one that was decided about becomes a new account, which a reviewer may decide about again.
 */
export async function saveComparedNames(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  compared: {
    account: Account;
    facts: Pick<AccountFacts, 'validation' | 'nameMatch'>;
    now: number;
  },
): Promise<void> {
  const { account, facts, now } = compared;
  if (await isNameReviewed(tx, userId, account.accountId))
    await writeAccount(tx, crypto, userId, { ...account, ...facts }, now);
  else await updateAccountValidation(tx, userId, account.accountId, facts);
}

async function isNameReviewed(tx: Tx, userId: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('review_decisions')
    .select('decision')
    .where('userId', '=', userId)
    .where('kind', '=', 'bank_name')
    .where('subject', '=', accountId)
    .executeTakeFirst();

  return row !== undefined;
}

export async function updateAccountDetails(
  tx: Tx,
  userId: string,
  accountId: string,
  details: { accountType: 1 | 2; isSalaryAccount: boolean },
): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ accountType: details.accountType, isSalaryAccount: details.isSalaryAccount })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
}

/** The key of a validation's job, which ends with the user's id, without that id. */
const VALIDATION_KEY = JOBS['validate-account'].key({ userId: '', attempt: 0 });

/**
 * Users whose account, saved before `before` (UTC ms), has no final result and no job left to get
 * one.
 */
export async function listStalledValidations(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select('userId')
    .where('replacedAt', 'is', null)
    .where('validation', 'in', ['unknown', 'pending'])
    .where('savedAt', '<', instantValue(before))
    .where(sql<boolean>`not ${hasJob(sql`${VALIDATION_KEY} || bank_accounts.user_id`)}`)
    .orderBy('savedAt')
    .limit(500)
    .execute();

  return rows.map((row) => row.userId);
}

export async function hasOpenPayout(tx: Tx | Db, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payouts')
    .select('payoutRef')
    .where('userId', '=', userId)
    .where('state', 'in', ['waiting', 'sent', 'unknown'])
    .executeTakeFirst();

  return row !== undefined;
}
