import { COPY_HOLD_MS } from './data-copy.ts';

/** How long a passkey challenge is valid. @ASSUMED */
export const PASSKEY_CHALLENGE_MS = 5 * 60_000;

/**
 * The most passkeys a borrower may have at once: those of a few phones and their predecessors.
 * @ASSUMED
 */
export const MOST_PASSKEYS = 10;

/**
 * The age from which a passkey proves more than the code. Somebody who takes over the phone number
 * can add one at once, but by then the owner has been notified for a day. @ASSUMED
 */
export const PASSKEY_TRUSTED_AFTER_MS = 24 * 3_600_000;

/**
 * Whether a passkey that was added then proves, now, that no stranger with the phone number acts.
 * UTC ms.
 */
export function isTrustedPasskey({ addedAt }: { addedAt: number }, now: number): boolean {
  return now - addedAt >= PASSKEY_TRUSTED_AFTER_MS;
}

/**
 * Until when a passkey stays though the phone asks to remove it; null when it may be removed now. UTC ms. A phone that is new
 * to the account does not take from the owner, in one day, what proves more than the code. Staff may remove it at once.
 * @param phone `isProved`: it is settled, or a trusted passkey confirmed its session lately; `knownSince`: when a code was
 *   first entered on it, null when it is not the owner's. @ASSUMED the day of a copy of the data
 */
export function passkeyKeptUntil(
  passkey: { addedAt: number },
  phone: { isProved: boolean; knownSince: number | null },
  now: number,
): number | null {
  if (phone.isProved || !isTrustedPasskey(passkey, now)) return null;
  return (phone.knownSince ?? now) + COPY_HOLD_MS;
}
