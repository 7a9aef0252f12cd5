import { type Hold, holdBalances, placeHold, postHold, voidHold } from '@noren/core/lending/hold';
import {
  endedBeforePayoutStatuses,
  holdingOrderStatuses,
  type OrderStatus,
} from '@noren/core/lending/order-status';
import { type Paise, paise, subtract } from '@noren/core/money/money';
import type { Line } from '../book/ledger.ts';
import type { Order } from './order-store.ts';

/** The entries that hold the principal of a new order from its borrower's limit. */
export function holdLines(principal: Paise, now: number): Line[] {
  return toHoldLines(holdBalances(placeHold(principal), now).pending);
}

/**
 * The entries that end an order's hold: posted when the money is paid out, void when the order ends
 * before that.
 * @throws Error when its hold has ended already
 */
export function releaseLines(order: Order, as: 'posted' | 'void', now: number): Line[] {
  const hold = toHold(order);
  const answer = as === 'posted' ? postHold(hold, { nowMs: now }) : voidHold(hold, { nowMs: now });
  if (!answer.ok)
    throw new Error(`the hold of order ${order.orderId} cannot end as ${as}: ${answer.reason}`);

  return toHoldLines(
    subtract(holdBalances(answer.hold, now).pending, holdBalances(hold, now).pending),
  );
}

/**
 * An order's hold, as its status has it. It does not expire by itself: a job ends the order, and
 * that ends the hold.
 */
function toHold({ status, principalPaise }: Order): Hold {
  const hold = placeHold(paise(principalPaise));
  if (includesStatus(holdingOrderStatuses, status)) return hold;
  if (includesStatus(endedBeforePayoutStatuses, status))
    return { ...hold, resolved: { as: 'void' } };

  return { ...hold, resolved: { as: 'posted', amount: hold.amount } };
}

const includesStatus = (statuses: readonly OrderStatus[], status: OrderStatus): boolean =>
  statuses.includes(status);

function toHoldLines(pending: Paise): Line[] {
  return [
    ['limit_held', pending],
    ['limit_promised', -pending],
  ];
}
