import { addDays, type BusinessDay, daysBetween, toBusinessDay } from '../money/time.ts';
import { type ContactHours, nextContactAt } from './dunning.ts';
import { regulatoryRowOn } from './terms.ts';

/**
 * How a collector may contact a borrower about dues. Nobody visits: a loan of this lender is small,
 * and a visit is pressure.
 */
export const CONTACT_KINDS = ['call', 'sms'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/** Outcomes of a contact, by kind. */
export const RESULTS_OF = {
  call: ['reached', 'call_back', 'no_answer', 'wrong_person'],
  sms: ['sent'],
} as const satisfies Record<ContactKind, readonly string[]>;

export const CONTACT_RESULTS = [...RESULTS_OF.call, ...RESULTS_OF.sms] as const;

/**
 * @ASSUMED The most contacts with one borrower on a day and in seven days, about all loans
 * together.
 */
export const CONTACTS_A_DAY = 2;
export const CONTACTS_A_WEEK = 5;
export const WEEK_DAYS = 7;

/** Reasons for a contact hold. */
export const HOLD_REASONS = ['hardship', 'dispute', 'illness', 'bereavement'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
/** @ASSUMED The most days of one hold; another one may follow. */
export const HOLD_DAYS = 90;
/** @ASSUMED How many days ahead a promise to pay may be. */
export const PROMISE_DAYS = 15;

/** What decides whether a borrower may be contacted about dues. */
export interface ContactFacts {
  /** UTC milliseconds. */
  readonly now: number;
  readonly today: BusinessDay;
  /** A nominee reported the borrower's death. */
  readonly isClaimed: boolean;
  /** Last day of the hold that counts today; null without one. */
  readonly holdUntil: BusinessDay | null;
  /**
   * The borrower waits for an answer of ours: about a payment, a proof, a provider's report or a
   * complaint.
   */
  readonly isAnswerDue: boolean;
  /** The day of a promise to pay, or the last day of a settlement offer, that has not passed. */
  readonly promisedOn: BusinessDay | null;
  readonly officer: 'none' | 'another' | 'self';
  /** Whether the message that names the officer was sent. */
  readonly isNotified: boolean;
  /** The hours that the borrower prefers; null for those of the law. */
  readonly preferred: ContactHours | null;
  /** Days of the contacts of the last seven days, one for each. */
  readonly contactDays: readonly BusinessDay[];
}

export type ContactBarReason =
  | 'claim'
  | 'hold'
  | 'answer_due'
  | 'promise'
  | 'no_officer'
  | 'other_officer'
  | 'not_notified'
  | 'week'
  | 'day'
  | 'hours';

/**
 * Why a borrower may not be contacted now, and from when it is possible; `from` is null where it
 * depends on something else.
 */
export interface ContactBar {
  readonly why: ContactBarReason;
  readonly from: { readonly day: BusinessDay; readonly hour: number } | null;
}

/**
 * Why a collector may not contact a borrower now; null if contact is allowed. Names the first
 * reason, with the latest time at which any of the reasons ends. Source: `docs/lawful.md`, row 13.
 */
export function contactBar(facts: ContactFacts): ContactBar | null {
  const { today, holdUntil, promisedOn } = facts;
  const bars: [ContactBarReason, BusinessDay | null][] = [];

  if (facts.isClaimed) bars.push(['claim', null]);
  if (holdUntil !== null) bars.push(['hold', addDays(holdUntil, 1)]);
  if (facts.isAnswerDue) bars.push(['answer_due', null]);
  if (promisedOn !== null) bars.push(['promise', addDays(promisedOn, 1)]);

  if (facts.officer !== 'self')
    bars.push([facts.officer === 'none' ? 'no_officer' : 'other_officer', null]);
  else if (!facts.isNotified) bars.push(['not_notified', null]);

  const week = dayUnderWeekCap(facts);
  if (week > today) bars.push(['week', week]);
  if (facts.contactDays.filter((day) => day === today).length >= CONTACTS_A_DAY)
    bars.push(['day', addDays(today, 1)]);

  const open = nextContactAt(facts.now, facts.preferred);
  if (open > facts.now) {
    const calendar = toBusinessDay(facts.now);
    bars.push(['hours', addDays(today, daysBetween(calendar, toBusinessDay(open)))]);
  }

  const [first] = bars;
  if (!first) return null;

  const days = bars.map(([, day]) => day);
  if (days.includes(null)) return { why: first[0], from: null };

  const day = days.reduce((latest, one) =>
    one !== null && latest !== null && one > latest ? one : latest,
  );

  return {
    why: first[0],
    from: day && {
      day,
      hour: Math.max(regulatoryRowOn('dunningFromHour', day).value, facts.preferred?.from ?? 0),
    },
  };
}

/** The first day from today on which one more contact is within the cap of seven days. */
function dayUnderWeekCap({ today, contactDays }: ContactFacts): BusinessDay {
  const within = (day: BusinessDay): number =>
    contactDays.filter((one) => daysBetween(one, day) < WEEK_DAYS && one <= day).length;
  let day = today;

  while (within(day) >= CONTACTS_A_WEEK) day = addDays(day, 1);

  return day;
}

export type PromiseState = 'running' | 'kept' | 'broken';

/**
 * Whether a promise to pay was kept, from what the borrower paid.
 * @param paidPaise all payments of the loan by the end of the promised day (or by now, if that is
 * earlier) that were not reversed
 */
export function promiseState(
  promise: {
    readonly amountPaise: number;
    readonly paidBeforePaise: number;
    readonly dueOn: BusinessDay;
  },
  paidPaise: number,
  today: BusinessDay,
): PromiseState {
  if (paidPaise - promise.paidBeforePaise >= promise.amountPaise) return 'kept';
  return today > promise.dueOn ? 'broken' : 'running';
}

/** Days past due, by which overdue loans are worked. `until` is null for the last. */
export const OVERDUE_BUCKETS = [
  { id: 'd1', from: 1, until: 7 },
  { id: 'd8', from: 8, until: 30 },
  { id: 'd31', from: 31, until: 60 },
  { id: 'd61', from: 61, until: 90 },
  { id: 'd91', from: 91, until: null },
] as const;

export type OverdueBucket = (typeof OVERDUE_BUCKETS)[number]['id'];

/** What a collector does next about a loan. */
export type NextStep =
  | { readonly step: 'wait'; readonly bar: ContactBar }
  | { readonly step: 'assign' }
  | { readonly step: 'contact'; readonly why: 'promise_broken' | 'first' | 'again' };

/** The next step, and why. If another officer is assigned, the loan waits for that officer. */
export function nextStep(facts: {
  readonly bar: ContactBar | null;
  readonly isPromiseBroken: boolean;
  readonly wasContacted: boolean;
}): NextStep {
  if (facts.bar?.why === 'no_officer') return { step: 'assign' };
  if (facts.bar) return { step: 'wait', bar: facts.bar };

  return {
    step: 'contact',
    why: facts.isPromiseBroken ? 'promise_broken' : facts.wasContacted ? 'again' : 'first',
  };
}
