import { type Paise, zeroPaise } from '../money/money.ts';

/** An amount set aside that is resolved once: posted in whole or in part, made void, or expired. Paise, UTC ms. */
export type Hold = {
  amount: Paise;
  expiresAtMs: number | undefined;
  resolved: { as: 'posted'; amount: Paise } | { as: 'void' } | undefined;
};

/** Why a hold cannot be resolved. */
export type HoldRefusal = 'already-posted' | 'already-void' | 'expired' | 'above-held';

/** The hold after the action, or why it was not changed. */
export type HoldAnswer = { ok: true; hold: Hold } | { ok: false; reason: HoldRefusal };

/** Sets an amount aside. Throws RangeError for less than a paisa. */
export function placeHold(amount: Paise, expiresAtMs?: number): Hold {
  if (amount <= 0) throw new RangeError('a hold is of some amount');
  return { amount, expiresAtMs, resolved: undefined };
}

/** Uses what was set aside, or a part of it; the rest is free again. */
export function postHold(hold: Hold, use: { nowMs: number; amount?: Paise }): HoldAnswer {
  const reason = closedReason(hold, use.nowMs);
  if (reason !== undefined) return { ok: false, reason };
  const amount = use.amount ?? hold.amount;
  if (amount > hold.amount) return { ok: false, reason: 'above-held' };
  return { ok: true, hold: { ...hold, resolved: { as: 'posted', amount } } };
}

/** Frees what was set aside. */
export function voidHold(hold: Hold, use: { nowMs: number }): HoldAnswer {
  const reason = closedReason(hold, use.nowMs);
  return reason === undefined ? { ok: true, hold: { ...hold, resolved: { as: 'void' } } } : { ok: false, reason };
}

/** What a hold counts for at a time: set aside, and used. */
export function holdBalances(hold: Hold, nowMs: number): { pending: Paise; posted: Paise } {
  const posted = hold.resolved?.as === 'posted' ? hold.resolved.amount : zeroPaise;
  return { pending: closedReason(hold, nowMs) === undefined ? hold.amount : zeroPaise, posted };
}

function closedReason(hold: Hold, nowMs: number): HoldRefusal | undefined {
  if (hold.resolved) return hold.resolved.as === 'posted' ? 'already-posted' : 'already-void';
  return hold.expiresAtMs !== undefined && nowMs >= hold.expiresAtMs ? 'expired' : undefined;
}
