import { personalInfo } from '@noren/contract/personal-info';
import { assess, type ScoreInputs } from '@noren/core/lending/scorecard';
import { defaultScorecard, incomeFloor } from '@noren/core/lending/scorecard-default';
import { ageOn, type BusinessDay, businessDay } from '@noren/core/money/time';
import { lockCredit } from '../../lending/credit-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { type EvaluationFacts, readEvaluationFacts, saveDecision } from './evaluation-store.ts';

/** Job: decides a user's limit by the card, keeping what it read and what came out. A decided one is left as it is. */
export async function evaluateCredit(deps: Deps, given: { userId: string }): Promise<void> {
  const { userId } = given;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);
    const read = await readScoreInputs(tx, deps, userId);
    if (read?.state !== 'evaluating') return;
    const decision = assess(read.inputs, defaultScorecard);
    await saveDecision(tx, { userId, inputs: read.inputs, decision, now: deps.now() });
  });
}

/** What the card reads of a user today, and where the limit stands; undefined when no evaluation was ever started. */
export async function readScoreInputs(
  db: Db | Tx,
  deps: Deps,
  userId: string,
): Promise<{ state: EvaluationFacts['state']; inputs: ScoreInputs } | undefined> {
  const today = deps.today();
  const facts = await readEvaluationFacts(db, userId, today);
  if (!facts) return undefined;
  const info = readInfo(deps, userId, facts.infoEnc);
  const inputs: ScoreInputs = {
    age: info ? ageOn(businessDay(info.birthday), today) : 0,
    identity: identityOf(facts.identityState),
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
  return { state: facts.state, inputs };
}

/** How old a user is on a day, by what step two kept; 0 when nothing is kept. */
export function readAge(deps: Deps, of: { userId: string; infoEnc: Buffer | null; today: BusinessDay }): number {
  if (!of.infoEnc) return 0;
  // Checked as it was saved; an application reads no more of it.
  const { birthday } = openInfo(deps, of.userId, of.infoEnc) as { birthday: string };
  return ageOn(businessDay(birthday), of.today);
}

function readInfo(deps: Deps, userId: string, infoEnc: Buffer | null) {
  return infoEnc && personalInfo.parse(openInfo(deps, userId, infoEnc));
}

function openInfo(deps: Deps, userId: string, infoEnc: Buffer): unknown {
  return JSON.parse(deps.crypto.decrypt(infoEnc, `personal_info.info_enc:${userId}`));
}

/** How an identity as it is kept counts for a decision. */
export function identityOf(state: EvaluationFacts['identityState']): ScoreInputs['identity'] {
  if (state === 'verified') return 'verified';
  return state === 'review' ? 'in-review' : 'failed';
}
