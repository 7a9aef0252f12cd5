import type { Tx } from '../../../platform/db/db.ts';
import { readCaseBorrower } from '../../collections/collection-store.ts';
import type { AffectedOrder } from '../request/request-effect.ts';

/** The orders of which something is owed: when that changes before the decision, the second person sees it. */
export async function findOwingOrders(tx: Tx, userId: string): Promise<AffectedOrder[]> {
  const { owing } = await readCaseBorrower(tx, userId);
  return owing.map(({ orderId }) => ({ userId, orderId }));
}
