import { businessDayOf } from '@noren/core/money/time';
import { findPaymentOfJournal, findPostings } from '../../features/repayment/posting/provider-payments-store.ts';
import { findProof } from '../../features/repayment/proof-store.ts';
import { findRefund } from '../../features/repayment/refunds/refund-store.ts';
import {
  findStoredPayment,
  findUnclaimedFunds,
  leftOf,
  type UnclaimedKey,
} from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { readJournals } from '../../lending/journal-store.ts';
import { payoffAmount, readLoan } from '../../lending/loan-book.ts';
import { findOrderById } from '../../lending/order-store.ts';
import { readLatestPayout } from '../../lending/payout-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { RequestMoney } from './request/request-effect.ts';
import { readMaskedPerson } from './request/request-effect-store.ts';
import type { OperatorRequest, RequestDetails } from './request/requests-store.ts';

type MoneyFacts = Omit<RequestMoney, 'person'> & { readonly userId: string | null };
const plain = (amountPaise: number, userId: string | null, day: string | null = null): MoneyFacts => {
  return { amountPaise, utrLast4: null, day, userId };
};

/** The money of a request before it is carried out; undefined for a kind that is about none, and where it is gone. */
export async function readMoney(tx: Tx, deps: Deps, request: OperatorRequest): Promise<RequestMoney | undefined> {
  const found = await findMoneyOf(tx, deps, request);
  if (!found) return undefined;
  const { userId, ...money } = found;
  const person = userId === null ? null : await readMaskedPerson(tx, deps.crypto, userId);
  return { ...money, person: person ? [person.name, person.phone].filter(Boolean).join(', ') : null };
}

async function findMoneyOf(tx: Tx, deps: Deps, request: OperatorRequest): Promise<MoneyFacts | undefined> {
  const { userId } = request;
  switch (request.kind) {
    case 'waiver':
      return plain(request.detail.amountPaise, userId);
    case 'settlement_offer':
      return plain(request.detail.payPaise, userId, request.detail.payBy);
    case 'write_off':
      return moneyOwed(tx, deps, request);
    case 'reversal':
    case 'payment_move':
      return moneyOfJournal(tx, request, request.detail.journalId);
    case 'refund_retry':
    case 'refund_payout':
      return moneyOfRefund(tx, request.detail.refundRef);
    case 'payout_reversal':
    case 'payout_cancel':
      return moneyOfPayout(tx, request);
    case 'proof':
      return moneyOfProof(tx, request.detail.proofId);
    case 'unclaimed_payment_claim':
    case 'unclaimed_payment_return':
      return moneyInSuspense(tx, request.detail);
    case 'coupon':
      return moneyOfCoupon(request.detail, userId);
    default:
      return undefined;
  }
}

/** The most that a coupon takes off, or all those of a campaign. */
function moneyOfCoupon(
  { coupon: { discount }, campaign }: RequestDetails['coupon'],
  userId: string | null,
): MoneyFacts {
  if (campaign) return plain(campaign.budgetPaise, null, campaign.endsOn);
  return plain('amount' in discount ? discount.amount : discount.cap, userId);
}

async function moneyOwed(tx: Tx, deps: Deps, { userId, orderId }: OperatorRequest): Promise<MoneyFacts | undefined> {
  const order = userId !== null && orderId !== null ? await findOrderById(tx, userId, orderId) : undefined;
  return order && plain(payoffAmount((await readLoan(tx, order, deps.today())).view), userId);
}

/** A payment's amount is its transfer's; that of a waiver or an extension is what its journal debits. */
async function moneyOfJournal(
  tx: Tx,
  { userId, orderId }: OperatorRequest,
  journalId: string,
): Promise<MoneyFacts | undefined> {
  if (userId === null || orderId === null) return undefined;
  const payment = await findPaymentOfJournal(tx, { userId, orderId }, journalId);
  if (payment) {
    const { amountPaise, utrLast4, paidAt } = payment;
    return { amountPaise, utrLast4, day: businessDayOf(paidAt), userId };
  }

  const journal = (await readJournals(tx, userId, orderId)).find((one) => one.journalId === journalId);
  const debits = journal?.lines.filter(([, amount]) => amount > 0) ?? [];
  return (
    journal &&
    plain(
      debits.reduce((sum, [, amount]) => sum + amount, 0),
      userId,
      journal.valueDay,
    )
  );
}

async function moneyOfRefund(tx: Tx, refundRef: string): Promise<MoneyFacts | undefined> {
  const refund = await findRefund(tx, refundRef);
  if (!refund) return undefined;
  const { provider, paymentRef: providerRef, amountPaise, userId } = refund;
  const [posting] = await findPostings(tx, [{ provider, providerRef }]);
  return {
    amountPaise,
    utrLast4: posting?.utrLast4 ?? null,
    day: posting ? businessDayOf(posting.paidAt) : null,
    userId,
  };
}

async function moneyOfPayout(tx: Tx, { userId, orderId }: OperatorRequest): Promise<MoneyFacts | undefined> {
  const payout = userId !== null && orderId !== null ? await readLatestPayout(tx, { userId, orderId }) : undefined;
  return payout && plain(payout.amountPaise, userId, businessDayOf(payout.createdAt));
}

async function moneyOfProof(tx: Tx, proofId: string): Promise<MoneyFacts | undefined> {
  const proof = await findProof(tx, proofId);
  if (!proof) return undefined;
  const { amountPaise, utrLast4, paidOn, userId } = proof;
  return { amountPaise, utrLast4, day: paidOn, userId };
}

async function moneyInSuspense(tx: Tx, key: UnclaimedKey): Promise<MoneyFacts | undefined> {
  const funds = await findUnclaimedFunds(tx, key);
  if (!funds) return undefined;
  // A transfer that was taken off an order names its payer; one that never matched has its event alone.
  const [posting] = await findPostings(tx, [key]);
  const utrLast4 = posting?.utrLast4 ?? (await findStoredPayment(tx, key))?.utrLast4 ?? null;
  return { amountPaise: leftOf(funds), utrLast4, day: businessDayOf(funds.paidAt), userId: posting?.userId ?? null };
}
