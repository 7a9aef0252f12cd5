import { codeValidMs } from './step-up.ts';

/**
 * How long a new phone number waits before it signs in, so that the owner of an account whose phone
 * was taken over is told on the old number first, and can stop it. As long as a changed bank account
 * waits: who sleeps through the message still reads it in time. @ASSUMED
 */
export const PHONE_CHANGE_WAIT_MS = 24 * 3_600_000;

/**
 * How long after its code a new number waits for the face check: as long as a code counts for a
 * risky act.
 */
export const PHONE_CHANGE_STEP_MS = codeValidMs;

/**
 * Where a change is asked for: by somebody who is signed in, or on the sign-in screen by somebody
 * who receives no code on the old number.
 */
export const PHONE_CHANGE_WAYS = ['signed_in', 'lost'] as const;
export type PhoneChangeWay = (typeof PHONE_CHANGE_WAYS)[number];

/** What shows that the owner asks: the face, the code of the card, or an offline e-KYC file. */
export const PHONE_PROOFS = ['face', 'card_code', 'file'] as const;
export type PhoneProof = (typeof PHONE_PROOFS)[number];

/**
 * How often somebody who is not signed in may try to prove an account's owner. Each try is a chance
 * for a stranger who looks alike. @ASSUMED
 */
export const LOST_PHONE_TRIES = 3;

/**
 * Why a change ended without a new number: the borrower or staff stopped it, the borrower began
 * another, the number became another user's, or a nominee says that the borrower has died.
 */
export const PHONE_CHANGE_STOPS = ['user', 'staff', 'replaced', 'taken', 'nominee'] as const;
export type PhoneChangeStop = (typeof PHONE_CHANGE_STOPS)[number];
