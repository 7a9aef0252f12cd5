import { roomWithin } from '@noren/core/lending/guidance';
import { paise } from '@noren/core/money/money';
import { availableNow } from '../../lending/available-credit.ts';
import type { CreditFacts } from '../../lending/credit-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { KeptGuidance } from './guidance-store.ts';

/** Whether a standing offer still is what it says: unanswered, in time, and within what is free now. */
export function isGuidanceOpen(ctx: UserCtx, kept: KeptGuidance, credit: CreditFacts): boolean {
  if (kept.answer !== null || offsetClock(ctx) >= kept.expiresAt) return false;
  if (credit.state !== 'approved' || credit.isLocked || credit.limitPaise !== kept.limitNowPaise) return false;
  return totalOf(kept) <= roomWithin(paise(kept.limitAskedPaise), takenOf(ctx, credit));
}

/** The sum of what an offer would reserve, in paise. */
export function totalOf({ products }: Pick<KeptGuidance, 'products'>): number {
  return products.reduce((sum, { productAmount }) => sum + productAmount, 0);
}

/** What is taken of the limit, and what the year's ceiling leaves. */
export function takenOf(ctx: UserCtx, credit: CreditFacts) {
  const { ceiling } = availableNow(credit, ctx.today);
  return { owed: paise(credit.owedPaise), held: paise(credit.heldPaise), ceiling };
}
