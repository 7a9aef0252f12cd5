import { lockOrderForPosting } from '../../../lending/close-order.ts';
import { loanToday } from '../../../lending/loan-book.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { JobPayloads } from '../../../platform/jobs/jobs.ts';
import { syncOrderWithLedger } from './sync-order.ts';

/** Job: looks again where an order's ledger has it, and lets go of what nobody could pay. Run again it changes nothing. */
export async function syncOrderJob(deps: Deps, { userId, orderId }: JobPayloads['let-go-of-paise']): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { order, journals } = await lockOrderForPosting(tx, deps, userId, orderId);
    await syncOrderWithLedger(tx, deps, order, loanToday(order.terms, journals, deps.today()).view);
  });
}
