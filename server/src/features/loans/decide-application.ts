import { brokenHardRules, type HardFacts, type ScoreReason } from '@noren/core/lending/scorecard';
import { defaultScorecard } from '@noren/core/lending/scorecard-default';
import type { UserCtx } from '../../platform/http/handler.ts';
import type { ApplicationFacts } from './application-store.ts';
import { identityOf, readAge } from './evaluate-credit.ts';

/** What the hard rules made of an application, kept with its order. */
export interface Decision {
  readonly rules: string;
  readonly facts: HardFacts;
  readonly broken: readonly ScoreReason[];
}

/** Asks the hard rules again on today's facts; what is overdue has locked the limit before it comes to this. */
export function decideApplication(
  { deps, userId, today }: UserCtx,
  { infoEnc, identity, credit }: ApplicationFacts,
): Decision {
  const facts: HardFacts = {
    age: readAge(deps, { userId, infoEnc, today }),
    identity: identityOf(identity),
    // Both are unique by the database's own word: a row that stands is the only one.
    isPanUnique: true,
    isAccountUnique: true,
    hasOverdueOrder: credit.isLocked,
  };
  return { rules: defaultScorecard.version, facts, broken: brokenHardRules(facts) };
}
