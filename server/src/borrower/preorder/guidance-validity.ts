import { roomWithin } from '@noren/core/lending/guidance';
import { min, paise } from '@noren/core/money/money';
import { availableCreditNow } from '../../lending/credit/available-credit.ts';
import type { CreditFacts } from '../../lending/credit/credit-store.ts';
import { offsetClock } from '../../platform/business-time.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { StoredGuidance } from './guidance-store.ts';

/**
 * Whether guidance is still valid: unanswered, not expired, limit unchanged and its total within
 * the available credit.
 */
export function isGuidanceOpen(
  ctx: UserCtx,
  guidance: StoredGuidance,
  credit: CreditFacts,
): boolean {
  if (guidance.answer !== null || offsetClock(ctx) >= guidance.expiresAt) return false;

  if (
    credit.state !== 'approved' ||
    credit.isLocked ||
    credit.limitPaise !== guidance.limitNowPaise
  )
    return false;

  return (
    sumProducts(guidance) <=
    roomWithin(paise(guidance.requestedLimitPaise), usedCredit(ctx, credit))
  );
}

/** The total principal of the offered loans, in paise. */
export function sumProducts({ products }: Pick<StoredGuidance, 'products'>): number {
  return products.reduce((sum, { productAmount }) => sum + productAmount, 0);
}

/** Credit in use, and what is left of the yearly ceiling and of the identity level's. */
export function usedCredit(ctx: UserCtx, credit: CreditFacts) {
  const { ceiling, levelRoom } = availableCreditNow(credit, ctx);
  return {
    owed: paise(credit.owedPaise),
    held: paise(credit.heldPaise),
    ceiling: min(ceiling, levelRoom),
  };
}
