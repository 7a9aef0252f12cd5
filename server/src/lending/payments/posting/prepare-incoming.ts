import { LoanEventError, type LoanView } from '@noren/core/lending/loan';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import type { Tx } from '../../../platform/db/db.ts';
import { nextJournalId } from '../../book/journal-ids.ts';
import type { JournalDetail, PostedJournal } from '../../book/ledger.ts';
import { buildLoan, type Loan, payoffAmount } from '../../book/loan-book.ts';
import { MIN_PAYMENT_PAISE } from '../../book/minimum-payment.ts';
import {
  type LoanEventToPost,
  type PreparedPosting,
  preparePosting,
} from '../../book/post-loan-event.ts';
import { returnPrice } from '../../book/return-price.ts';
import { readAcceptedProduct } from '../../orders/accepted-product-store.ts';
import type { Order } from '../../orders/order-store.ts';
import { findAddendum, lapseAddendum } from '../../statements/addenda-store.ts';
import { extensionFact, isExtensionPosted } from '../extension.ts';
import type { Intent } from '../store.ts';
import { readUsableCoupon, type UsableCoupon } from './coupon-use.ts';
import { midnightWaiver, PAYMENT_GRACE_MS } from './midnight-waiver.ts';

/** A received payment. */
export interface Incoming {
  /** Value date. */
  readonly day: BusinessDay;
  readonly amountPaise: number;
  readonly cause: string;
  /** When the payer paid, UTC milliseconds. */
  readonly atMs: number;
  readonly channel?: string;
}

/** What the payment intent is for: the full amount, a part, an extension or a return. */
export type Purpose = Pick<
  Intent,
  'kind' | 'amountPaise' | 'couponId' | 'discountPaise' | 'addendumNo' | 'asOfDay' | 'expiresAt'
>;

/** Journals prepared for a payment, not written yet. */
export interface PreparedPayment {
  /** All journals of the order including the new ones. */
  readonly journals: readonly PostedJournal[];
  /** The new journals; the payment's own journal is the last. */
  readonly writing: readonly PreparedPosting['journal'][];
  /** Whether the payment returns the loan within its cooling-off days. */
  readonly isReturn: boolean;
  /** The purpose it missed because it was late or too small. */
  readonly missed: 'extension' | 'return' | 'coupon' | null;
}

interface PaymentContext {
  readonly order: Order;
  readonly journals: readonly PostedJournal[];
  readonly incoming: Incoming;
  readonly now: number;
}

/** An amount to waive, or a fee to give back, together with a payment. */
interface PaymentWaiver {
  readonly kind?: 'fee_reversal';
  readonly amountPaise: number;
  readonly reason: string;
  readonly detail?: JournalDetail;
}

const nothingElse = { isReturn: false, missed: null } as const;

/**
 * Prepares the journals of a payment and of its purpose: an extension, or the waivers of a coupon
 * or a return, come before the payment. A payment that is late or too small for its purpose is
 * allocated like any other; no payment is rejected. The caller holds the order's lock and writes
 * the journals.
 */
export async function prepareIncoming(
  tx: Tx,
  context: PaymentContext,
  purpose: Purpose | null,
): Promise<PreparedPayment> {
  switch (purpose?.kind) {
    case undefined:
    case 'part':
      return { ...preparePlain(context), ...nothingElse };
    case 'full':
      return prepareFull(tx, context, purpose);
    case 'return':
      return prepareReturn(tx, context);
    case 'extension':
      return prepareExtension(tx, context, purpose.addendumNo ?? '');
    default: {
      const missing: never = purpose?.kind as never;
      throw new RangeError(
        `unknown kind of payment for order ${context.order.repayId}: ${missing}`,
      );
    }
  }
}

type PreparedJournals = Pick<PreparedPayment, 'journals' | 'writing'>;

function preparePayment(
  { order, journals, incoming, now }: PaymentContext,
  of: Pick<JournalDetail, 'first' | 'addendumNo'> = {},
  journalId?: string,
): PreparedPosting {
  const { day, amountPaise, cause, channel } = incoming;
  const detail = { ...of, ...(channel && { channel }) };
  const named = journalId === undefined ? {} : { journalId };
  const fact: LoanEventToPost = { kind: 'payment', day, amountPaise, cause, detail, ...named };

  return requirePosting(preparePosting(order, journals, { ...fact, bookedAt: now }), order);
}

function requirePosting(posting: PreparedPosting | null, { repayId }: Order): PreparedPosting {
  if (!posting)
    throw new Error(`a payment of order ${repayId} was not posted although its order is locked`);

  return posting;
}

/**
 * A full payment. Its coupon is used only if payment and discount together close the loan on the
 * value date; otherwise the coupon is released. A payment shortly after midnight does not leave one
 * day's interest owed.
 */
async function prepareFull(
  tx: Tx,
  context: PaymentContext,
  intent: Purpose,
): Promise<PreparedPayment> {
  const { order, incoming, now } = context;
  const waiver = midnightWaiver(context, intent, { ...incoming, journalId: '' });
  const night = waiver && 'amountPaise' in waiver ? waiver : null;
  const { view } = loanOn(context);
  const left = payoffAmount(view) - (night?.amountPaise ?? 0) - incoming.amountPaise;

  // A coupon that expired at midnight is honoured for the same grace period as the amount.
  const day =
    incoming.atMs <= intent.expiresAt + PAYMENT_GRACE_MS
      ? businessDay(intent.asOfDay)
      : incoming.day;
  const usable =
    intent.couponId && (await readUsableCoupon(tx, intent.couponId, { order, view, day, now }));
  const coupon = usable && left <= usable.discountPaise ? usable : null;

  const waivers: PaymentWaiver[] = [];

  if (night)
    waivers.push({
      reason: 'tolerance',
      amountPaise: night.amountPaise,
      ...(night.detail && { detail: night.detail }),
    });

  if (coupon) waivers.push(waiverOfCoupon(coupon));
  else waivers.push(...residualWaivers(view, left));

  const posting = prepareWithWaivers(context, waivers);
  const missed = intent.couponId && !(coupon && posting.isWhole) ? 'coupon' : null;

  return { ...posting, isReturn: false, missed };
}

