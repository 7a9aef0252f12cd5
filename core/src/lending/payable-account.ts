import type { NameMatch } from '../people/name-match.ts';

/**
 * How long a changed account waits for its first money, so that a person who took over the phone
 * number cannot have it sent elsewhere; unless the face check is passed again, or a passkey that is
 * old enough confirmed the change. Source: `docs/people.md`.
 */
export const CHANGED_ACCOUNT_HOLD_MS = 24 * 3_600_000;

export interface AccountFacts {
  readonly nameMatch: NameMatch;
  /** Result of the bank's account validation. */
  readonly validation: 'unknown' | 'pending' | 'valid' | 'invalid';
  /** UTC ms. */
  readonly payableFrom: number;
}

export type AccountRefusal = 'name' | 'waiting' | 'invalid' | 'changed';

/**
 * Null when the account may be paid: the bank has validated it, the holder's name matches the
 * borrower's by comparison or by a person's confirmation, and the hold after a change is over.
 * Source: `docs/lawful.md`, row 5.
 */
export function refuseAccount(
  { validation, nameMatch, payableFrom }: AccountFacts,
  now: number,
): AccountRefusal | null {
  if (validation === 'invalid') return 'invalid';
  if (validation !== 'valid') return 'waiting';
  if (nameMatch !== 'match') return 'name';
  return now < payableFrom ? 'changed' : null;
}

/**
 * From when an account that is saved now may be paid: a first one at once, one in another's place
 * after the hold. UTC ms.
 * @param saved `isProved`: a trusted passkey confirmed it
 */
export function computePayableFrom(saved: {
  isChange: boolean;
  isProved: boolean;
  now: number;
}): number {
  return saved.isChange && !saved.isProved ? saved.now + CHANGED_ACCOUNT_HOLD_MS : saved.now;
}
