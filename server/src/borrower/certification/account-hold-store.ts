import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A changed account that may not be paid yet. */
export interface AccountHold {
  readonly accountId: string;
  /** When it was saved; UTC ms. */
  readonly since: number;
}

/** The hold on the user's current account; null when it may be paid, or when there is none. */
export async function readAccountHold(
  db: Db | Tx,
  userId: string,
  now: number,
): Promise<AccountHold | null> {
  const row = await db
    .selectFrom('bank_accounts')
    .select(['accountId', 'savedAt as since'])
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .where('payableFrom', '>', instantValue(now))
    .executeTakeFirst();
  return row ?? null;
}

/** Ends the hold: the borrower has shown to be there. */
export async function endAccountHold(
  tx: Tx,
  userId: string,
  accountId: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ payableFrom: timestamp(now) })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
}
