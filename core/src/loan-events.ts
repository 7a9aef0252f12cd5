import { type Paise, paise } from './money.ts';
import type { Bucket } from './repayment.ts';
import type { PenalTerms } from './terms.ts';
import type { BusinessDay } from './time.ts';

/** What an order's accepted terms say about owing. Rates in parts per million. */
export type LoanTerms = {
  principal: Paise;
  interestPpmPerDay: number;
  /** Days from the disbursement to the due date, at least 1. */
  tenorDays: number;
  penal: PenalTerms;
};

/**
 * One fact about a loan, on its value date. `id` is unique in the loan and settles the order of equal facts of a day.
 * - disbursement: the principal left the lender; the loan begins.
 * - payment: money came in.
 * - waiver: the lender lets an amount go, at most what is owed; from one bucket, or in the order of allocation.
 *   One tied to a payment (a coupon) falls when that payment is reversed.
 * - charge: a fee of an accepted addendum.
 * - extension: the due date moves by so many days. @ASSUMED one accepted after the due date charges no interest for
 *   the days between: they had their penal charge.
 * - reversal: the named payment, waiver, charge or extension is as if it had never been.
 */
export type LoanEvent =
  | { kind: 'disbursement'; id: string; day: BusinessDay }
  | { kind: 'payment'; id: string; day: BusinessDay; amount: Paise }
  | { kind: 'waiver'; id: string; day: BusinessDay; amount: Paise; bucket?: Bucket; ofPayment?: string }
  | { kind: 'charge'; id: string; day: BusinessDay; amount: Paise; code: string }
  | { kind: 'extension'; id: string; day: BusinessDay; days: number }
  | { kind: 'reversal'; id: string; day: BusinessDay; of: string };

/** Facts that count: all but reversals and what they took back. */
export type LiveEvent = Exclude<LoanEvent, { kind: 'reversal' }>;

/** The facts cannot be those of one loan: a fault of whoever recorded them, never of a user. */
export class LoanEventError extends Error {
  override readonly name = 'LoanEventError';
  readonly eventId: string;
  constructor(eventId: string, what: string) {
    super(`event ${eventId}: ${what}`);
    this.eventId = eventId;
  }
}

/** Facts of one day apply in this order, so that a fee is there before its payment and a due date moves after it. */
const rankOfKind: Record<LiveEvent['kind'], number> = {
  disbursement: 0,
  charge: 1,
  waiver: 2,
  payment: 3,
  extension: 4,
};

/**
 * The facts that count by the end of `asOf`, in order of value date whatever the order they arrived in.
 * Throws LoanEventError for a repeated id, two disbursements, anything before the disbursement, or an amount or a
 * number of days that is not positive.
 */
export function liveEvents(events: readonly LoanEvent[], asOf: BusinessDay): LiveEvent[] {
  checkEvents(events);
  const known = events.filter((event) => event.day <= asOf);
  const reversed = new Set(known.flatMap((event) => (event.kind === 'reversal' ? [event.of] : [])));
  const standing = known.filter((event): event is LiveEvent => event.kind !== 'reversal' && !reversed.has(event.id));
  const payments = new Set(standing.flatMap((event) => (event.kind === 'payment' ? [event.id] : [])));
  return standing
    .filter((event) => event.kind !== 'waiver' || event.ofPayment === undefined || payments.has(event.ofPayment))
    .sort(byValueDate);
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
    if ('amount' in event && paise(event.amount) <= 0) throw new LoanEventError(event.id, 'an amount is positive');
    if (event.kind === 'extension' && !(Number.isSafeInteger(event.days) && event.days > 0)) {
      throw new LoanEventError(event.id, 'an extension is a number of days');
    }
  }
  const [first, second] = events.filter((event) => event.kind === 'disbursement');
  if (second) throw new LoanEventError(second.id, 'a loan is disbursed once');
  for (const event of events) {
    if (event.kind === 'reversal') checkReversal(event, byId.get(event.of));
    else if (!first || event.day < first.day) throwUnlessDisbursement(event);
  }
}

function throwUnlessDisbursement(event: LiveEvent): void {
  if (event.kind !== 'disbursement') throw new LoanEventError(event.id, 'nothing happens before the disbursement');
}

function checkReversal(reversal: LoanEvent & { kind: 'reversal' }, target: LoanEvent | undefined): void {
  if (target?.kind === 'disbursement' || target?.kind === 'reversal') {
    throw new LoanEventError(reversal.id, `a ${target.kind} is not reversed`);
  }
}
