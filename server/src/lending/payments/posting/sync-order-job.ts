import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/job-store.ts';
import { loanToday } from '../../book/loan-book.ts';
import { lockOrderForPosting } from '../../close/close-order.ts';
import { syncOrderWithLedger } from './sync-order.ts';

/**
 * Job: brings the order's status in line with its ledger and waives an uncollectable residual.
 * Idempotent.
 */
export async function syncOrder(
  deps: Deps,
  { userId, orderId }: JobPayloads['sync-order'],
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { order, journals } = await lockOrderForPosting(tx, deps, userId, orderId);
    await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, journals, deps.today()).view);
  });
}
