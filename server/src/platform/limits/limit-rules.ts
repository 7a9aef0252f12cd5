import type { OtpSubject } from '@noren/core/people/otp';
import type { Tx } from '../db/db.ts';

/** How often something may happen for one key within a rolling window. */
export interface LimitRule {
  readonly most: number;
  readonly windowMs: number;
}
/** The rules by bucket; an argument of the app, so tests run the real ones on a moved clock. */
export type LimitRules = Readonly<Record<string, LimitRule>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The limits of this product, but those of one-time codes, which are core's `otpRules`. Every key is hashed before it is stored. */
export const defaultLimits = {
  'link-guess-address-hour': { most: 30, windowMs: HOUR },
  'document-read-user-hour': { most: 30, windowMs: HOUR },
  // A card refused so often may be gone on without: its key is the user and the card.
  'card-unread-user-hour': { most: 2, windowMs: HOUR },
  // Its refusals tell whether a PAN or an Aadhaar number is a customer's.
  'identity-save-user-hour': { most: 20, windowMs: HOUR },
  'face-check-user-hour': { most: 20, windowMs: HOUR },
  'account-check-user-hour': { most: 30, windowMs: HOUR },
  // Each new account asked about costs money, and tells a little of whose it is.
  'account-ask-user-day': { most: 6, windowMs: 24 * HOUR },
  // Drawing takes the processor.
  'document-draw-user-minute': { most: 30, windowMs: MINUTE },
  'quote-user-minute': { most: 30, windowMs: MINUTE },
  // A phone sends a batch for every twenty fields, and one whenever it is put away.
  'usage-user-hour': { most: 120, windowMs: HOUR },
  'device-tell-user-day': { most: 40, windowMs: 24 * HOUR },
  // An app tells of ten faults a visit.
  'event-device-hour': { most: 30, windowMs: HOUR },
  'event-address-hour': { most: 600, windowMs: HOUR },
  // Each is kept for good, and shown with the rest.
  'consent-user-day': { most: 100, windowMs: 24 * HOUR },
  // Each is noted for good.
  'nominee-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-correct-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-export-user-day': { most: 5, windowMs: 24 * HOUR },
  // Each opens all pictures at once, and is noted.
  'data-fetch-user-hour': { most: 30, windowMs: HOUR },
  // Each is told by message.
  'data-erase-user-day': { most: 30, windowMs: 24 * HOUR },
  // Each may carry five pictures.
  'feedback-user-day': { most: 10, windowMs: 24 * HOUR },
  // Its answers tell whether a transfer is known here.
  'voucher-user-day': { most: 10, windowMs: 24 * HOUR },
  'payment-view-code-minute': { most: 240, windowMs: MINUTE },
  // Each other amount makes something anew at the provider.
  'payment-start-user-hour': { most: 60, windowMs: HOUR },
  'payment-channel-code-minute': { most: 20, windowMs: MINUTE },
  // Each asks the provider anew.
  'payment-said-code-hour': { most: 12, windowMs: HOUR },
  'payment-guess-address-minute': { most: 120, windowMs: MINUTE },
} satisfies LimitRules;
export type LimitBucket = keyof typeof defaultLimits;

/** What is counted for one-time codes: sends and wrong entries, each by core's subjects. */
export type OtpBucket = `otp-${'send' | 'wrong'}-${OtpSubject}`;

/** The answer of a limit: taken, or how long to wait. */
export type LimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };
export type LimitPairs = readonly (readonly [LimitBucket, string])[];
/** The key of each subject of a one-time code; a subject without a key is not limited. */
export type OtpKeys = Partial<Readonly<Record<OtpSubject, string>>>;

/** Counts in the database, so that every instance sees the same. Counts stay whatever becomes of the request. */
export interface Limits {
  /** A rule that is held to by counting what it limits: nothing is counted beside. */
  ruleOf(bucket: LimitBucket): LimitRule;
  /** Counts one more for each pair, all or none; refused when any is full. */
  take(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Whether each pair still has room, counting nothing. */
  peek(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Counts one more code sent to each key, unless core's rules for one-time codes refuse it. */
  takeOtpSend(keys: OtpKeys, now: number): Promise<LimitAnswer>;
  /**
   * Tries a one-time code, and counts a wrong one before its result is known to anyone. Tries for one key follow each
   * other, so many at once get no more than core's rules allow. @throws CallError 429 when the rules refuse the try
   */
  tryOtp<T>(keys: OtpKeys, now: number, tryIt: (tx: Tx) => Promise<{ isWrong: boolean; result: T }>): Promise<T>;
  /** Forgets what is older than any window. @returns rows removed */
  sweep(now: number): Promise<number>;
}
