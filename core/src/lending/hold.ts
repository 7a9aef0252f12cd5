import { type Paise, zeroPaise } from '../money/money.ts';

/**
 * A held amount. A hold ends once: posted in full or in part, voided, or expired. Paise, UTC ms.
 */
export type Hold = {
  amount: Paise;
  expiresAtMs: number | undefined;
  resolved: { as: 'posted'; amount: Paise } | { as: 'void' } | undefined;
};

/** Why a hold cannot be resolved. */
export type HoldRefusal = 'already-posted' | 'already-void' | 'expired' | 'above-held';

/** The hold after the action, or why it was not changed. */
export type HoldAnswer = { ok: true; hold: Hold } | { ok: false; reason: HoldRefusal };

/** Holds an amount. Throws RangeError for less than a paisa. */
export function placeHold(amount: Paise, expiresAtMs?: number): Hold {
  if (amount <= 0) throw new RangeError('a hold must be above zero');
  return { amount, expiresAtMs, resolved: undefined };
}

/** Posts the held amount or a part of it; the rest is released. */
export function postHold(hold: Hold, use: { nowMs: number; amount?: Paise }): HoldAnswer {
  const reason = closedReason(hold, use.nowMs);
  if (reason !== undefined) return { ok: false, reason };

  const amount = use.amount ?? hold.amount;
  if (amount > hold.amount) return { ok: false, reason: 'above-held' };

  return { ok: true, hold: { ...hold, resolved: { as: 'posted', amount } } };
}

export function voidHold(hold: Hold, use: { nowMs: number }): HoldAnswer {
  const reason = closedReason(hold, use.nowMs);
  return reason === undefined
    ? { ok: true, hold: { ...hold, resolved: { as: 'void' } } }
    : { ok: false, reason };
}

/** The held and the posted amount at a time. */
export function holdBalances(hold: Hold, nowMs: number): { pending: Paise; posted: Paise } {
  const posted = hold.resolved?.as === 'posted' ? hold.resolved.amount : zeroPaise;
  return { pending: closedReason(hold, nowMs) === undefined ? hold.amount : zeroPaise, posted };
}

function closedReason(hold: Hold, nowMs: number): HoldRefusal | undefined {
  if (hold.resolved) return hold.resolved.as === 'posted' ? 'already-posted' : 'already-void';
  return hold.expiresAtMs !== undefined && nowMs >= hold.expiresAtMs ? 'expired' : undefined;
}
