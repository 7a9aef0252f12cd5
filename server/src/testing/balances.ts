import { sql } from 'kysely';
import type { Account } from '../lending/book/ledger.ts';
import type { Db } from '../platform/db/db.ts';

/** Sum of an account's entries over all of a user's orders, in signed paise. */
export async function readAccountBalance(
  db: Db,
  userId: string,
  account: Account,
): Promise<number> {
  const row = await db
    .selectFrom('entries')
    .select(sql<number>`coalesce(sum(amount_paise), 0)::bigint`.as('total'))
    .where('userId', '=', userId)
    .where('account', '=', account)
    .executeTakeFirstOrThrow();
  return row.total;
}

/** The trial balance: the sum of all entries, which must be zero, and of each account. */
export async function trialBalance(
  db: Db,
): Promise<{ total: number; accounts: Record<string, number> }> {
  const rows = await sql<{ account: string; total: number }>`
    select account, sum(amount_paise)::bigint as total from entries group by account`.execute(db);
  const accounts = Object.fromEntries(rows.rows.map(({ account, total }) => [account, total]));
  return { total: rows.rows.reduce((sum, { total }) => sum + total, 0), accounts };
}
