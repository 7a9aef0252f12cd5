import type { AnswerOf } from '@noren/contract/call';
import { CODES } from '@noren/contract/codes';
import type { reviewOffer } from '@noren/contract/preorder';
import { OrderStatus } from '@noren/core/lending/order-status';
import { paise } from '@noren/core/money/money';
import {
  availableCreditNow,
  requireLending,
  requireWithinLevel,
} from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { lockWithCredit, requireOrder } from '../../lending/orders/own-order.ts';
import { openOffer } from '../../lending/orders/reservations.ts';
import type { Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { Input } from '../../platform/http/call-handler.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';

/**
 * Returns the offer's valid KFS in the caller's language, or a fresh one while the offer is open.
 */
async function openOfferForReview(
  ctx: UserCtx,
  { body }: Input<typeof reviewOffer>,
  tx: Tx,
): Promise<AnswerOf<typeof reviewOffer>> {
  const { userId, today } = ctx;
  const found = await requireOrder(tx, userId, body.repayId);

  const order = await lockWithCredit(tx, found);
  if (order.status !== OrderStatus.awaitingAcceptance) throw conflict('orders.no_offer', 'status');

  const credit = await readCredit(tx, userId, today);
  requireLending(credit);

  if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');

  // The offer's own hold is a part of what it uses.
  const withoutHold = { ...credit, heldPaise: credit.heldPaise - order.principalPaise };
  requireWithinLevel(paise(order.principalPaise), availableCreditNow(withoutHold, ctx));

  const offer = await openOffer(tx, ctx, order);
  if (!offer)
    throw new CallError(CODES.offerGone, 'loans.offer_gone', { data: { reason: 'expired' } });

  return { ...offer, dependsOnLimit: false };
}

export const offerHandlers = { reviewOffer: openOfferForReview } satisfies Partial<Handlers>;
