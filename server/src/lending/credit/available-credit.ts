import { CODES } from '@noren/contract/codes';
import { availableCredit, ceilingLeft } from '@noren/core/lending/scorecard';
import { min, type Paise, paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import type { Deps } from '../../platform/deps.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { CreditFacts } from './credit-store.ts';

/** What limits credit besides the borrower's own facts: the day and the configured maximum. */
interface CreditRules {
  readonly today: BusinessDay;
  readonly deps: { readonly appConfig: Pick<Deps['appConfig'], 'maxLoanPaise'> };
}

/**
 * Credit available now: limit less owed and held, within the yearly ceiling; zero while locked or
 * undecided.
 */
export function availableCreditNow(
  credit: CreditFacts,
  { today, deps }: CreditRules,
): { available: Paise; ceiling: Paise } {
  const maxLoan = paise(deps.appConfig.maxLoanPaise);
  const ceiling = ceilingLeft({
    isFullKyc: credit.isFullKyc,
    sanctions: credit.sanctions.map(({ day, amountPaise }) => ({
      day,
      amount: paise(amountPaise),
    })),
    day: today,
    maxLoan,
  });
  const limit = paise(credit.state === 'approved' ? credit.limitPaise : 0);
  const free = availableCredit({
    limit,
    owed: paise(credit.owedPaise),
    held: paise(credit.heldPaise),
    locked: credit.isLocked,
    maxLoan,
  });

  return { available: min(free, ceiling), ceiling };
}

/**
 * The largest principal to quote: the available credit, or during an evaluation what the highest
 * limit would leave. The later application still checks the actual limit.
 */
export function quotableCreditNow(credit: CreditFacts, rules: CreditRules): Paise {
  const { maxLoanPaise: limitPaise } = rules.deps.appConfig;
  const assumed =
    credit.state === 'evaluating' ? { ...credit, state: 'approved' as const, limitPaise } : credit;
  return availableCreditNow(assumed, rules).available;
}

/**
 * @throws CallError 315 when there is no limit and no evaluation running, 317 while an overdue
 * order locks it
 */
export function requireQuotableLimit(credit: CreditFacts): void {
  requireOpenLimit(credit.state === 'evaluating' ? { ...credit, state: 'approved' } : credit);
}

/** @throws CallError 409 while nothing new is lent, to anybody or to this person */
export function requireLending({ hold }: Pick<CreditFacts, 'hold'>): void {
  if (hold !== null)
    throw new CallError(CODES.conflict, LENDING_HELD[hold], {
      data: { reason: `lending_${hold}` },
    });
}

/** What a borrower reads while nothing new is lent. */
export const LENDING_HELD = {
  stopped: 'loans.lending_stopped',
  frozen: 'loans.lending_frozen',
} as const;

/**
 * @throws CallError 409 while nothing new is lent, 314 while the limit is evaluated, 315 when there
 * is none, 317 while an overdue order locks it
 */
export function requireOpenLimit(credit: CreditFacts): void {
  requireLending(credit);
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
      const unknown: never = credit.state;
      throw new RangeError(`unknown state: ${unknown}`);
    }
  }
}
