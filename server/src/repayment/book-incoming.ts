import { LoanEventError } from '@noren/core/loan';
import { type BusinessDay, businessDay } from '@noren/core/time';
import { readAcceptedProduct } from '../accepted-product.ts';
import { findAddendum, lapseAddendum } from '../addenda-store.ts';
import { bookFact, type NewFact } from '../book-fact.ts';
import type { Tx } from '../db.ts';
import type { JournalDetail, PostedJournal } from '../ledger.ts';
import { type Loan, loanOf } from '../loan-book.ts';
import type { Order } from '../orders/store.ts';
import { returnPrice } from '../return-price.ts';
import { readWaivable } from './coupon-use.ts';
import { extensionFact, tookEffect } from './extension.ts';
import type { Intent } from './store.ts';
import { toClose } from './to-close.ts';
import { PAYMENT_GRACE_MS, waiverOfNight } from './tolerance.ts';

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

/** What was booked. */
export interface Booked {
  readonly journals: PostedJournal[];
  /** The payment's own journal. */
  readonly paymentId: string;
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

/**
 * Books money that came in, with all that it was meant for: an extension before it, what a coupon or a return lets go of
 * after it. Money that came too late or too little for its purpose is a payment like any other; none is turned away.
 * The caller holds the order's lock.
 * @returns null when it is booked already
 */
export async function bookIncoming(tx: Tx, given: Given, purpose: Purpose | null): Promise<Booked | null> {
  const { order, journals, incoming } = given;
  if (journals.some(({ kind, cause }) => kind === 'payment' && cause === incoming.cause)) return null;
  switch (purpose?.kind) {
    case undefined:
    case 'part':
      return bookPlain(tx, given);
    case 'full':
      return bookFull(tx, given, purpose);
    case 'return':
      return bookReturn(tx, given);
    case 'extension': {
      const { addendumNo } = purpose;
      return addendumNo === null ? bookPlain(tx, given) : bookExtension(tx, given, addendumNo);
    }
    default: {
      const missing: never = purpose?.kind as never;
      throw new RangeError(`unknown kind of payment for order ${order.repayId}: ${missing}`);
    }
  }
}

async function bookPlain(tx: Tx, given: Given, missed: Booked['missed'] = null): Promise<Booked> {
  return { ...(await bookPayment(tx, given)), isReturn: false, missed };
}

async function bookPayment(
  tx: Tx,
  { order, journals, incoming, now }: Given,
  of: Pick<JournalDetail, 'first' | 'addendumNo'> = {},
): Promise<Pick<Booked, 'journals' | 'paymentId'>> {
  const { day, amountPaise, cause, channel } = incoming;
  const detail = { ...of, ...(channel && { channel }) };
  const fact: NewFact = { kind: 'payment', day, amountPaise, cause, detail };
  const booked = await bookFact(tx, order, journals, { ...fact, bookedAt: now });
  if (!booked) throw new Error(`a payment of order ${order.repayId} was not booked under its lock`);
  return { journals: booked.journals, paymentId: booked.journalId };
}

/**
 * A full payment. With a coupon it uses it when the two close the loan on the payment's day, else the coupon is free
 * again; what came just after midnight leaves nobody owing one day's interest, with a coupon or without.
 */
async function bookFull(tx: Tx, given: Given, intent: Purpose): Promise<Booked> {
  const { order, incoming, now } = given;
  const found = waiverOfNight(given, intent, { ...incoming, journalId: '' });
  const night = found && 'amountPaise' in found ? found : null;
  const { view } = loanOn(given);
  const left = toClose(view) - (night?.amountPaise ?? 0) - incoming.amountPaise;
  // A coupon whose last day was the one asked for holds for the same minutes as the amount does.
  const day = incoming.atMs <= intent.expiresAt + PAYMENT_GRACE_MS ? businessDay(intent.asOfDay) : incoming.day;
  const coupon = intent.couponId && (await readWaivable(tx, intent.couponId, { order, view, day, now }));
  const isUsed = coupon && left <= coupon.discountPaise;
  let booked: Booked = await bookPlain(tx, given, intent.couponId && !isUsed ? 'coupon' : null);
  if (night) booked = (await waive(tx, given, booked, night)) ?? booked;
  if (!isUsed) return booked;
  const { couponId, kind } = coupon;
  const off = coupon.discountPaise;
  const waived = await waive(tx, given, booked, {
    amountPaise: off,
    reason: 'coupon',
    detail: { couponId, ...(kind === 'interest' && { bucket: kind }) },
  });
  return waived ?? { ...booked, missed: 'coupon' };
}

/** The return: what the lender does not take of a returned loan is let go, tied to the payment that returns it. */
async function bookReturn(tx: Tx, given: Given): Promise<Booked> {
  const { order, incoming } = given;
  const product = await readAcceptedProduct(tx, order.terms.quote);
  const before = loanOn(given);
  const answer = returnPrice(order.terms, before, { day: incoming.day, product });
  if (!answer.ok || incoming.amountPaise < answer.price.totalPaise) return bookPlain(tx, given, 'return');
  const paid = await bookPlain(tx, given);
  const { penalOwed } = before.view;
  const { feeBackPaise } = answer.price;
  const missed: Booked = { ...paid, missed: 'return' };
  const ofFee =
    feeBackPaise === 0 ? paid : await waive(tx, given, paid, { amountPaise: feeBackPaise, reason: 'cooling_off_fee' });
  if (!ofFee) return missed;
  const ofPenal =
    penalOwed === 0
      ? ofFee
      : await waive(tx, given, ofFee, { amountPaise: penalOwed, reason: 'cooling_off', detail: { bucket: 'penal' } });
  return ofPenal ? { ...ofPenal, isReturn: true } : { ...missed, journals: ofFee.journals };
}

async function bookExtension(tx: Tx, given: Given, addendumNo: string): Promise<Booked> {
  const { order, journals, incoming, now } = given;
  const addendum = await findAddendum(tx, order.userId, addendumNo);
  if (!addendum || addendum.orderId !== order.orderId) return bookPlain(tx, given);
  const { day, amountPaise } = incoming;
  const fact = extensionFact(order, journals, { addendum, day, amountPaise });
  if (!fact) {
    if (tookEffect(journals, addendumNo)) return bookPlain(tx, given);
    const isNew = await lapseAddendum(tx, order.userId, addendumNo, now);
    return bookPlain(tx, given, isNew ? 'extension' : null);
  }
  const extended = await bookFact(tx, order, journals, { ...fact, bookedAt: now });
  if (!extended) throw new Error(`an extension of order ${order.repayId} was not booked under its lock`);
  const first = ['fees', 'interest', 'penal'] as const;
  const paid = await bookPayment(tx, { ...given, journals: extended.journals }, { first, addendumNo });
  return { ...paid, isReturn: false, missed: null };
}

/** The loan on the day of the payment, before it. */
function loanOn({ order, journals, incoming }: Given): Loan {
  return loanOf(order.terms, [...journals], incoming.day);
}

/** Lets an amount go with a payment. @returns null when the facts of that day no longer have as much to let go of */
async function waive(
  tx: Tx,
  { order, incoming, now }: Given,
  paid: Booked,
  of: { amountPaise: number; reason?: string | undefined; detail?: JournalDetail | undefined },
): Promise<Booked | null> {
  const { amountPaise, reason = 'waiver', detail } = of;
  const fact = {
    kind: 'waiver',
    day: incoming.day,
    amountPaise,
    cause: `${incoming.cause}.${reason}`,
    reason,
  } as const;
  try {
    const booked = await bookFact(tx, order, paid.journals, {
      ...fact,
      detail: { ...detail, ofPayment: paid.paymentId },
      bookedAt: now,
    });
    return { ...paid, journals: booked?.journals ?? paid.journals };
  } catch (error) {
    // Thrown before anything is written: the money stands by itself then.
    if (error instanceof LoanEventError) return null;
    throw error;
  }
}
