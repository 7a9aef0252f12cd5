import { sql } from 'kysely';
import { type Db, instantValue } from '../../../platform/db/db.ts';
import { type Intent, intentColumns } from '../store.ts';

/** Ends every intent whose time is over by a margin. @returns how many */
export async function expireIntents(db: Db, before: number): Promise<number> {
  const done = await db
    .updateTable('payment_intents')
    .set({ state: 'expired' })
    .where('state', 'in', ['pending', 'checking'])
    .where('expires_at', '<', instantValue(before))
    .where((where) => where(where.fn.coalesce('checking_until', 'expires_at'), '<', instantValue(before)))
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Payments asked for of an order since then that nobody is known to have made: a few, the newest first. */
export async function listAskable(
  db: Db,
  order: { userId: string; orderId: string },
  since: number,
): Promise<Intent[]> {
  return db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('user_id', '=', order.userId)
    .where('order_id', '=', order.orderId)
    .where('state', '<>', 'paid')
    .where('created_at', '>', instantValue(since))
    .orderBy('created_at', 'desc')
    .limit(4)
    .execute();
}

/** Payments asked for on a day or shortly before it, paid or not: what a provider's account of the day may speak of. */
export async function listForStatement(db: Db, day: string, most: number): Promise<Intent[]> {
  return db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('as_of_day', '<=', day)
    .where('as_of_day', '>=', sql<string>`${day}::date - 7`)
    .orderBy('as_of_day', 'desc')
    .limit(most)
    .execute();
}
