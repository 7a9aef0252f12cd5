import { JOBS } from '../../job-list.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/job-store.ts';
import type { PayoutAnswer } from '../../platform/ports/payouts.ts';
import { isLendingHeld } from '../credit/lending-stop-store.ts';
import {
  claimPayout,
  isOpenPayout,
  markPayout,
  OPEN_PAYOUT,
  type PayoutKey,
  readPayout,
  readPayoutRequest,
} from './payout-store.ts';
import { type PayoutDecision, settlePayout } from './settle-payout.ts';

const SECOND = 1_000;
const FIRST_CHECK_MS = 15 * SECOND;
const MAX_WAIT_MS = 15 * 60 * SECOND;

/**
 * Job: sends a payout under its reference. After an interruption it checks the status before it
 * sends again.
 */
export async function sendPayout(deps: Deps, key: JobPayloads['send-payout']): Promise<void> {
  const payout = await readPayout(deps.db, key);
  if (!payout || !isOpenPayout(payout)) return;
  if (payout.state !== 'waiting') return queryPayout(deps, { ...key, attempt: 0 });

  // Mark as sent before the call: if the process dies, the reference may have reached the provider.
  const isClaimed = await claimPayout(deps.db, key, deps.now());
  // Not claimed: the borrower withdrew, another run is sending it, or lending is stopped; its start
  // queues it again.
  if (isClaimed) await send(deps, key, 0);
}

/**
 * Job: checks a payout's status. One unknown to the provider is sent again under the same
 * reference.
 */
export async function queryPayout(deps: Deps, input: JobPayloads['query-payout']): Promise<void> {
  const { attempt, ...key } = input;
  const payout = await readPayout(deps.db, key);
  if (!payout || !isOpenPayout(payout)) return;

  const answer = await queryOrNull(deps, key, () => deps.payouts.find(key.payoutRef));
  if (answer?.state === 'not_found') {
    if (!(await isLendingHeld(deps.db, key.userId))) return send(deps, key, attempt);
    return scheduleStatusCheck(deps.db, key, attempt + 1);
  }

  await handleAnswer(deps, key, { answer, attempt });
}

async function send(deps: Deps, key: PayoutKey, attempt: number): Promise<void> {
  const request = await readPayoutRequest(deps.db, deps.crypto, key);
  await handleAnswer(deps, key, {
    answer: await queryOrNull(deps, key, () => deps.payouts.send(request)),
    attempt,
  });
}

async function handleAnswer(
  deps: Deps,
  key: PayoutKey,
  input: { answer: PayoutAnswer | null; attempt: number },
): Promise<void> {
  const { answer } = input;
  const decision = toPayoutDecision(answer);
  if (decision) return deps.db.transaction().execute((tx) => settlePayout(tx, deps, key, decision));

  const taken = answer?.state === 'pending' || answer?.state === 'queued' ? answer : null;
  await deps.db.transaction().execute(async (tx) => {
    const isOpen = await markPayout(tx, key, {
      from: OPEN_PAYOUT,
      to: taken === null ? 'unknown' : taken.state === 'queued' ? 'queued' : 'sent',
      now: deps.now(),
      providerId: taken?.providerId ?? null,
    });
    if (isOpen) await scheduleStatusCheck(tx, key, input.attempt + 1);
  });
}

function toPayoutDecision(answer: PayoutAnswer | null): PayoutDecision | null {
  switch (answer?.state) {
    case 'confirmed':
      return answer;
    case 'failed':
    case 'reversed':
      return { state: 'failed', providerId: answer.providerId, reason: answer.reason };
    default:
      return null;
  }
}

async function scheduleStatusCheck(
  tx: Parameters<typeof addJob>[0],
  key: PayoutKey,
  attempt: number,
): Promise<void> {
  const afterMs = Math.min(FIRST_CHECK_MS * 2 ** Math.min(attempt - 1, 10), MAX_WAIT_MS);
  const { userId, orderId, payoutRef } = key;
  await addJob(tx, JOBS['query-payout'], { userId, orderId, payoutRef, attempt }, { afterMs });
}

/**
 * Null on any error: a missing answer means unknown, never failed, and the status is checked again
 * later.
 */
async function queryOrNull(
  deps: Deps,
  key: PayoutKey,
  call: () => Promise<PayoutAnswer>,
): Promise<PayoutAnswer | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err, payoutRef: key.payoutRef }, 'payout: no answer from the provider');
    return null;
  }
}
