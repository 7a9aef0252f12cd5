import type { OtpSubject } from '@noren/core/people/otp';
import { LOST_PHONE_TRIES_PER_DAY } from '@noren/core/people/phone-change';
import type { Tx } from '../db/db.ts';

/** How often something may happen for one key within a rolling window. */
export interface LimitRule {
  readonly most: number;
  readonly windowMs: number;
}

/** The rules by bucket. */
export type LimitRules = Readonly<Record<string, LimitRule>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * All limits except those of one-time codes, which are core's `otpRules`. Keys are hashed before
 * they are stored.
 */
export const defaultLimits = {
  'link-guess-address-hour': { most: 30, windowMs: HOUR },
  // Each makes a row; a passkey is tried once by each.
  'passkey-challenge-user-hour': { most: 30, windowMs: HOUR },
  // Each sends a notification.
  'passkey-change-user-day': { most: 20, windowMs: 24 * HOUR },
  // Each allows three face checks.
  'phone-change-user-day': { most: 3, windowMs: 24 * HOUR },
  // Each sends a mail. An address may be of many people's, or of a stranger's.
  'email-code-user-minute': { most: 1, windowMs: MINUTE },
  'email-code-user-day': { most: 5, windowMs: 24 * HOUR },
  'email-code-address-day': { most: 5, windowMs: 24 * HOUR },
  // Of somebody who lost the phone, by the old number with the PAN, so that a stranger who knows
  // only the number keeps nobody from it. Each try is a chance for a face that looks alike.
  // The key of the first ends in the number of the try.
  'lost-phone-nth-try-day': { most: 1, windowMs: 24 * HOUR },
  'lost-phone-try-week': { most: 2 * LOST_PHONE_TRIES_PER_DAY, windowMs: 7 * 24 * HOUR },
  'lost-phone-begin-device-day': { most: 5, windowMs: 24 * HOUR },
  'lost-phone-begin-address-hour': { most: 20, windowMs: HOUR },
  // The poses of one face check are judged once.
  'lost-phone-check-hour': { most: 1, windowMs: HOUR },
  // Counted before an upload of somebody who is not signed in is read.
  'stranger-upload-device-hour': { most: 12, windowMs: HOUR },
  'stranger-upload-address-hour': { most: 60, windowMs: HOUR },
  'document-read-user-hour': { most: 30, windowMs: HOUR },
  // Genuine codes of cards that a certified person sends: each says whether it is theirs.
  'later-code-user-day': { most: 5, windowMs: 24 * HOUR },
  // Each tries a share code.
  'identity-file-user-hour': { most: 6, windowMs: HOUR },
  'identity-file-user-day': { most: 15, windowMs: 24 * HOUR },
  // After this many refusals the card can be skipped: the key is the user and the card.
  'card-unread-user-hour': { most: 2, windowMs: HOUR },
  // Its refusals reveal whether a PAN or an Aadhaar number belongs to a customer.
  'identity-save-user-hour': { most: 20, windowMs: HOUR },
  // Counted before an upload is read: a little more than all calls that take one allow together.
  'upload-user-hour': { most: 80, windowMs: HOUR },
  'upload-mebibytes-user-day': { most: 200, windowMs: 24 * HOUR },
  'face-check-user-hour': { most: 20, windowMs: HOUR },
  'account-check-user-hour': { most: 30, windowMs: HOUR },
  // Each costs money, and says whether a PAN belongs to a name and a birth date.
  'pan-check-user-day': { most: 6, windowMs: 24 * HOUR },
  // Validating a new account costs money, and reveals something about its holder.
  'account-validation-user-day': { most: 6, windowMs: 24 * HOUR },
  // Drawing a PDF is CPU-bound.
  'document-draw-user-minute': { most: 30, windowMs: MINUTE },
  'quote-user-minute': { most: 30, windowMs: MINUTE },
  // A phone sends a batch for every twenty fields, and one whenever the app goes to the background.
  'usage-user-hour': { most: 120, windowMs: HOUR },
  'device-report-user-day': { most: 40, windowMs: 24 * HOUR },
  // An app reports at most ten faults per visit.
  'event-device-hour': { most: 30, windowMs: HOUR },
  'event-address-hour': { most: 600, windowMs: HOUR },
  // Each is stored permanently and shown with the others.
  'consent-user-day': { most: 100, windowMs: 24 * HOUR },
  // Each is recorded permanently.
  'nominee-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-correct-user-day': { most: 30, windowMs: 24 * HOUR },
  'data-export-user-day': { most: 5, windowMs: 24 * HOUR },
  // Each decrypts all pictures at once, and is audited.
  'data-fetch-user-hour': { most: 30, windowMs: HOUR },
  // Each sends a notification.
  'data-erase-user-day': { most: 30, windowMs: 24 * HOUR },
  // Each may have five pictures.
  'feedback-user-day': { most: 10, windowMs: 24 * HOUR },
  // Its answers reveal whether we know a transfer.
  'proof-user-day': { most: 10, windowMs: 24 * HOUR },
  'payment-view-code-minute': { most: 240, windowMs: MINUTE },
  // Each different amount creates a new instrument at the provider.
  'payment-start-user-hour': { most: 60, windowMs: HOUR },
  // Each ends the link before it.
  'payment-link-make-user-hour': { most: 20, windowMs: HOUR },
  // Anybody who has a link starts payments; the borrower has a count of their own.
  'payment-link-start-hour': { most: 30, windowMs: HOUR },
  'payment-link-view-minute': { most: 240, windowMs: MINUTE },
  'payment-channel-code-minute': { most: 20, windowMs: MINUTE },
  // Each sends a request to the provider.
  'payment-reported-code-hour': { most: 12, windowMs: HOUR },
  'payment-guess-address-minute': { most: 120, windowMs: MINUTE },
  // Of the console, by person, so that nobody tries one number after another.
  'staff-find-minute': { most: 30, windowMs: MINUTE },
  'staff-reveal-hour': { most: 60, windowMs: HOUR },
  // Each is a message to a borrower.
  'staff-link-hour': { most: 60, windowMs: HOUR },
  // Also an office behind one address signs in at nine.
  'staff-sign-in-address-minute': { most: 60, windowMs: MINUTE },
} satisfies LimitRules;

