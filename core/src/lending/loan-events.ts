import { type Paise, paise } from '../money/money.ts';
import type { BusinessDay } from '../money/time.ts';
import type { LoanConvention } from './loan-convention.ts';
import type { Bucket } from './repayment.ts';
import type { PenalTerms } from './terms.ts';

/** The accepted terms that decide the debt. Rates in parts per million. */
export type LoanTerms = {
  principal: Paise;
  interestPpmPerDay: number;
  /** Days from the disbursement to the (last) due date, at least 1. */
  tenorDays: number;
  penal: PenalTerms;
  /**
   * Instalments of principal and interest before the last one, in order of day; the last takes
   * whatever is owed.
   */
  instalments?: readonly { afterDays: number; amount: Paise }[];
  /** Differences from the convention of Noren's products. */
  convention?: Partial<LoanConvention>;
};

/**
 * One fact about a loan, on its value date. `id` is unique in the loan and settles the order of equal facts of a day.
 * - disbursement: the principal left the lender; the loan begins. With an amount it is one part of the principal.
 * - payment: money came in. It fills the buckets named `first` before the others (an extension's penal charge).
 * - waiver: the lender waives an amount, at most what is owed, from one bucket or in the order of allocation.
 *   A waiver tied to a payment (a coupon) is undone when that payment is reversed.
 * - fee-reversal: the processing fee and its GST, which were deducted from the payout, are reversed. The amount reduces
 *   what is owed; any excess is overpaid. If it is tied to a payment, a reversal of that payment undoes it from its own
 *   day, and a chargeback undoes it from the day of the chargeback.
 * - charge: a fee of an accepted addendum, or a penalty of a fixed amount; due on a later day if it says so.
 * - extension: every due date not yet met moves by so many days. @ASSUMED one accepted after the due date charges no
 *   interest for the days between: they had their penal charge.
 * - refund: money sent back to the borrower. A part that was not overpaid, or no longer is, becomes owed again as principal.
 * - chargeback: the payer's bank took part of a payment back; overpaid money covers it first, the rest is owed again as
 *   what the payment had paid, in reverse order of allocation: a penal charge is owed again as a penal charge, and no
 *   charge accrues on it. If overpaid money of this payment had covered the chargeback of another, what that payment had
 *   paid is owed again. Money that had paid nothing (it was refunded) is owed as principal. A chargeback is undone when
 *   its payment is reversed.
 * - write-off: the amount owed is written off; later payments are recoveries of it.
 * - reversal: the named fact has no effect, from its own day on. A disbursement is reversed when the bank sent the payout back,
 *   and only after every other fact of its loan; the loan may then be disbursed once more.
 */
export type LoanEvent =
  | { kind: 'disbursement'; id: string; day: BusinessDay; amount?: Paise }
  | { kind: 'payment'; id: string; day: BusinessDay; amount: Paise; first?: readonly Bucket[] }
  | {
      kind: 'waiver';
      id: string;
      day: BusinessDay;
      amount: Paise;
      bucket?: Bucket;
      ofPayment?: string;
    }
  | { kind: 'fee-reversal'; id: string; day: BusinessDay; amount: Paise; ofPayment?: string }
  | {
      kind: 'charge';
      id: string;
      day: BusinessDay;
      amount: Paise;
      code: string;
      bucket?: 'fees' | 'penal';
      dueDay?: BusinessDay;
    }
  | { kind: 'extension'; id: string; day: BusinessDay; days: number }
  | { kind: 'refund'; id: string; day: BusinessDay; amount: Paise }
  | { kind: 'chargeback'; id: string; day: BusinessDay; amount: Paise; ofPayment: string }
  | { kind: 'write-off'; id: string; day: BusinessDay }
  | { kind: 'reversal'; id: string; day: BusinessDay; of: string };

/** All events except reversals and the events they reverse. */
export type LiveEvent = Exclude<LoanEvent, { kind: 'reversal' }>;

/** The events cannot belong to one loan: a bug in what recorded them, never a user's fault. */
export class LoanEventError extends Error {
  override readonly name = 'LoanEventError';
  readonly eventId: string;
  readonly what: string;
  constructor(eventId: string, what: string) {
    super(`event ${eventId}: ${what}`);
    this.eventId = eventId;
    this.what = what;
  }
}

