import { panRetryWait } from '@noren/core/people/pan-check';
import { JOBS } from '../../job-list.ts';
import { lockCredit } from '../../lending/credit/credit-store.ts';
import { readPanConsent, readPanQuestion } from '../../people/certification/pan-check.ts';
import {
  listStalePanChecks,
  type PanCheck,
  postponePanCheck,
  readPanCheck,
  savePanAnswer,
} from '../../people/certification/pan-check-store.ts';
import { reopenIdentity } from '../../people/certification/review-store.ts';
import { recordSystemAction } from '../../platform/audit-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/job-store.ts';
import type { PanAnswer, PanQuestion, PanRegister } from '../../platform/ports/pan-register.ts';
import { compareForReview } from './identity-review.ts';

/**
 * Job: asks the register of PANs about a confirmed identity. Without an answer it is asked again,
 * later each time; nothing is known until then. An answer that does not confirm the identity leads
 * to a reviewer, and decides nothing.
 */
export async function checkPan(deps: Deps, { userId }: JobPayloads['check-pan']): Promise<void> {
  const { db, crypto, panRegister } = deps;
  if (!panRegister) return;

  const open = await readPanCheck(db, userId);
  const asked = await readPanQuestion(db, deps, userId);
  if (open?.verdict !== 'waiting' || !asked) return;
  // Another identity was confirmed since, and has a job of its own.
  if (!crypto.isSameHash(open.askedHash, asked.askedHash)) return;
  // Without the consent nothing is asked: the sweep tries again, after those who wait longer.
  if ((await readPanConsent(db, userId)) === null)
    return postponePanCheck(db, userId, { ...open, nextTryAt: deps.now() });

  const wait = open.tries === 0 ? await countQuestion(deps, userId) : null;
  if (wait !== null) return postpone(deps, userId, { ...open, waitMs: wait });

  const answer = await askOrNull(deps, panRegister, asked.question);
  if (answer === null) {
    const waitMs = panRetryWait(open.tries);
    return postpone(deps, userId, { ...open, tries: open.tries + 1, waitMs });
  }

  await saveAnswer(deps, userId, { checkId: open.checkId, answer });
}

/**
 * Each question costs a fee, and its answer says something about the holder of a number.
 * @returns how long to wait, in ms; null when it may be asked
 */
async function countQuestion({ limits, now }: Deps, userId: string): Promise<number | null> {
  const limit = await limits.take([['pan-check-user-day', userId]], now());
  return limit.ok ? null : limit.retryAfterSeconds * 1_000;
}

async function postpone(
  { db, now }: Deps,
  userId: string,
  { checkId, tries, waitMs }: Pick<PanCheck, 'checkId' | 'tries'> & { waitMs: number },
): Promise<void> {
  await postponePanCheck(db, userId, { checkId, tries, nextTryAt: now() + waitMs });
  await addJob(db, JOBS['check-pan'], { userId }, { afterMs: waitMs });
}

/** Null on any failure: a missing answer means that nothing is known. */
async function askOrNull(
  { log }: Deps,
  panRegister: PanRegister,
  question: PanQuestion,
): Promise<PanAnswer | null> {
  try {
    return await panRegister.check(question);
  } catch (err) {
    log.warn({ err }, 'the register of PANs gave no answer');
    return null;
  }
}

async function saveAnswer(
  deps: Deps,
  userId: string,
  { checkId, answer }: { checkId: string; answer: PanAnswer },
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction().execute(async (tx) => {
    // In the order of a review's decision, which the answer may be about.
    await lockCredit(tx, userId);
    await lockUser(tx, userId);
    if (!(await savePanAnswer(tx, userId, { checkId, answer, now }))) return;

    const { differences } = answer;
    const detail = { differences: [...differences] };
    await recordSystemAction(tx, { userId, now }, { action: 'pan_checked', detail });
    if (differences.length === 0) return;

    await reopenIdentity(tx, userId);
    await compareForReview(tx, deps, userId);
  });
}

/** Queues the questions whose job was lost. */
export async function requeuePanChecks(
  { db, asksPanRegister }: Pick<Deps, 'db' | 'asksPanRegister'>,
  before: number,
): Promise<void> {
  if (!asksPanRegister) return;
  for (const userId of await listStalePanChecks(db, before))
    await addJob(db, JOBS['check-pan'], { userId });
}
