import { CODES } from '@noren/contract/codes';
import { matchAccountNames, matchNames, type NameMatch, worseMatch } from '@noren/core/people/name-match';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { lockUser } from '../../platform/http/session.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/jobs.ts';
import type { AccountAnswer, AccountQuestion } from '../../platform/ports/payouts.ts';
import { readIdentity } from '../certification/store.ts';
import { markAccount, readAccount, validationJobKey } from './store.ts';
import {
  type AskedAccount,
  beginValidation,
  isDecided,
  readValidation,
  recordAnswer,
  type Validation,
} from './validation-store.ts';

const DAY_MS = 86_400_000;
const FIRST_AGAIN_MS = 10_000;
const MAX_WAIT_MS = 15 * 60_000;

/**
 * What the bank says of an account: its answer of the last day, else asked now, outside any transaction. Its silence
 * is an answer too, `unknown`.
 * @param options.again asks once more about what is still open, under the same reference
 * @throws CallError 429 when this user has asked about too many accounts today
 */
export async function askBank(
  deps: Deps,
  userId: string,
  account: AskedAccount,
  options: { again: boolean },
): Promise<Validation> {
  const [now, staleBefore] = [deps.now(), deps.now() - DAY_MS];
  const recorded = await readValidation(deps.db, deps.crypto, userId, account);
  const isFresh = recorded !== null && (recorded.decidedAt === null || recorded.decidedAt >= staleBefore);
  if (isFresh && (isDecided(recorded.state) || !options.again)) return recorded;
  if (!isFresh) await takeQuestion(deps, userId, now);
  const open = isFresh
    ? recorded
    : await beginValidation(deps.db, deps.crypto, userId, account, { now, today: deps.today(), staleBefore });
  return isDecided(open.state) ? open : ask(deps, userId, account, open.ref);
}

/** Each new question costs money, and tells a little of whose an account is. */
async function takeQuestion(deps: Deps, userId: string, now: number): Promise<void> {
  const taken = await deps.limits.take([['account-ask-user-day', userId]], now);
  if (taken.ok) return;
  const { retryAfterSeconds } = taken;
  throw new CallError(CODES.tooMany, 'bank.too_many_accounts', {
    values: { hours: Math.ceil(retryAfterSeconds / 3600) },
    data: { retryAfterSeconds },
  });
}

async function ask(deps: Deps, userId: string, account: AskedAccount, ref: string): Promise<Validation> {
  const { ifsc, accountNo } = account;
  // The confirmed name, not the typed one, which may be corrected while the reference stays.
  const identity = await readIdentity(deps.db, deps.crypto, userId);
  const answer = await queryOrNull(deps, { ref, ifsc, accountNo, holderName: identity?.name ?? '' });
  return deps.db.transaction().execute(async (tx) => {
    // An account that is being saved meanwhile is seen here, or sees this.
    await lockUser(tx, userId);
    await recordAnswer(tx, deps.crypto, userId, { account, ref, answer, now: deps.now() });
    const recorded = await readValidation(tx, deps.crypto, userId, account);
    if (!recorded) throw new Error('a validation is gone while it was asked');
    await followAnswer(tx, deps, userId, account, recorded);
    return recorded;
  });
}

/** No answer means unknown, never invalid, whatever the reason. */
async function queryOrNull(deps: Deps, question: AccountQuestion): Promise<AccountAnswer | null> {
  try {
    return await deps.payouts.validateAccount(question);
  } catch (err) {
    deps.log.warn({ err, ref: question.ref }, 'bank gave no answer about an account');
    return null;
  }
}

/** The account saved now bears the answer, where it is the one that was asked about. */
async function followAnswer(tx: Tx, deps: Deps, userId: string, asked: AskedAccount, found: Validation): Promise<void> {
  const saved = await readAccount(tx, deps.crypto, userId);
  if (!saved || saved.accountNo !== asked.accountNo || saved.ifsc !== asked.ifsc) return;
  if (saved.validation === found.state || (!isDecided(found.state) && isDecided(saved.validation))) return;
  // Only the bank's own word is news: of the typed name a person may have said already that it is the borrower's.
  const identity = await readIdentity(tx, deps.crypto, userId);
  const nameMatch =
    found.nameAtBank === null
      ? saved.nameMatch
      : worseMatch(saved.nameMatch, matchNames(identity?.name ?? '', found.nameAtBank));
  await markAccount(tx, userId, saved.accountId, { validation: found.state, nameMatch });
}

/** How an account's names agree with the identity the user confirmed. */
export async function judgeNames(
  db: Db | Tx,
  deps: Deps,
  userId: string,
  names: { typed: string; atBank: string | null },
): Promise<NameMatch> {
  const identity = await readIdentity(db, deps.crypto, userId);
  return matchAccountNames({ confirmed: identity?.name ?? '', ...names });
}

/** Has an account that is saved before the bank answered asked about again, in the transaction that saves it. */
export async function askLater(tx: Tx | Db, userId: string, attempt: number): Promise<void> {
  const afterMs = Math.min(FIRST_AGAIN_MS * 2 ** Math.min(attempt, 10), MAX_WAIT_MS);
  await addJob(tx, 'validate-account', { userId, attempt }, { key: validationJobKey(userId), afterMs });
}

/** Job: asks about the account saved now until the bank has answered. */
export async function validateAccount(deps: Deps, given: JobPayloads['validate-account']): Promise<void> {
  const { userId, attempt } = given;
  const account = await readAccount(deps.db, deps.crypto, userId);
  if (!account || isDecided(account.validation)) return;
  const at = { now: deps.now(), today: deps.today(), staleBefore: deps.now() - DAY_MS };
  const open = await beginValidation(deps.db, deps.crypto, userId, account, at);
  const found = await ask(deps, userId, account, open.ref);
  if (!isDecided(found.state)) await askLater(deps.db, userId, attempt + 1);
}
