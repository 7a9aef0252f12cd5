import { CODES } from '@noren/contract/codes';
import {
  matchAccountNames,
  matchNames,
  type NameMatch,
  nameKey,
  worseMatch,
} from '@noren/core/people/name-match';
import { JOBS } from '../../job-list.ts';
import {
  readAccount,
  saveComparedNames,
  updateAccountValidation,
} from '../../people/bank/store.ts';
import {
  type AccountKey,
  createValidation,
  isDecided,
  readValidation,
  saveValidationResult,
  type Validation,
} from '../../people/bank/validation-store.ts';
import { readIdentity } from '../../people/certification/store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { CallError } from '../../platform/http/call-error.ts';
import { lockUser } from '../../platform/http/session-store.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/job-store.ts';
import type {
  AccountValidationRequest,
  AccountValidationResult,
} from '../../platform/ports/payouts.ts';

const DAY_MS = 86_400_000;
const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 15 * 60_000;

/**
 * Validates an account with the bank, or returns its answer if less than a day old. Must run
 * outside a transaction. Without an answer the state is `unknown`.
 * @param options.retryPending queries again, under the same reference, when the last request has no
 * final answer
 * @throws CallError 429 when the user has validated too many accounts today
 */
export async function obtainValidation(
  deps: Deps,
  userId: string,
  account: AccountKey,
  options: { retryPending: boolean },
): Promise<Validation> {
  const [now, staleBefore] = [deps.now(), deps.now() - DAY_MS];
  const recorded = await readValidation(deps.db, deps.crypto, userId, account);
  const isFresh =
    recorded !== null && (recorded.decidedAt === null || recorded.decidedAt >= staleBefore);
  if (isFresh && (isDecided(recorded.state) || !options.retryPending)) return recorded;

  if (!isFresh) await limitNewValidations(deps, userId, now);

  const current = isFresh
    ? recorded
    : await createValidation(deps.db, deps.crypto, userId, account, { now, staleBefore });
  return isDecided(current.state) ? current : requestValidation(deps, userId, account, current.ref);
}

/** Each validation costs a fee and reveals something about the account holder. */
async function limitNewValidations(deps: Deps, userId: string, now: number): Promise<void> {
  const limit = await deps.limits.take([['account-validation-user-day', userId]], now);
  if (limit.ok) return;

  const { retryAfterSeconds } = limit;
  throw new CallError(CODES.tooMany, 'bank.too_many_accounts', {
    values: { hours: Math.ceil(retryAfterSeconds / 3600) },
    data: { retryAfterSeconds },
  });
}

async function requestValidation(
  deps: Deps,
  userId: string,
  account: AccountKey,
  ref: string,
): Promise<Validation> {
  const { ifsc, accountNo } = account;
  // Send the confirmed name: the entered one may be corrected while the reference stays the same.
  const identity = await readIdentity(deps.db, deps.crypto, userId);
  const answer = await callBank(deps, { ref, ifsc, accountNo, holderName: identity?.name ?? '' });

  return deps.db.transaction().execute(async (tx) => {
    // Serialise with saveAccount: either it reads this result, or updateSavedAccount below finds
    // the saved account.
    await lockUser(tx, userId);
    await saveValidationResult(tx, deps.crypto, userId, { account, ref, answer, now: deps.now() });

    const recorded = await readValidation(tx, deps.crypto, userId, account);
    if (!recorded) throw new Error('validation row disappeared during the request');

    await updateSavedAccount(tx, deps, userId, account, recorded);

    return recorded;
  });
}

/** Null on any failure: a missing answer means unknown, never invalid. */
async function callBank(
  deps: Deps,
  question: AccountValidationRequest,
): Promise<AccountValidationResult | null> {
  try {
    return await deps.payouts.validateAccount(question);
  } catch (err) {
    deps.log.warn({ err, ref: question.ref }, 'account validation: no answer from the bank');
    return null;
  }
}

/** Copies the result to the user's saved account if it is the validated one. */
async function updateSavedAccount(
  tx: Tx,
  deps: Deps,
  userId: string,
  account: AccountKey,
  result: Validation,
): Promise<void> {
  const saved = await readAccount(tx, deps.crypto, userId);
  if (!saved || saved.accountNo !== account.accountNo || saved.ifsc !== account.ifsc) return;

  if (
    saved.validation === result.state ||
    (!isDecided(result.state) && isDecided(saved.validation))
  )
    return;

  // Compare only the bank's name: an operator may already have confirmed the entered one.
  const identity = await readIdentity(tx, deps.crypto, userId);
  const nameMatch =
    result.nameAtBank === null
      ? saved.nameMatch
      : worseMatch(saved.nameMatch, matchNames(identity?.name ?? '', result.nameAtBank));

  const facts = { validation: result.state, nameMatch };
  if (nameMatch === saved.nameMatch)
    await updateAccountValidation(tx, userId, saved.accountId, facts);
  else await saveComparedNames(tx, deps.crypto, userId, { account: saved, facts, now: deps.now() });
}

/**
 * Compares the entered holder name and the bank's with the confirmed identity. `isUnnamed`: the
 * entered name agrees, and the bank confirms the account but names nobody.
 */
export async function matchHolderNames(
  db: Db | Tx,
  deps: Deps,
  userId: string,
  { typed, atBank }: { typed: string; atBank: string | null },
): Promise<{ nameMatch: NameMatch; isUnnamed: boolean }> {
  const confirmed = (await readIdentity(db, deps.crypto, userId))?.name ?? '';
  const isNobody = atBank !== null && nameKey(atBank) === '';

  return {
    nameMatch: matchAccountNames({ confirmed, typed, atBank }),
    isUnnamed: isNobody && matchNames(confirmed, typed) === 'match',
  };
}

/**
 * Queues another validation of an account saved without a final answer. The delay grows with
 * `attempt`.
 */
export async function scheduleValidation(
  tx: Tx | Db,
  userId: string,
  attempt: number,
): Promise<void> {
  const afterMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempt, 10), MAX_RETRY_MS);
  await addJob(tx, JOBS['validate-account'], { userId, attempt }, { afterMs });
}

/** Job: validates the saved account, and reschedules itself until the bank gives a final answer. */
export async function validateAccount(
  deps: Deps,
  payload: JobPayloads['validate-account'],
): Promise<void> {
  const { userId, attempt } = payload;
  const account = await readAccount(deps.db, deps.crypto, userId);
  if (!account || isDecided(account.validation)) return;

  const at = { now: deps.now(), today: deps.today(), staleBefore: deps.now() - DAY_MS };
  const current = await createValidation(deps.db, deps.crypto, userId, account, at);
  const result = await requestValidation(deps, userId, account, current.ref);

  if (!isDecided(result.state)) await scheduleValidation(deps.db, userId, attempt + 1);
}
