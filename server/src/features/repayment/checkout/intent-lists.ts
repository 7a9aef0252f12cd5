import { sql } from 'kysely';
import { type Db, instantValue } from '../../../platform/db/db.ts';
import { type Intent, intentColumns } from '../store.ts';

/** Ends every intent whose time is over by a margin. @returns how many */
export async function expireIntents(db: Db, before: number): Promise<number> {
  const done = await db
    .updateTable('payment_intents')
    .set({ state: 'expired' })
    .where('state', 'in', ['pending', 'checking'])
    .where('expiresAt', '<', instantValue(before))
    .where((where) => where(where.fn.coalesce('checkingUntil', 'expiresAt'), '<', instantValue(before)))
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
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .where('state', '<>', 'paid')
    .where('createdAt', '>', instantValue(since))
    .orderBy('createdAt', 'desc')
    .limit(4)
    .execute();
}

/** Payments asked for on a day or shortly before it, paid or not: what a provider's account of the day may speak of. */
export async function listForStatement(db: Db, day: string, most: number): Promise<Intent[]> {
  return db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('asOfDay', '<=', day)
    .where('asOfDay', '>=', sql<string>`${day}::date - 7`)
    .orderBy('asOfDay', 'desc')
    .limit(most)
    .execute();
}
