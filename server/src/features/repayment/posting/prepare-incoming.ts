import { LoanEventError, type LoanView } from '@noren/core/lending/loan';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { readAcceptedProduct } from '../../../lending/accepted-product.ts';
import { findAddendum, lapseAddendum } from '../../../lending/addenda-store.ts';
import { nextJournalId } from '../../../lending/journal-ids.ts';
import { LEAST_PAYMENT_PAISE } from '../../../lending/least-payment.ts';
import type { JournalDetail, PostedJournal } from '../../../lending/ledger.ts';
import { type Loan, loanOf, payoffAmount } from '../../../lending/loan-book.ts';
import type { Order } from '../../../lending/order-store.ts';
import { type LoanEventToPost, type PreparedPosting, preparePosting } from '../../../lending/post-loan-event.ts';
import { returnPrice } from '../../../lending/return-price.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { midnightWaiver, PAYMENT_GRACE_MS } from '../checkout/midnight-waiver.ts';
import { extensionFact, tookEffect } from '../extensions/extension.ts';
import type { Intent } from '../store.ts';
import { readUsableCoupon, type UsableCoupon } from './coupon-use.ts';

/** Money that came in, on the day it counts from. */
export interface Incoming {
  readonly day: BusinessDay;
  readonly amountPaise: number;
  readonly cause: string;
  /** When it was paid. */
  readonly atMs: number;
  readonly channel?: string;
}

/** What the money was meant for; null where it came by itself. */
export type Purpose = Pick<
  Intent,
  'kind' | 'amountPaise' | 'couponId' | 'discountPaise' | 'addendumNo' | 'asOfDay' | 'expiresAt'
>;

/** What is booked, and is to be written. */
export interface Booked {
  /** All of the order, with what is new. */
  readonly journals: readonly PostedJournal[];
  /** What is new, the payment's own journal last. */
  readonly writing: readonly PreparedPosting['journal'][];
  /** Whether it was the return of the loan in its cooling-off days. */
  readonly isReturn: boolean;
  /** What it was meant for and could not be: it came too late, or was too little. */
  readonly missed: 'extension' | 'return' | 'coupon' | null;
}

interface Given {
  readonly order: Order;
  readonly journals: readonly PostedJournal[];
  readonly incoming: Incoming;
  readonly now: number;
}

/** An amount to be let go of with a payment. */
interface PaymentWaiver {
  readonly amountPaise: number;
  readonly reason: string;
  readonly detail?: JournalDetail;
}

const nothingElse = { isReturn: false, missed: null } as const;

/**
 * The journals of money that came in, with all that it was meant for: before it an extension, or what a coupon or a return
 * lets go of. Money that came too late or too little for its purpose is a payment like any other; none is turned away.
 * The caller holds the order's lock, and writes them.
 * @returns null when it is booked already
 */
export async function prepareIncoming(tx: Tx, given: Given, purpose: Purpose | null): Promise<Booked | null> {
  const { order, journals, incoming } = given;
  if (journals.some(({ kind, cause }) => kind === 'payment' && cause === incoming.cause)) return null;
  switch (purpose?.kind) {
    case undefined:
    case 'part':
      return { ...preparePlain(given), ...nothingElse };
    case 'full':
      return prepareFull(tx, given, purpose);
    case 'return':
      return prepareReturn(tx, given);
    case 'extension':
      return prepareExtension(tx, given, purpose.addendumNo ?? '');
    default: {
      const missing: never = purpose?.kind as never;
      throw new RangeError(`unknown kind of payment for order ${order.repayId}: ${missing}`);
    }
  }
}

type Paid = Pick<Booked, 'journals' | 'writing'>;

function preparePayment(
  { order, journals, incoming, now }: Given,
  of: Pick<JournalDetail, 'first' | 'addendumNo'> = {},
  journalId?: string,
): PreparedPosting {
  const { day, amountPaise, cause, channel } = incoming;
  const detail = { ...of, ...(channel && { channel }) };
  const named = journalId === undefined ? {} : { journalId };
  const fact: LoanEventToPost = { kind: 'payment', day, amountPaise, cause, detail, ...named };
  return need(preparePosting(order, journals, { ...fact, bookedAt: now }), order);
}

function need(made: PreparedPosting | null, { repayId }: Order): PreparedPosting {
  if (!made) throw new Error(`a payment of order ${repayId} was not booked under its lock`);
  return made;
}

/**
 * A full payment. With a coupon it uses it when the two close the loan on the payment's day, else the coupon is free
 * again; what came just after midnight leaves nobody owing one day's interest, with a coupon or without.
 */
async function prepareFull(tx: Tx, given: Given, intent: Purpose): Promise<Booked> {
  const { order, incoming, now } = given;
  const found = midnightWaiver(given, intent, { ...incoming, journalId: '' });
  const night = found && 'amountPaise' in found ? found : null;
  const { view } = loanOn(given);
  const left = payoffAmount(view) - (night?.amountPaise ?? 0) - incoming.amountPaise;
  // A coupon whose last day was the one asked for holds for the same minutes as the amount does.
  const day = incoming.atMs <= intent.expiresAt + PAYMENT_GRACE_MS ? businessDay(intent.asOfDay) : incoming.day;
  const coupon = intent.couponId && (await readUsableCoupon(tx, intent.couponId, { order, view, day, now }));
  const used = coupon && left <= coupon.discountPaise ? coupon : null;
  const letGo: PaymentWaiver[] = [];
  if (night) letGo.push({ reason: 'tolerance', ...night });
  if (used) letGo.push(waiverOfCoupon(used));
  else letGo.push(...residualWaivers(view, left));
  const paid = prepareWithWaivers(given, letGo);
  return { ...paid, isReturn: false, missed: intent.couponId && !(used && paid.isWhole) ? 'coupon' : null };
}

