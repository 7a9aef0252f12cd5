import type { Db, Tx } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/call-error.ts';
import type { OrderKey } from '../book/ledger.ts';
import { lockCredit } from '../credit/credit-store.ts';
import { findOrder, lockOrder, type Order } from './order-store.ts';

/** @throws CallError 404 when the user has no such order */
export async function requireOrder(db: Db | Tx, userId: string, repayId: string): Promise<Order> {
  const order = await findOrder(db, userId, repayId);
  if (!order) throw notFound();
  return order;
}

/**
 * Locks the user's limit, then the order. Every transaction takes them this way round, so that no
 * two wait for each other.
 */
export async function lockWithCredit(tx: Tx, { userId, orderId }: OrderKey): Promise<Order> {
  await lockCredit(tx, userId);
  return lockOrder(tx, userId, orderId);
}
