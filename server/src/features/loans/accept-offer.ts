import { chargeCodesOf } from '@noren/core/lending/kfs';
import { OrderStatus } from '@noren/core/lending/order-status';
import { readQuote } from '../../lending/credit-store.ts';
import { writeAcceptance } from '../../lending/new-order-store.ts';
import { lockOrder, makePayoutRef, moveOrder } from '../../lending/order-store.ts';
import { addPayout } from '../../lending/payout-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/jobs.ts';

/** What accepting an offer carries. */
export interface OfferAcceptance {
  readonly userId: string;
  readonly orderId: string;
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly accountId: string;
  readonly decision: object;
}

/** Accepts an offer: its hold stands already; its payout and its job follow. The caller holds the limit's lock. */
export async function acceptOffered(tx: Tx, deps: Deps, given: OfferAcceptance): Promise<void> {
  const { userId, orderId, accountId } = given;
  const [now, today] = [deps.now(), deps.today()];
  const order = await lockOrder(tx, userId, orderId);
  const kept = await readQuote(tx, userId, order.proposalNo);
  if (!kept) throw new Error('an offer stands without its statement');
  await writeAcceptance(tx, order, { ...given, chargeCodes: chargeCodesOf(kept.kfs), now, today });
  await moveOrder(tx, order, { to: OrderStatus.disbursing, reason: 'accepted', now });
  const key = { userId, orderId, payoutRef: makePayoutRef() };
  await addPayout(tx, key, { accountId, amountPaise: order.netPaise, provider: deps.payouts.name, now });
  await addJob(tx, 'send-payout', key, { key: key.payoutRef });
}
