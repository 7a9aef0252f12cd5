/**
 * How long a phone that is new to the account waits for a copy of the data, so that the owner of a
 * hijacked phone number is warned first. The DPDP Act gives a right to the copy: it is delayed,
 * never refused. @ASSUMED
 */
export const COPY_HOLD_MS = 24 * 3_600_000;

/**
 * A phone known within this time after the account was made counts as the one that made it.
 * @ASSUMED
 */
const FIRST_PHONE_MS = 10 * 60_000;

/**
 * Whether a phone may save copies at once: it has been the owner's for a day, or it made the
 * account. UTC ms.
 * @param phone `knownSince`: when a code was first entered on it, null when none was
 */
export function isSettledPhone(
  phone: { knownSince: number | null; accountSince: number },
  now: number,
): boolean {
  const { knownSince, accountSince } = phone;
  if (knownSince === null) return false;
  return now - knownSince >= COPY_HOLD_MS || knownSince - accountSince < FIRST_PHONE_MS;
}

/**
 * Until when a copy waits for the session that asked for it; null when it may be saved now. UTC ms.
 * @param isProved the phone is settled, or a trusted passkey confirmed the session lately
 */
export function copyHeldUntil(
  copy: { requestedAt: number; isProved: boolean },
  now: number,
): number | null {
  const until = copy.requestedAt + COPY_HOLD_MS;
  return copy.isProved || now >= until ? null : until;
}