function waiverOfCoupon({ couponId, kind, discountPaise }: UsableCoupon): PaymentWaiver {
  const detail = { couponId, ...(kind === 'interest' && { bucket: kind }) };
  return { amountPaise: discountPaise, reason: 'coupon', detail };
}

/** A payment without a special purpose; only a residual below the provider's minimum is waived. */
function preparePlain(context: PaymentContext): PreparedJournals {
  const { view } = loanOn(context);
  return prepareWithWaivers(
    context,
    residualWaivers(view, payoffAmount(view) - context.incoming.amountPaise),
  );
}

/**
 * @ASSUMED A residual that no provider can collect is waived: a transfer of whole rupees must not
 * make a loan overdue.
 */
function residualWaivers({ totalOwed }: LoanView, leftPaise: number): PaymentWaiver[] {
  const isLeft = leftPaise > 0 && leftPaise < MIN_PAYMENT_PAISE && leftPaise <= totalOwed;
  return isLeft ? [{ amountPaise: leftPaise, reason: 'tolerance' }] : [];
}

/**
 * A cooling-off return: reverses the fee and waives penal charges, both tied to the payment that
 * returns the loan.
 */
async function prepareReturn(tx: Tx, context: PaymentContext): Promise<PreparedPayment> {
  const { order, incoming } = context;
  const product = await readAcceptedProduct(tx, order.terms.quote);
  const before = loanOn(context);
  const answer = returnPrice(order.terms, before, { day: incoming.day, product });
  if (!answer.ok || incoming.amountPaise < answer.price.totalPaise)
    return { ...preparePlain(context), isReturn: false, missed: 'return' };

  const waivers: PaymentWaiver[] = [];
  const { feeBackPaise } = answer.price;
  const { penalOwed } = before.view;

  if (feeBackPaise > 0)
    waivers.push({ kind: 'fee_reversal', amountPaise: feeBackPaise, reason: 'cooling_off_fee' });
  if (penalOwed > 0)
    waivers.push({ amountPaise: penalOwed, reason: 'cooling_off', detail: { bucket: 'penal' } });

  const posting = prepareWithWaivers(context, waivers);
  return { ...posting, isReturn: posting.isWhole, missed: posting.isWhole ? null : 'return' };
}

async function prepareExtension(
  tx: Tx,
  context: PaymentContext,
  addendumNo: string,
): Promise<PreparedPayment> {
  const { order, journals, incoming, now } = context;
  const addendum = await findAddendum(tx, order.userId, addendumNo);
  if (!addendum || addendum.orderId !== order.orderId || isExtensionPosted(journals, addendumNo))
    return { ...preparePlain(context), ...nothingElse };

  const { day, amountPaise } = incoming;
  const fact = extensionFact(order, journals, { addendum, day, amountPaise });
  if (!fact) {
    const isNew = await lapseAddendum(tx, order.userId, addendumNo, now);
    return { ...preparePlain(context), isReturn: false, missed: isNew ? 'extension' : null };
  }

  const extension = requirePosting(
    preparePosting(order, journals, { ...fact, bookedAt: now }),
    order,
  );
  const first = ['fees', 'interest', 'penal'] as const;
  const payment = preparePayment(
    { ...context, journals: extension.journals },
    { first, addendumNo },
  );
  const writing = [extension.journal, payment.journal];

  return { journals: payment.journals, writing, ...nothingElse };
}

/** The loan on the value date, before the payment. */
function loanOn({ order, journals, incoming }: PaymentContext): Loan {
  return buildLoan(order.terms, [...journals], incoming.day);
}

/**
 * Prepares waivers and then the payment they belong to.
 * @returns `isWhole` is false when less is owed on that day than a waiver's amount: then that
 * waiver is left out
 */
function prepareWithWaivers(
  context: PaymentContext,
  waivers: readonly PaymentWaiver[],
): PreparedJournals & { isWhole: boolean } {
  const { order, incoming, now } = context;
  const { day, cause } = incoming;
  const ids = newIds(context.journals, waivers.length + 1);
  const paymentId = ids.at(-1)!;

  const writing: PreparedPosting['journal'][] = [];
  let { journals } = context;
  let isWhole = true;

  for (const [index, { kind = 'waiver', amountPaise, reason, detail }] of waivers.entries()) {
    const fact = { kind, day, amountPaise, cause: `${cause}.${reason}`, reason } as const;
    const tied = { journalId: ids[index]!, detail: { ...detail, ofPayment: paymentId } };

    try {
      const waiver = preparePosting(order, journals, { ...fact, ...tied, bookedAt: now });
      if (!waiver) continue;

      writing.push(waiver.journal);
      journals = waiver.journals;
    } catch (error) {
      if (!(error instanceof LoanEventError)) throw error;
      isWhole = false;
    }
  }

  const payment = preparePayment({ ...context, journals }, {}, paymentId);
  return { journals: payment.journals, writing: [...writing, payment.journal], isWhole };
}

/** Ids for new journals, in reading order. */
function newIds(journals: readonly PostedJournal[], count: number): string[] {
  const ids: string[] = [];
  const known: Pick<PostedJournal, 'journalId'>[] = [...journals];

  while (ids.length < count) {
    const journalId = nextJournalId(known);
    known.push({ journalId });
    ids.push(journalId);
  }

  return ids;
}