/**
 * Facts of one day apply in this order, so that a fee is there before its payment and a due date
 * moves after it.
 */
const rankOfKind: Record<LiveEvent['kind'], number> = {
  disbursement: 0,
  charge: 1,
  waiver: 2,
  'fee-reversal': 3,
  payment: 4,
  chargeback: 5,
  refund: 6,
  extension: 7,
  'write-off': 8,
};

/**
 * The facts that count by the end of `asOf`, in order of value date whatever the order they arrived
 * in. Throws LoanEventError for a repeated id, a second disbursement where one has no amount of its
 * own, anything before the first, anything that counts when the disbursement was reversed, or an
 * amount or a number of days that is not positive.
 */
export function liveEvents(events: readonly LoanEvent[], asOf: BusinessDay): LiveEvent[] {
  checkEvents(events);

  const known = events.filter((event) => event.day <= asOf);
  const reversed = new Set(known.flatMap((event) => (event.kind === 'reversal' ? [event.of] : [])));
  const inForce = known.filter(
    (event): event is LiveEvent => event.kind !== 'reversal' && !reversed.has(event.id),
  );

  const payments = new Set(
    inForce.flatMap((event) => (event.kind === 'payment' ? [event.id] : [])),
  );

  const live = inForce
    .filter(
      (event) =>
        !('ofPayment' in event) || event.ofPayment === undefined || payments.has(event.ofPayment),
    )
    .sort(byValueDate);
  const [first] = live;
  if (first && first.kind !== 'disbursement')
    throw new LoanEventError(first.id, 'nothing counts without a disbursement');

  return live;
}

function byValueDate(a: LiveEvent, b: LiveEvent): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  const byKind = rankOfKind[a.kind] - rankOfKind[b.kind];
  if (byKind !== 0) return byKind;
  return a.id < b.id ? -1 : 1;
}

function checkEvents(events: readonly LoanEvent[]): void {
  const byId = new Map<string, LoanEvent>();
  for (const event of events) {
    if (byId.has(event.id)) throw new LoanEventError(event.id, 'recorded twice');

    byId.set(event.id, event);
    if ('amount' in event && event.amount !== undefined && paise(event.amount) <= 0) {
      throw new LoanEventError(event.id, 'an amount is positive');
    }
    if (event.kind === 'extension' && !(Number.isSafeInteger(event.days) && event.days > 0)) {
      throw new LoanEventError(event.id, 'an extension is a number of days');
    }
  }

  const first = checkDisbursements(events);
  for (const event of events) {
    if (event.kind === 'reversal') checkReversal(event, byId.get(event.of));
    else if (first === undefined || event.day < first) throwUnlessDisbursement(event);
  }
}

/** The first disbursement's day. Several disbursements must each carry an amount. */
function checkDisbursements(events: readonly LoanEvent[]): BusinessDay | undefined {
  const all = events.filter((event) => event.kind === 'disbursement').sort(byValueDate);
  const reversedOn = new Map(
    events.flatMap((event) => (event.kind === 'reversal' ? [[event.of, event.day]] : [])),
  );

  for (const [index, event] of all.entries()) {
    const isUndone = ({ id }: LoanEvent) => (reversedOn.get(id) ?? '9999-12-31') <= event.day;
    const before = all.slice(0, index).filter((one) => !isUndone(one));
    if (before.length > 0 && [event, ...before].some(({ amount }) => amount === undefined))
      throw new LoanEventError(event.id, 'a loan is disbursed once');
  }

  return all[0]?.day;
}

function throwUnlessDisbursement(event: LiveEvent): void {
  if (event.kind !== 'disbursement')
    throw new LoanEventError(event.id, 'nothing happens before the disbursement');
}

function checkReversal(
  reversal: LoanEvent & { kind: 'reversal' },
  target: LoanEvent | undefined,
): void {
  if (target?.kind === 'reversal')
    throw new LoanEventError(reversal.id, 'a reversal is not reversed');
}
