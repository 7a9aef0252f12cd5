import { markPayout, type PayoutKey, readPayout, readPayoutRequest } from '../../lending/payout-store.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../platform/jobs/jobs.ts';
import type { PayoutAnswer } from '../../platform/ports/payouts.ts';
import { type PayoutDecision, settlePayout } from './settle-payout.ts';

const SECOND = 1_000;
const FIRST_ASK_MS = 15 * SECOND;
const MAX_WAIT_MS = 15 * 60 * SECOND;

/** Job: sends a payout under its reference. Run again after any break it asks before it sends. */
export async function sendPayout(deps: Deps, key: JobPayloads['send-payout']): Promise<void> {
  const payout = await readPayout(deps.db, key);
  if (!payout || payout.state === 'confirmed' || payout.state === 'failed') return;
  if (payout.state !== 'waiting') return askPayout(deps, { ...key, attempt: 0 });
  // Marked before the call: whatever ends this process next, the reference is known to have gone out.
  const isTaken = await markPayout(deps.db, key, { from: ['waiting'], to: 'sent', now: deps.now() });
  // The borrower withdrew in the meantime, or it is being sent already.
  if (isTaken) await send(deps, key, 0);
}

/** Job: asks what became of a payout; one the provider never took is sent again under the same reference. */
export async function askPayout(deps: Deps, given: JobPayloads['query-payout']): Promise<void> {
  const { attempt, ...key } = given;
  const payout = await readPayout(deps.db, key);
  if (!payout || payout.state === 'confirmed' || payout.state === 'failed') return;
  const answer = await queryOrNull(deps, key, () => deps.payouts.ask(key.payoutRef));
  if (answer?.state === 'not_found') return send(deps, key, attempt);
  await take(deps, key, { answer, attempt });
}

async function send(deps: Deps, key: PayoutKey, attempt: number): Promise<void> {
  const request = await readPayoutRequest(deps.db, deps.crypto, key);
  await take(deps, key, { answer: await queryOrNull(deps, key, () => deps.payouts.send(request)), attempt });
}

async function take(
  deps: Deps,
  key: PayoutKey,
  given: { answer: PayoutAnswer | null; attempt: number },
): Promise<void> {
  const { answer } = given;
  const decision = decisionOf(answer);
  if (decision) return deps.db.transaction().execute((tx) => settlePayout(tx, deps, key, decision));
  const isPending = answer?.state === 'pending';
  await deps.db.transaction().execute(async (tx) => {
    const isOpen = await markPayout(tx, key, {
      from: ['waiting', 'sent', 'unknown'],
      to: isPending ? 'sent' : 'unknown',
      now: deps.now(),
      providerId: isPending ? answer.providerId : null,
    });
    if (isOpen) await scheduleValidation(tx, key, given.attempt + 1);
  });
}

function decisionOf(answer: PayoutAnswer | null): PayoutDecision | null {
  switch (answer?.state) {
    case 'confirmed':
      return { state: 'confirmed', providerId: answer.providerId };
    case 'failed':
      return answer;
    default:
      return null;
  }
}

async function scheduleValidation(tx: Parameters<typeof addJob>[0], key: PayoutKey, attempt: number): Promise<void> {
  const afterMs = Math.min(FIRST_ASK_MS * 2 ** Math.min(attempt - 1, 10), MAX_WAIT_MS);
  const { userId, orderId, payoutRef } = key;
  await addJob(tx, 'query-payout', { userId, orderId, payoutRef, attempt }, { key: `ask:${payoutRef}`, afterMs });
}

/** No answer means unknown, never failed, whatever the reason: it is asked again under the same reference. */
async function queryOrNull(
  deps: Deps,
  key: PayoutKey,
  call: () => Promise<PayoutAnswer>,
): Promise<PayoutAnswer | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err, payoutRef: key.payoutRef }, 'payout provider gave no answer');
    return null;
  }
}