function waiverOfCoupon({ couponId, kind, discountPaise }: UsableCoupon): PaymentWaiver {
  const detail = { couponId, ...(kind === 'interest' && { bucket: kind }) };
  return { amountPaise: discountPaise, reason: 'coupon', detail };
}

/** A payment that nothing else comes with but the paise that it leaves. */
function preparePlain(given: Given): Paid {
  const { view } = loanOn(given);
  return prepareWithWaivers(given, residualWaivers(view, payoffAmount(view) - given.incoming.amountPaise));
}

/** @ASSUMED What a payment leaves and no provider takes is let go: a transfer of whole rupees makes no loan overdue. */
function residualWaivers({ totalOwed }: LoanView, leftPaise: number): PaymentWaiver[] {
  const isLeft = leftPaise > 0 && leftPaise < LEAST_PAYMENT_PAISE && leftPaise <= totalOwed;
  return isLeft ? [{ amountPaise: leftPaise, reason: 'tolerance' }] : [];
}

/** The return: what the lender does not take of a returned loan is let go, tied to the payment that returns it. */
async function prepareReturn(tx: Tx, given: Given): Promise<Booked> {
  const { order, incoming } = given;
  const product = await readAcceptedProduct(tx, order.terms.quote);
  const before = loanOn(given);
  const answer = returnPrice(order.terms, before, { day: incoming.day, product });
  if (!answer.ok || incoming.amountPaise < answer.price.totalPaise)
    return { ...preparePlain(given), isReturn: false, missed: 'return' };
  const letGo: PaymentWaiver[] = [];
  const { feeBackPaise } = answer.price;
  const { penalOwed } = before.view;
  if (feeBackPaise > 0) letGo.push({ amountPaise: feeBackPaise, reason: 'cooling_off_fee' });
  if (penalOwed > 0) letGo.push({ amountPaise: penalOwed, reason: 'cooling_off', detail: { bucket: 'penal' } });
  const paid = prepareWithWaivers(given, letGo);
  return { ...paid, isReturn: paid.isWhole, missed: paid.isWhole ? null : 'return' };
}

async function prepareExtension(tx: Tx, given: Given, addendumNo: string): Promise<Booked> {
  const { order, journals, incoming, now } = given;
  const addendum = await findAddendum(tx, order.userId, addendumNo);
  if (!addendum || addendum.orderId !== order.orderId || tookEffect(journals, addendumNo))
    return { ...preparePlain(given), ...nothingElse };
  const { day, amountPaise } = incoming;
  const fact = extensionFact(order, journals, { addendum, day, amountPaise });
  if (!fact) {
    const isNew = await lapseAddendum(tx, order.userId, addendumNo, now);
    return { ...preparePlain(given), isReturn: false, missed: isNew ? 'extension' : null };
  }
  const extended = need(preparePosting(order, journals, { ...fact, bookedAt: now }), order);
  const first = ['fees', 'interest', 'penal'] as const;
  const paid = preparePayment({ ...given, journals: extended.journals }, { first, addendumNo });
  return { journals: paid.journals, writing: [extended.journal, paid.journal], ...nothingElse };
}

/** The loan on the day of the payment, before it. */
function loanOn({ order, journals, incoming }: Given): Loan {
  return loanOf(order.terms, [...journals], incoming.day);
}

/**
 * Books amounts that are let go, and after them the payment that they are tied to, so that each is told of what it was.
 * @returns with `isWhole` false when the facts of that day no longer have as much to let go of: the money stands alone
 */
function prepareWithWaivers(given: Given, letGo: readonly PaymentWaiver[]): Paid & { isWhole: boolean } {
  const { order, incoming, now } = given;
  const { day, cause } = incoming;
  const ids = newIds(given.journals, letGo.length + 1);
  const paymentId = ids.at(-1)!;
  const writing: PreparedPosting['journal'][] = [];
  let { journals } = given;
  let isWhole = true;
  for (const [place, { amountPaise, reason, detail }] of letGo.entries()) {
    const fact = { kind: 'waiver', day, amountPaise, cause: `${cause}.${reason}`, reason } as const;
    const tied = { journalId: ids[place]!, detail: { ...detail, ofPayment: paymentId } };
    try {
      const made = preparePosting(order, journals, { ...fact, ...tied, bookedAt: now });
      if (!made) continue;
      writing.push(made.journal);
      journals = made.journals;
    } catch (error) {
      if (!(error instanceof LoanEventError)) throw error;
      isWhole = false;
    }
  }
  const paid = preparePayment({ ...given, journals }, {}, paymentId);
  return { journals: paid.journals, writing: [...writing, paid.journal], isWhole };
}

/** Ids for so many journals, in the order in which they are to be read. */
function newIds(journals: readonly PostedJournal[], count: number): string[] {
  const ids: string[] = [];
  const known: Pick<PostedJournal, 'journalId'>[] = [...journals];
  for (let made = 0; made < count; made += 1) {
    const journalId = nextJournalId(known);
    known.push({ journalId });
    ids.push(journalId);
  }
  return ids;
}
