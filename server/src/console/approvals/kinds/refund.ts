import { toBusinessDay } from '@noren/core/money/time';
import { readKnownPayment } from '../../../lending/payments/known-payment-store.ts';
import { findRefund } from '../../../lending/payments/refunds/refund-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { AffectedOrder } from '../request/request-effect.ts';
import type { MoneyFacts } from './kind.ts';

interface RefundRequest {
  readonly detail: { readonly refundRef: string };
}

export async function findRefundedOrder(
  tx: Tx,
  { detail }: RefundRequest,
): Promise<AffectedOrder[]> {
  const refund = await findRefund(tx, detail.refundRef);
  return refund ? [{ userId: refund.userId, orderId: refund.orderId }] : [];
}

/** The refund's amount, with the transfer that brought the money. */
export async function readRefundMoney(
  tx: Tx,
  { detail }: RefundRequest,
): Promise<MoneyFacts | undefined> {
  const refund = await findRefund(tx, detail.refundRef);
  if (!refund) return undefined;

  const { provider, paymentRef: providerRef, amountPaise, userId } = refund;
  const { posting } = await readKnownPayment(tx, { provider, providerRef });
  const day = posting ? toBusinessDay(posting.paidAt) : null;

  return { amountPaise, utrLast4: posting?.utrLast4 ?? null, day, userId };
}