export type LimitBucket = keyof typeof defaultLimits;

/** Buckets of one-time codes: sends and wrong entries, for each of core's subjects. */
export type OtpBucket = `otp-${'send' | 'wrong'}-${OtpSubject}`;

/** Allowed, or how long to wait. */
export type LimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };
export type LimitPairs = readonly (readonly [LimitBucket, string])[];
/** The key of each subject of a one-time code; a subject without a key is not limited. */
export type OtpKeys = Partial<Readonly<Record<OtpSubject, string>>>;

/**
 * Counts in the database, so that all instances share them. A count is not rolled back with its
 * request.
 */
export interface Limits {
  /** A rule whose caller counts the limited rows itself: no separate counter. */
  findRule(bucket: LimitBucket): LimitRule;
  /** Counts one for each pair, all or none; refused when any limit is reached. */
  take(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Whether every pair is below its limit, without counting. */
  peek(pairs: LimitPairs, now: number): Promise<LimitAnswer>;
  /** Counts one sent code for each key, unless core's rules for one-time codes refuse it. */
  takeOtpSend(keys: OtpKeys, now: number): Promise<LimitAnswer>;
  /**
   * Checks a one-time code and counts a wrong one before the result is returned. Attempts for one
   * key are serialized, so concurrent ones get no more than core's rules allow.
   * @throws CallError 429 when the rules refuse the attempt
   */
  tryOtp<T>(
    keys: OtpKeys,
    now: number,
    tryIt: (tx: Tx) => Promise<{ isWrong: boolean; result: T }>,
  ): Promise<T>;
  /**
   * Deletes counts older than every window.
   * @returns rows deleted
   */
  sweep(now: number): Promise<number>;
}
