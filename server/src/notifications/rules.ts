import { contactEndsAt, nextContactAt } from '@noren/core/lending/dunning';
import { PHONE_CHANGE_WAIT_MS } from '@noren/core/people/phone-change';
import type { NotificationKind } from './notification-texts.ts';

/**
 * A channel besides the notification centre, which shows every notification. `other_sms` goes to the
 * other number of a change of phone number. `mail` goes to an address that its reader confirmed.
 */
export const CHANNELS = ['sms', 'push', 'other_sms', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** How notifications of a kind go out. */
interface NotificationRule {
  readonly channels: readonly Channel[];
  /** It speaks of dues, so it goes out only in the law's hours. Source: `docs/lawful.md`, row 13. */
  readonly waitsForHours: boolean;
  /**
   * It is about the account's safety: for a day it is also pushed to a device that was signed out
   * from elsewhere.
   */
  readonly reachesSignedOut: boolean;
  /** Until when it is worth sending; UTC ms. */
  readonly validUntil: (madeAt: number) => number;
  /** How many of its kind one user gets on a business day, by each channel. */
  readonly maxPerDay: number;
}

export type NotificationRules = Readonly<Record<NotificationKind, NotificationRule>>;

const DAYS_3_MS = 3 * 86_400_000;

/**
 * Answers what the borrower or the bank did. @ASSUMED sent for three days, five of a kind a day.
 */
const answer: NotificationRule = {
  channels: ['sms', 'push'],
  waitsForHours: false,
  reachesSignedOut: false,
  validUntil: (madeAt) => madeAt + DAYS_3_MS,
  maxPerDay: 5,
};

/** Something that the borrower keeps: it goes out by mail too, with its papers. */
const keepsake: NotificationRule = { ...answer, channels: ['sms', 'push', 'mail'] };

/** A thief of the phone number reads the SMS too, and may have signed out the owner's phone. */
const safety: NotificationRule = { ...keepsake, reachesSignedOut: true };

/** A new phone number: both numbers are told. */
const ofBothNumbers: NotificationRule = { ...safety, channels: CHANNELS };

/**
 * A message on dues that the borrower must get: a charge, money owed again. Its life counts from
 * when it may be sent.
 */
const due: NotificationRule = {
  ...answer,
  waitsForHours: true,
  validUntil: (madeAt) => nextContactAt(madeAt) + DAYS_3_MS,
};

/**
 * A reminder says "today": the next morning it would be wrong. @ASSUMED three a day, for several
 * loans.
 */
const reminder: NotificationRule = { ...due, validUntil: contactEndsAt, maxPerDay: 3 };

/** Nothing to pay or decide: in the app, and by push where that is on; never an SMS. */
const pushOnly: NotificationRule = { ...answer, channels: ['push'] };

/** In the app alone: the SMS of the week announces it. */
const inAppOnly: NotificationRule = { ...answer, channels: [] };

/** The lender's rules; senders take them as an argument, so that tests can pass others. */
export const NOTIFICATION_RULES: NotificationRules = {
  loan_paid_out: answer,
  loan_settled: keepsake,
  papers_sealed: keepsake,
  review_done: answer,
  document_needed: answer,
  signed_out: safety,
  new_device: safety,
  passkey_added: safety,
  passkey_removed: safety,
  account_changed: safety,
  renewal_open: answer,
  renewal_late: answer,
  export_held: safety,
  // Later it would announce what has already happened.
  phone_change: {
    ...ofBothNumbers,
    validUntil: (madeAt) => madeAt + PHONE_CHANGE_WAIT_MS,
  },
  phone_change_stopped: ofBothNumbers,
  phone_changed: ofBothNumbers,
  due_date_moved: answer,
  extension_lapsed: answer,
  return_missed: answer,
  coupon_missed: answer,
  refund_made: answer,
  refund_paid_out: answer,
  payment_reversed: due,
  payment_moved: due,
  settlement_offered: due,
  settlement_lapsed: due,
  offer_ready: answer,
  payout_failed: answer,
  payout_reversed: answer,
  payout_cancelled: answer,
  payout_ends: due,
  officer_assigned: due,
  dues_corrected: due,
  due_soon: reminder,
  due_today: reminder,
  overdue: reminder,
  penal_charged: due,
  // It takes a reminder's place and stays true a day longer, so it may wait for the next day's hours.
  debit_announced: {
    ...reminder,
    validUntil: (madeAt) => contactEndsAt(contactEndsAt(madeAt)),
  },
  // The reminder follows by SMS.
  debit_not_made: { ...pushOnly, waitsForHours: true },
  penal_levied: inAppOnly,
  penal_week: due,
  feedback_answered: pushOnly,
  feedback_closed: pushOnly,
  feedback_passed_on: pushOnly,
  feedback_overdue: pushOnly,
  export_ready: pushOnly,
  erasure_requested: answer,
  erasure_stopped: pushOnly,
  erasure_refused: answer,
  correction_decided: pushOnly,
  correction_refused: pushOnly,
  identity_step: pushOnly,
  email_ended: pushOnly,
};

const MINUTE = 60_000;
/** Wait before a message that the provider did not accept is sent again, by number of attempts. */
const TRY_AGAIN_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * MINUTE);
/** Wait before the status of a message without an answer is queried, by number of queries. */
const QUERY_AFTER_MS = [1, 5, 15, 40, 120].map((minutes) => minutes * MINUTE);
/**
 * A message that the provider still does not know after this many queries, an hour after it was
 * sent, was never accepted.
 */
export const MAX_STATUS_QUERIES = 4;

/**
 * The next state of a message that was certainly not accepted: sent again after a wait, unless it
 * never can be accepted.
 */
export function notAccepted(
  tries: number,
  now: number,
  isPermanent: boolean,
): { state: 'failed' | 'queued'; nextAt: number | null } {
  const after = isPermanent ? undefined : TRY_AGAIN_MS[tries - 1];
  return after === undefined
    ? { state: 'failed', nextAt: null }
    : { state: 'queued', nextAt: now + after };
}

/** @returns null after the last query: the delivery stays unknown */
export const nextQueryAfter = (polls: number): number | null => QUERY_AFTER_MS[polls] ?? null;
