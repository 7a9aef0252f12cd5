import { CODES } from '@noren/contract/codes';
import type { LimitAnswer, LimitRule } from '../limits/limit-rules.ts';
import { CallError } from './call-error.ts';

/** @throws CallError 429 with the seconds to wait when the limit refused */
export function orRateLimited(answer: LimitAnswer): void {
  if (answer.ok) return;

  const { retryAfterSeconds } = answer;
  throw new CallError(CODES.tooMany, 'error.too_many', {
    values: { seconds: retryAfterSeconds },
    data: { retryAfterSeconds },
  });
}

/** A rule's answer when its limit was reached at `fullSince`; 0 means never. */
export function computeWait(rule: LimitRule, fullSince: number, now: number): LimitAnswer {
  const until = fullSince + rule.windowMs;
  return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
}

/** At least one second. */
export const secondsUntil = (until: number, now: number): number =>
  Math.max(1, Math.ceil((until - now) / 1000));
