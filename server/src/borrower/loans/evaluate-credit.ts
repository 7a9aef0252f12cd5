import { personalInfo } from '@noren/contract/personal-info';
import { assess, type ScoreInputs } from '@noren/core/lending/scorecard';
import { incomeFloor } from '@noren/core/lending/scorecard-default';
import { paise } from '@noren/core/money/money';
import { ageOn, type BusinessDay, businessDay } from '@noren/core/money/time';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { readScorecard } from '../../lending/credit/scorecard-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { type EvaluationFacts, readEvaluationFacts, saveDecision } from './evaluation-store.ts';

/**
 * @ASSUMED A fingerprint of this many people is that of a common phone and says nothing about one
 * of them.
 */
const COMMON_FINGERPRINT = 20;

/**
 * Job: decides a user's credit limit by the scorecard and stores inputs and outcome. Does nothing
 * if already decided.
 */
export async function evaluateCredit(deps: Deps, input: { userId: string }): Promise<void> {
  const { userId } = input;
  await deps.db.transaction().execute(async (tx) => {
    await lockCredit(tx, userId);

    const current = await readScoreInputs(tx, deps, userId);
    if (current?.state !== 'evaluating') return;

    const decision = assess(current.inputs, await readScorecard(tx, deps.today()));
    await saveDecision(tx, { userId, inputs: current.inputs, decision, now: deps.now() });
  });
}

/**
 * The scorecard inputs as of today and the limit's state; undefined when no evaluation was ever
 * started.
 */
export async function readScoreInputs(
  db: Db | Tx,
  deps: Deps,
  userId: string,
): Promise<{ state: EvaluationFacts['state']; inputs: ScoreInputs } | undefined> {
  const today = deps.today();
  const facts = await readEvaluationFacts(db, deps.crypto, userId, today);
  if (!facts) return undefined;

  const info = readInfo(deps, userId, facts.infoEnc);
  const inputs: ScoreInputs = {
    age: info ? ageOn(businessDay(info.birthday), today) : 0,
    identity: scoredIdentity(facts.identityState),
    // Guaranteed by unique indexes.
    isPanUnique: true,
    isAccountUnique: true,
    hasOverdueOrder: facts.hasOverdueOrder,
    isDeviceShared: facts.othersOnDevice > 0 && facts.othersOnDevice < COMMON_FINGERPRINT,
    nameMatch: facts.nameMatch ?? 'mismatch',
    monthlyIncome: incomeFloor(info?.monthlyIncome ?? ''),
    workStatus: info?.workStatus ?? '',
    salaryType: info?.salaryType ?? '',
    otherDebts: facts.otherDebts ?? '',
    settledLoans: facts.settledLoans,
    worstOverdueDays: facts.worstOverdueDays,
    maxLoan: paise(deps.appConfig.maxLoanPaise),
    ...(facts.scoreReview && {
      scoreReview: facts.scoreReview === 'approve' ? 'approved' : 'refused',
    }),
  };

  return { state: facts.state, inputs };
}

/** Age in years on a day by the data of step two; 0 without data. */
export function ageFromInfo(
  deps: Deps,
  input: { userId: string; infoEnc: Buffer | null; today: BusinessDay },
): number {
  if (!input.infoEnc) return 0;
  // The schema was checked on save; an application needs only the date of birth.
  const { birthday } = decryptInfo(deps, input.userId, input.infoEnc) as { birthday: string };
  return ageOn(businessDay(birthday), input.today);
}

function readInfo(deps: Deps, userId: string, infoEnc: Buffer | null) {
  return infoEnc && personalInfo.parse(decryptInfo(deps, userId, infoEnc));
}

function decryptInfo(deps: Deps, userId: string, infoEnc: Buffer): unknown {
  return JSON.parse(deps.crypto.decrypt(infoEnc, `personal_info.info_enc:${userId}`));
}

export function scoredIdentity(state: EvaluationFacts['identityState']): ScoreInputs['identity'] {
  if (state === 'verified' || state === 'review_again') return 'verified';
  return state === 'review' ? 'in-review' : 'failed';
}
