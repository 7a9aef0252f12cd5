import { CODES } from '@noren/contract/codes';
import type { LimitAnswer, LimitPairs, LimitRule, Limits } from '../limits/limit-rules.ts';
import { CallError } from './call-error.ts';

/** @throws CallError 429 with the seconds to wait when the limit refused */
export function orRateLimited(answer: LimitAnswer): void {
  if (!answer.ok) throw tooMany(answer.retryAfterSeconds);
}

/** Counts one for each pair. @throws CallError 429 when a limit is reached */
export async function takeOrRefuse(
  { deps, now }: { readonly deps: { readonly limits: Limits }; readonly now: number },
  pairs: LimitPairs,
): Promise<void> {
  orRateLimited(await deps.limits.take(pairs, now));
}

/** A refusal that says the wait in the unit people count it in. */
export function tooMany(retryAfterSeconds: number): CallError {
  return new CallError(CODES.tooMany, 'error.too_many', {
    values: toWait(retryAfterSeconds),
    data: { retryAfterSeconds },
  });
}

type Wait = { unit: 'seconds' | 'minutes' | 'hours'; count: number };

/** Rounded up: nobody is invited to come too early. */
function toWait(seconds: number): Wait {
  if (seconds < 60) return { unit: 'seconds', count: seconds };

  const minutes = Math.ceil(seconds / 60);
  return minutes < 60
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

/** A rule's answer when its limit was reached at `fullSince`; 0 means never. */
export function computeWait(rule: LimitRule, fullSince: number, now: number): LimitAnswer {
  const until = fullSince + rule.windowMs;
  return until > now ? { ok: false, retryAfterSeconds: secondsUntil(until, now) } : { ok: true };
}

/** At least one second. */
export const secondsUntil = (until: number, now: number): number =>
  Math.max(1, Math.ceil((until - now) / 1000));
