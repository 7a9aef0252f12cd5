import { openOrder } from '../../../lending/close-order.ts';
import { loanToday } from '../../../lending/loan-book.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/jobs.ts';
import { standOrder } from './sync-order.ts';

/** Job: looks again where an order's ledger has it, and lets go of what nobody could pay. Run again it changes nothing. */
export async function standAgain(deps: Deps, { userId, orderId }: JobPayloads['let-go-of-paise']): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { order, journals } = await openOrder(tx, deps, userId, orderId);
    await standOrder(tx, deps, order, loanToday(order.terms, journals, deps.today()).view);
  });
}
