import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { type Db, instantValue } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../book/ledger.ts';
import { type Intent, intentColumns, selectIntents } from '../store.ts';

/**
 * Expires every intent past its time by a margin.
 * @returns how many
 */
export async function expireIntents(db: Db, before: number): Promise<number> {
  const done = await db
    .updateTable('payment_intents')
    .set({ state: 'expired' })
    .where('state', 'in', ['pending', 'checking'])
    .where('expiresAt', '<', instantValue(before))
    .where((where) =>
      where(where.fn.coalesce('checkingUntil', 'expiresAt'), '<', instantValue(before)),
    )
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Recent unpaid intents of an order, newest first; a few. */
export async function listAskable(db: Db, order: OrderKey, since: number): Promise<Intent[]> {
  return selectIntents(db, order)
    .where('state', '<>', 'paid')
    .where('createdAt', '>', instantValue(since))
    .orderBy('createdAt', 'desc')
    .limit(4)
    .execute();
}

/**
 * Intents of a day or shortly before it, paid or not, which a provider's statement of the day may
 * contain. Those of the amounts given come first, then the newest.
 */
export async function listForReconciliation(
  db: Db,
  { day, amounts, most }: { day: BusinessDay; amounts: readonly number[]; most: number },
): Promise<Intent[]> {
  return db
    .selectFrom('payment_intents')
    .select(intentColumns)
    .where('asOfDay', '<=', day)
    .where('asOfDay', '>=', sql<BusinessDay>`${day}::date - 7`)
    .orderBy(sql`amount_paise = any(${amounts})`, 'desc')
    .orderBy('asOfDay', 'desc')
    .limit(most)
    .execute();
}
