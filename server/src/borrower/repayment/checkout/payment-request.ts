import type { BodyOf } from '@noren/contract/call';
import type { startPayment } from '@noren/contract/repayment';
import { type Loan, payoffAmount } from '../../../lending/book/loan-book.ts';
import { MIN_PAYMENT_PAISE, minPartPayment } from '../../../lending/book/minimum-payment.ts';
import { requireReturnPrice } from '../../../lending/book/return-price.ts';
import { readAcceptedProduct } from '../../../lending/orders/accepted-product-store.ts';
import type { Order } from '../../../lending/orders/order-store.ts';
import { requirePayable } from '../../../lending/payments/extension.ts';
import { requireUsableCoupon } from '../../../lending/payments/posting/coupon-use.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { type CallError, conflict } from '../../../platform/http/call-error.ts';
import type { UserCtx } from '../../../platform/http/handler.ts';

/** The amount to request and its purpose. Amounts in paise. */
export interface PaymentRequest {
  readonly amountPaise: number;
  readonly couponId: string | null;
  readonly discountPaise: number;
  readonly addendumNo: string | null;
}

type Body = Pick<BodyOf<typeof startPayment>, 'kind' | 'amountPaise' | 'couponId' | 'addendumNo'>;
type Refusal =
  | 'nothing_owed'
  | 'amount_missing'
  | 'part_too_small'
  | 'part_too_big'
  | 'part_leaves_paise'
  | 'coupon_only_full'
  | 'addendum_missing';

/**
 * The amount to request today for a kind of payment. The caller holds the order's lock.
 * @throws CallError 404 for a coupon or an addendum that is not the user's, 409 with `data.reason` when nothing can be
 *   requested
 */
export async function paymentRequestFor(
  tx: Tx,
  ctx: Pick<UserCtx, 'now'>,
  order: Order,
  loan: Loan,
  body: Body,
): Promise<PaymentRequest> {
  const { view } = loan;
  const owed = payoffAmount(view);
  if (owed === 0) throw refused('nothing_owed');
  if (body.couponId && body.kind !== 'full') throw refused('coupon_only_full');

  const nothing = { couponId: null, discountPaise: 0, addendumNo: null };
  switch (body.kind) {
    case 'full': {
      if (!body.couponId) return { ...nothing, amountPaise: owed };

      const coupon = await requireUsableCoupon(tx, body.couponId, {
        order,
        view,
        day: loan.asOf,
        now: ctx.now,
      });
      const { couponId, discountPaise } = coupon;

      return { ...nothing, couponId, discountPaise, amountPaise: owed - discountPaise };
    }
    case 'part':
      return { ...nothing, amountPaise: requirePartAmount(loan, body.amountPaise) };
    case 'return': {
      const product = await readAcceptedProduct(tx, order.terms.quote);
      return {
        ...nothing,
        amountPaise: requireReturnPrice(order.terms, loan, { day: loan.asOf, product }).totalPaise,
      };
    }
    case 'extension': {
      if (!body.addendumNo) throw refused('addendum_missing');

      const product = await readAcceptedProduct(tx, order.terms.quote);
      const of = { addendumNo: body.addendumNo, product, today: loan.asOf };
      const { addendumNo, quote } = await requirePayable(tx, order, loan, of);

      return { ...nothing, addendumNo, amountPaise: quote.payNow };
    }
    default: {
      const missing: never = body.kind;
      throw new RangeError(`unknown kind of payment: ${missing}`);
    }
  }
}

function requirePartAmount({ view }: Loan, amountPaise: number | undefined): number {
  if (amountPaise === undefined) throw refused('amount_missing');
  if (amountPaise < minPartPayment(view)) throw refused('part_too_small');

  const left = payoffAmount(view) - amountPaise;
  if (left < 0) throw refused('part_too_big');
  if (left > 0 && left < MIN_PAYMENT_PAISE) throw refused('part_leaves_paise');

  return amountPaise;
}

const refused = (reason: Refusal): CallError => conflict(`repayment.${reason}`, reason);
