import { personalInfo } from '@noren/contract/certification';
import { assess, type ScoreInputs } from '@noren/core/scorecard';
import { defaultScorecard, incomeFloor } from '@noren/core/scorecard-default';
import { ageOn, businessDay } from '@noren/core/time';
import type { Tx } from '../db.ts';
import type { Deps } from '../deps.ts';
import { type EvaluationFacts, readEvaluationFacts, saveDecision } from './evaluation-store.ts';
import { lockCredit } from './store.ts';

/** Job: decides a user's limit by the card, keeping what it read and what came out. A decided one is left as it is. */
export async function evaluateCredit(deps: Deps, given: { userId: string }): Promise<void> {
  const { userId } = given;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const inputs = await readInputs(tx, deps, userId);
    if (!inputs) return;
    const decision = assess(inputs, defaultScorecard);
    await saveDecision(tx, { userId, inputs, decision, now: deps.now() });
  });
}

async function readInputs(tx: Tx, deps: Deps, userId: string): Promise<ScoreInputs | null> {
  const today = deps.today();
  const facts = await readEvaluationFacts(tx, userId, today);
  if (facts?.state !== 'evaluating') return null;
  const info = readInfo(deps, userId, facts);
  return {
    age: info ? ageOn(businessDay(info.birthday), today) : 0,
    identity: identityOf(facts),
    // Both are unique by the database's own word: a row that stands is the only one.
    isPanUnique: true,
    isAccountUnique: true,
    hasOverdueOrder: facts.hasOverdueOrder,
    nameMatch: facts.nameMatch ?? 'mismatch',
    monthlyIncome: incomeFloor(info?.monthlyIncome ?? ''),
    workStatus: info?.workStatus ?? '',
    salaryType: info?.salaryType ?? '',
    otherDebts: facts.otherDebts ?? '',
    settledLoans: facts.settledLoans,
    worstOverdueDays: facts.worstOverdueDays,
    ...(facts.scoreReview && { scoreReview: facts.scoreReview === 'approve' ? 'approved' : 'refused' }),
  };
}

function readInfo(deps: Deps, userId: string, facts: EvaluationFacts) {
  if (!facts.infoEnc) return null;
  return personalInfo.parse(JSON.parse(deps.crypto.decrypt(facts.infoEnc, `personal_info.info_enc:${userId}`)));
}

function identityOf(facts: EvaluationFacts): ScoreInputs['identity'] {
  if (facts.identityState === 'verified') return 'verified';
  return facts.identityState === 'review' ? 'in-review' : 'failed';
}
