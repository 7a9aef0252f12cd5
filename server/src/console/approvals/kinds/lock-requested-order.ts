import { type LockedOrder, lockOrderForPosting } from '../../../lending/close/close-order.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { OperatorRequest } from '../request/requests-store.ts';
import { requireOrder } from './kind.ts';

/** Locks the order that a request is about, for a posting. */
export async function lockRequestedOrder(
  tx: Tx,
  deps: Deps,
  request: OperatorRequest,
): Promise<LockedOrder> {
  const { userId, orderId } = requireOrder(request);
  return lockOrderForPosting(tx, deps, userId, orderId);
}
