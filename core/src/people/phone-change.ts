import { codeValidMs } from './step-up.ts';

/**
 * How long a new phone number waits before it can sign in. The old number gets a message first, so
 * that an owner whose phone was taken over can stop the change, even one who is asleep when it
 * comes. A changed bank account waits as long. @ASSUMED
 */
export const PHONE_CHANGE_WAIT_MS = 24 * 3_600_000;

/**
 * How long after the new number's code the face check may follow: as long as a code counts for a
 * risky act.
 */
export const PHONE_CHANGE_PROOF_MS = codeValidMs;

/**
 * Where a change is asked for: by somebody who is signed in, or on the sign-in screen by somebody
 * who receives no code on the old number.
 */
export const PHONE_CHANGE_WAYS = ['signed_in', 'lost'] as const;
export type PhoneChangeWay = (typeof PHONE_CHANGE_WAYS)[number];

/** What proves that the owner asks: the face, a card's signed code, or an offline e-KYC file. */
export const PHONE_PROOFS = ['face', 'card_code', 'file'] as const;
export type PhoneProof = (typeof PHONE_PROOFS)[number];

/**
 * How many times a day somebody who is not signed in may try to prove that an account is theirs.
 * Each try is a chance for a stranger who looks like the owner. @ASSUMED
 */
export const LOST_PHONE_TRIES_PER_DAY = 3;

/**
 * Why a change ended without a new number: the borrower or staff stopped it, the borrower began
 * another, the number became another user's, or a nominee says that the borrower has died.
 */
export const PHONE_CHANGE_STOPS = ['user', 'staff', 'replaced', 'taken', 'nominee'] as const;
export type PhoneChangeStop = (typeof PHONE_CHANGE_STOPS)[number];
