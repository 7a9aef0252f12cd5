import { formatRupees, paise } from '@noren/core/money/money';
import { lockCredit } from '../../../lending/credit/credit-store.ts';
import {
  findOrderById,
  findOrderByRepayId,
  lockOrder,
  type Order,
} from '../../../lending/orders/order-store.ts';
import { lockKnownPayment } from '../../../lending/payments/known-payment-store.ts';
import { postPayment } from '../../../lending/payments/posting/post-payment.ts';
import {
  BY_UTR,
  findPaymentOfJournal,
  lockPayment,
  type PaymentFacts,
} from '../../../lending/payments/posting/provider-payments-store.ts';
import { lockPaymentsOfOrder } from '../../../lending/payments/unclaimed-funds/reverse-payment.ts';
import { claimUnclaimedFunds } from '../../../lending/payments/unclaimed-funds/unclaimed-funds.ts';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { OperatorError } from '../request/operator-error.ts';
import { type Kind, type RequestOfKind, requireOrder } from './kind.ts';
import { readJournalMoney, reverseJournal } from './reverse-journal.ts';

/**
 * Takes a payment off the order it was counted for by mistake and counts it for another, at the
 * time it was paid, in one transaction. The borrower it is taken from is told.
 */
export const paymentMove: Kind<'payment_move'> = {
  affected: async (tx, { userId, orderId, detail }) => {
    const to = await findOrderByRepayId(tx, detail.toRepayId);
    return [
      ...(userId !== null && orderId !== null ? [{ userId, orderId }] : []),
      ...(to ? [{ userId: to.userId, orderId: to.orderId }] : []),
    ];
  },

  money: (tx, _, request) => readJournalMoney(tx, request, request.detail.journalId),
  execute: movePayment,
};

/** @throws OperatorError when it is no longer possible */
async function movePayment(
  tx: Tx,
  deps: Deps,
  request: RequestOfKind<'payment_move'>,
): Promise<void> {
  const { journalId, toRepayId } = request.detail;
  const from = await readRequestedOrder(tx, request);
  const target = await findOrderByRepayId(tx, toRepayId);
  const to = target && (await findOrderById(tx, target.userId, target.orderId));

  if (!to) throw new OperatorError('unknown', 'move_order_unknown');

  if (to.orderId === from.orderId) throw new OperatorError('not_possible', 'move_same_order');

  if (to.disbursedDay === null) throw new OperatorError('not_possible', 'move_order_not_paid_out');

  const payment = await findPaymentOfJournal(tx, from, journalId);
  if (!payment) throw new OperatorError('not_possible', 'move_payment_elsewhere');

  await lockPaymentsOfOrder(tx, from);
  await lockAll(tx, payment, [from, to]);
  await reverseJournal(tx, deps, request, journalId);
  await countFor(tx, deps, payment, { to, requestId: request.requestId });

  const { userId, repayId } = from;
  const values = { repayId, amount: formatRupees(paise(payment.amountPaise)) };

  await notify(tx, deps, { userId, kind: 'payment_moved', reference: request.requestId, values });
}

async function readRequestedOrder(tx: Tx, request: RequestOfKind<'payment_move'>): Promise<Order> {
  const { userId, orderId } = requireOrder(request);
  const order = await findOrderById(tx, userId, orderId);
  if (!order) throw new OperatorError('unknown', 'order_missing');
  return order;
}

/** All locks before the first posting, in an order that two moves between the same orders share. */
async function lockAll(tx: Tx, payment: PaymentFacts, orders: readonly Order[]): Promise<void> {
  const { provider, providerRef, utrHash } = payment;
  await lockPayment(tx, { provider, providerRef, utrHash: utrHash ?? undefined });

  const sorted = orders.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1));
  for (const userId of [...new Set(sorted.map((order) => order.userId))].sort())
    await lockCredit(tx, userId);
  for (const { userId, orderId } of sorted) await lockOrder(tx, userId, orderId);
}

async function countFor(
  tx: Tx,
  deps: Deps,
  payment: PaymentFacts,
  { to, requestId }: { to: Order; requestId: string },
): Promise<void> {
  const {
    provider,
    providerRef,
    amountPaise,
    paidAt: paidAtMs,
    channel,
    utrHash,
    utrLast4,
  } = payment;
  if (provider !== BY_UTR) {
    if (await claimUnclaimedFunds(tx, deps, { provider, providerRef }, to)) return;
    throw new OperatorError('not_possible', 'move_nothing_left');
  }

  // Counted by a proof: no provider holds it, so it never was unclaimed.
  const cause = `${provider}:${providerRef}:${requestId}`;
  const paid = { provider, providerRef, cause, amountPaise, paidAtMs };
  const more = {
    ...(channel && { channel }),
    ...(utrHash && { utrHash }),
    ...(utrLast4 && { utrLast4 }),
  };

  const { userId, orderId } = to;
  const known = await lockKnownPayment(tx, { provider, providerRef, utrHash });
  await postPayment(tx, deps, { userId, orderId, intent: null }, { ...paid, ...more }, known);
}
