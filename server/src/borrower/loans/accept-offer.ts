import { listChargeCodes } from '@noren/core/lending/kfs';
import { OrderStatus } from '@noren/core/lending/order-status';
import { JOBS } from '../../job-list.ts';
import { readQuote } from '../../lending/credit/credit-store.ts';
import { writeAcceptance } from '../../lending/orders/new-order-store.ts';
import { lockOrder, makePayoutRef, moveOrder } from '../../lending/orders/order-store.ts';
import { addPayout } from '../../lending/orders/payout-store.ts';
import { listAcceptedPapers } from '../../lending/papers/paper-lists.ts';
import { askForSeals } from '../../lending/papers/papers-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';

export interface OfferAcceptance {
  readonly userId: string;
  readonly orderId: string;
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly accountId: string;
  readonly decision: object;
}

/**
 * Accepts an offer and queues its payout; its hold already exists. The caller holds the limit's
 * lock.
 */
export async function acceptOffer(tx: Tx, deps: Deps, input: OfferAcceptance): Promise<void> {
  const { userId, orderId, accountId } = input;
  const [now, today] = [deps.now(), deps.today()];
  const order = await lockOrder(tx, userId, orderId);
  const quote = await readQuote(tx, userId, order.proposalNo);
  if (!quote) throw new Error('offer without a stored quote');

  await writeAcceptance(tx, order, {
    ...input,
    chargeCodes: listChargeCodes(quote.kfs),
    now,
    today,
  });
  await moveOrder(tx, order, { to: OrderStatus.disbursing, reason: 'accepted', now });

  const key = { userId, orderId, payoutRef: makePayoutRef(userId) };
  await addPayout(tx, key, {
    accountId,
    amountPaise: order.netPaise,
    provider: deps.payouts.name,
    now,
  });
  await addJob(tx, JOBS['send-payout'], key);
  await askForSeals(tx, deps, { userId, orderId }, listAcceptedPapers(order));
}
