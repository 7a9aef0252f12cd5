import type { Tx } from '../../../platform/db/db.ts';
import { readCaseBorrower } from '../../collections/collection-store.ts';
import type { AffectedOrder } from '../request/request-effect.ts';

/** The orders with something owed. If that changes before the decision, the checker sees it. */
export async function findOwingOrders(tx: Tx, userId: string): Promise<AffectedOrder[]> {
  const { owing } = await readCaseBorrower(tx, userId);
  return owing.map(({ orderId }) => ({ userId, orderId }));
}
