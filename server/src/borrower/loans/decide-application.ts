import { brokenHardRules, type HardFacts, type ScoreReason } from '@noren/core/lending/scorecard';
import type { IdentityLevel } from '@noren/core/people/identity-level';
import { identityLevelNow } from '../../lending/credit/available-credit.ts';
import type { IdentitySource, KnownPan } from '../../lending/credit/credit-store.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { ApplicationFacts } from './application-store.ts';
import { ageFromInfo, scoredIdentity } from './evaluate-credit.ts';

/** The result of the hard rules, stored with the order. */
export interface Decision {
  readonly rules: string;
  readonly facts: HardFacts;
  readonly broken: readonly ScoreReason[];
  /** How well the lender knew the borrower then, and by what. */
  readonly identity: {
    readonly level: IdentityLevel;
    readonly source: IdentitySource | null;
    readonly pan: KnownPan | null;
  };
}

/**
 * Applies the hard rules to today's facts. An overdue order has already locked the limit by now.
 */
export function decideApplication(
  ctx: UserCtx,
  { infoEnc, credit, cardVersion }: ApplicationFacts,
): Decision {
  const { deps, userId, today } = ctx;
  const facts: HardFacts = {
    age: ageFromInfo(deps, { userId, infoEnc, today }),
    identity: scoredIdentity(credit.identity),
    // Guaranteed by unique indexes.
    isPanUnique: true,
    isAccountUnique: true,
    hasOverdueOrder: credit.isLocked,
  };
  const { level } = identityLevelNow(credit, ctx);

  return {
    rules: cardVersion,
    facts,
    broken: brokenHardRules(facts),
    identity: { level, source: credit.source, pan: credit.pan },
  };
}
