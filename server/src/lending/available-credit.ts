import { CODES } from '@noren/contract/codes';
import { availableCredit, ceilingLeft } from '@noren/core/lending/scorecard';
import { maxLoanAmount } from '@noren/core/lending/terms';
import { min, type Paise, paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { CallError } from '../platform/http/call-error.ts';
import type { CreditFacts } from './credit-store.ts';

/** What the user may take now: limit less owed and held, within the year's ceiling; nothing while locked or undecided. */
export function availableNow(credit: CreditFacts, today: BusinessDay): { available: Paise; ceiling: Paise } {
  const ceiling = ceilingLeft({
    isFullKyc: credit.isFullKyc,
    sanctions: credit.sanctions.map(({ day, amountPaise }) => ({ day, amount: paise(amountPaise) })),
    day: today,
  });
  const limit = paise(credit.state === 'approved' ? credit.limitPaise : 0);
  const free = availableCredit({
    limit,
    owed: paise(credit.owedPaise),
    held: paise(credit.heldPaise),
    locked: credit.isLocked,
  });
  return { available: min(free, ceiling), ceiling };
}

/**
 * What a quote may ask for: what is free, or, while the limit is being evaluated, what the greatest would leave free.
 * An order is made of it only if the limit that comes out covers it.
 */
export function askableNow(credit: CreditFacts, today: BusinessDay): Paise {
  const asked =
    credit.state === 'evaluating' ? { ...credit, state: 'approved' as const, limitPaise: maxLoanAmount } : credit;
  return availableNow(asked, today).available;
}

/** @throws CallError 315 when there is no limit and none to come, 317 while an overdue order locks it */
export function needAskableLimit(credit: CreditFacts): void {
  needOpenLimit(credit.state === 'evaluating' ? { ...credit, state: 'approved' } : credit);
}

/** @throws CallError 314 while the limit is evaluated, 315 when there is none, 317 while an overdue order locks it */
export function needOpenLimit(credit: CreditFacts): void {
  switch (credit.state) {
    case 'evaluating':
      throw new CallError(CODES.limitEvaluating, 'error.evaluating');
    case 'declined':
    case 'review':
      throw new CallError(CODES.offerGone, 'loans.no_limit', { data: { reason: credit.state } });
    case 'approved':
      if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');
      return;
    default: {
      const missing: never = credit.state;
      throw new RangeError(`unknown state: ${missing}`);
    }
  }
}
