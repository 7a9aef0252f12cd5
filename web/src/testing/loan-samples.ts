import type { AnswerOf } from '@noren/contract/call';
import type { Coupon } from '@noren/contract/coupons';
import type { creditInfo, Product, quoteLoan } from '@noren/contract/loans';
import type { Bill } from '@noren/contract/orders';
import { makeKfs } from '@noren/core/lending/kfs';
import { priceLoan } from '@noren/core/lending/offer';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts, findProduct } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { businessDay } from '@noren/core/money/time';

export const today = businessDay('2026-11-20');

function findTerms(code: string) {
  const terms = findProduct(defaultProducts, code);
  if (!terms) throw new Error(`no product ${code}`);

  return terms;
}

/** A product as the list shows it. */
export function sampleProduct(code: string, more: Partial<Product> = {}): Product {
  const terms = findTerms(code);
  const example = priceLoan({ product: terms, principal: rupees(10_000), startDay: today });

  return {
    productCode: terms.code,
    productName: terms.name,
    productVersion: terms.version,
    tenorDays: terms.tenorDays,
    leastPaise: terms.minPrincipal,
    mostPaise: terms.maxPrincipal,
    stepPaise: terms.stepPrincipal,
    offeredPaise: terms.maxPrincipal,
    interestPpmPerDay: terms.interestPpmPerDay,
    feePpm: terms.feePpm,
    gstPpm: terms.gstPpm,
    coolingOffDays: terms.coolingOffDays,
    isFeeKeptOnReturn: terms.isFeeKeptOnReturn,
    example: { principalPaise: example.principal, aprHundredths: example.aprHundredths },
    lenderName: 'Example Finance Ltd',
    isOpen: true,
    closedBecause: null,
    ...more,
  };
}

/** A quote as the server makes one, with its key facts statement. */
export function sampleQuote(
  code: string,
  amount: number,
  proposalNo: string,
): AnswerOf<typeof quoteLoan> {
  const terms = findTerms(code);
  const quote = priceLoan({ product: terms, principal: rupees(amount), startDay: today });
  const officer = {
    name: 'Meera Example',
    phone: '0000000000',
    email: 'g@example.in',
    address: '1 Example Road',
  };
  const lender = {
    name: 'Example Finance Ltd',
    cin: 'U0',
    registrationNo: 'N0',
    grievanceOfficer: officer,
  };
  const kfs = makeKfs({ proposalNo, quote, product: terms, lender });

  return {
    quote: {
      productCode: code,
      productName: terms.name,
      principalPaise: quote.principal,
      tenorDays: quote.tenorDays,
      dueDay: quote.dueDay,
      feePaise: quote.fee,
      feeDiscountPaise: quote.feeDiscount,
      gstPaise: quote.gst,
      netPaise: quote.netDisbursed,
      interestPaise: quote.interest,
      totalPaise: quote.totalRepayable,
      aprHundredths: quote.aprHundredths,
    },
    kfs: {
      proposalNo,
      language: 'en',
      textVersion: '1',
      hash: proposalNo.padEnd(64, '0').toLowerCase(),
      madeAt: Date.parse('2026-11-20T05:00:00Z'),
      validUntil: Date.parse('2026-11-25T18:29:59Z'),
      isAccepted: false,
      sections: kfs.sections,
      schedule: kfs.schedule.map((row) => ({
        number: row.number,
        dueDay: row.dueDay,
        principalPaise: row.principal,
        interestPaise: row.interest,
        totalPaise: row.amount,
        outstandingPaise: row.outstanding,
      })),
    },
    dependsOnLimit: false,
  };
}

/** An approved limit of ₹20,000, unused. */
export function sampleCredit(
  more: Partial<AnswerOf<typeof creditInfo>> = {},
): AnswerOf<typeof creditInfo> {
  const limitPaise = rupees(20_000);

  return {
    state: 'approved',
    limitPaise,
    availablePaise: limitPaise,
    owedPaise: 0,
    heldPaise: 0,
    isLocked: false,
    reasons: [],
    waiting: null,
    requested: [],
    decideAgain: null,
    identity: { level: 'source_checked', mostPaise: rupees(60_000), next: null },
    renewal: null,
    ...more,
  };
}

/** An order that runs and is due in a week. */
export function sampleBill(more: Partial<Bill> = {}): Bill {
  return {
    repayId: 'RABC1234567890',
    productCode: 'N15',
    productName: 'Noren 15',
    borrowStatus: OrderStatus.active,
    principalPaise: rupees(10_000),
    netPaise: rupees(9_646),
    appliedAt: Date.parse('2026-11-12T05:00:00Z'),
    dueDay: '2026-11-27',
    owedPaise: rupees(10_080),
    overdueDays: 0,
    isRepaid: false,
    next: 'repay',
    mayReturn: false,
    mayWithdraw: false,
    ...more,
  };
}

/** An order whose payout failed; the borrower has until the end of 4 December 2026 to mend it. */
export const sampleFailedBill = (): Bill =>
  sampleBill({
    borrowStatus: OrderStatus.disbursementFailed,
    dueDay: null,
    owedPaise: 0,
    next: 'fix_bank',
    openUntil: Date.parse('2026-12-04T18:30:00Z'),
  });

/** The coupon for completing the certification, given today. */
export function sampleCoupon(more: Partial<Coupon> = {}): Coupon {
  return {
    couponId: '0198c0de-0000-7000-8000-000000000001',
    kind: 'fee',
    discount: { amountPaise: rupees(100) },
    leastPrincipalPaise: rupees(2_000),
    expiresOn: '2026-12-20',
    source: 'certification',
    state: 'usable',
    repayId: null,
    closedBecause: null,
    ...more,
  };
}

/** The answer to an application for ₹10,000: the amount to be paid out, and the account. */
export const sampleReceipt = { netPaise: rupees(9_646), accountLast4: '2514' };
