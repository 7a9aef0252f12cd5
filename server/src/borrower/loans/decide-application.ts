import { brokenHardRules, type HardFacts, type ScoreReason } from '@noren/core/lending/scorecard';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { ApplicationFacts } from './application-store.ts';
import { ageFromInfo, scoredIdentity } from './evaluate-credit.ts';

/** The result of the hard rules, stored with the order. */
export interface Decision {
  readonly rules: string;
  readonly facts: HardFacts;
  readonly broken: readonly ScoreReason[];
}

/**
 * Applies the hard rules to today's facts. An overdue order has already locked the limit by now.
 */
export function decideApplication(
  { deps, userId, today }: UserCtx,
  { infoEnc, identity, credit, cardVersion }: ApplicationFacts,
): Decision {
  const facts: HardFacts = {
    age: ageFromInfo(deps, { userId, infoEnc, today }),
    identity: scoredIdentity(identity),
    // Guaranteed by unique indexes.
    isPanUnique: true,
    isAccountUnique: true,
    hasOverdueOrder: credit.isLocked,
  };
  return { rules: cardVersion, facts, broken: brokenHardRules(facts) };
}
