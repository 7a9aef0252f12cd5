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
 * Why a change ended without a new number: the borrower or staff stopped it, the borrower began
 * another, the number became another user's, or a nominee says that the borrower has died.
 */
export const PHONE_CHANGE_STOPS = ['user', 'staff', 'replaced', 'taken', 'nominee'] as const;
export type PhoneChangeStop = (typeof PHONE_CHANGE_STOPS)[number];
