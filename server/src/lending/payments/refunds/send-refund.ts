import { JOBS } from '../../../job-list.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import { findProvider } from '../../../platform/payment-providers.ts';
import type { RefundAnswer, RefundRequest } from '../../../platform/ports/payments.ts';
import type { PayoutAnswer } from '../../../platform/ports/payouts.ts';
import { loanToday } from '../../book/loan-book.ts';
import { lockOrderForPosting } from '../../close/close-order.ts';
import {
  markRefund,
  OPEN_REFUND,
  type Refund,
  type RefundKey,
  readRefund,
  readRefundPayout,
} from './refund-store.ts';
import { type RefundDecision, settleRefund } from './refunds.ts';

const SECOND = 1_000;
const FIRST_QUERY_MS = 30 * SECOND;
const MAX_WAIT_MS = 30 * 60 * SECOND;

/**
 * Job: sends a refund under its reference unless the order owes again. A repeated run queries
 * before it sends.
 */
export async function sendRefund(deps: Deps, key: JobPayloads['send-refund']): Promise<void> {
  const refund = await readRefund(deps.db, key);
  if (!refund || !isOpen(refund)) return;
  if (refund.state !== 'waiting') return queryRefund(deps, { ...key, attempt: 0 });

  // Marked before the call: if this process dies next, we still know the reference may have been
  // sent.
  if (await deps.db.transaction().execute((tx) => claimForSending(tx, deps, key)))
    await send(deps, refund, 0);
}

/**
 * Job: queries a refund's state; one the provider never received is sent again under the same
 * reference.
 */
export async function queryRefund(deps: Deps, payload: JobPayloads['query-refund']): Promise<void> {
  const { attempt, ...key } = payload;
  const refund = await readRefund(deps.db, key);
  if (!refund || !isOpen(refund)) return;

  const answer = await queryOrNull(deps, key, () => findAtProvider(deps, refund));
  if (answer?.state === 'not_found') return send(deps, refund, attempt);

  await applyAnswer(deps, key, { answer, attempt });
}

const isOpen = ({ state }: Refund): boolean => (OPEN_REFUND as readonly string[]).includes(state);

/**
 * Marks a refund as sent, or cancels it when the order owes again.
 * @returns whether it may be sent
 */
async function claimForSending(tx: Tx, deps: Deps, key: RefundKey): Promise<boolean> {
  const { order, journals } = await lockOrderForPosting(tx, deps, key.userId, key.orderId);
  const { view } = loanToday(order.terms, journals, deps.today());
  if (view.totalOwed === 0)
    return markRefund(tx, key, { from: ['waiting'], to: 'sent', now: deps.now() });

  await settleRefund(tx, deps, key, { state: 'cancelled', reason: 'owed_again' });

  return false;
}

function toRefundRequest(refund: Refund): RefundRequest {
  const { refundRef, paymentRef: paymentProviderRef, amountPaise } = refund;
  return { refundRef, paymentProviderRef, amountPaise };
}

/**
 * Through the payment's own provider; failed when it is not set up any more, so that a person
 * looks.
 */
export async function refundByProvider(
  { payments }: Deps,
  name: string,
  request: RefundRequest,
): Promise<RefundAnswer> {
  const provider = findProvider(payments, name);
  return provider
    ? provider.refund(request)
    : { state: 'failed', providerId: null, reason: 'no_provider' };
}

/** What became of a refund at the payment's own provider. */
export async function findRefundAtProvider(
  { payments }: Deps,
  name: string,
  request: RefundRequest,
): Promise<RefundAnswer> {
  return findProvider(payments, name)?.findRefund(request) ?? { state: 'not_found' };
}

/** To the payment it came from, or as a payout to the borrower's account. */
async function sendToProvider(deps: Deps, refund: Refund): Promise<RefundAnswer> {
  const { accountId } = refund;
  if (accountId === null) return refundByProvider(deps, refund.provider, toRefundRequest(refund));

  return asRefund(
    await deps.payouts.send(await readRefundPayout(deps.db, deps.crypto, { ...refund, accountId })),
  );
}

async function findAtProvider(deps: Deps, refund: Refund): Promise<RefundAnswer> {
  if (refund.accountId === null)
    return findRefundAtProvider(deps, refund.provider, toRefundRequest(refund));
  return asRefund(await deps.payouts.find(refund.refundRef));
}

function asRefund(answer: PayoutAnswer): RefundAnswer {
  switch (answer.state) {
    case 'pending':
    case 'queued':
      return { ...answer, state: 'pending' };
    case 'failed':
    case 'reversed':
      return { ...answer, state: 'failed' };
    default:
      return answer;
  }
}

async function send(deps: Deps, refund: Refund, attempt: number): Promise<void> {
  const answer = await queryOrNull(deps, refund, () => sendToProvider(deps, refund));
  const { userId, orderId, refundRef } = refund;
  await applyAnswer(deps, { userId, orderId, refundRef }, { answer, attempt });
}

async function applyAnswer(
  deps: Deps,
  key: RefundKey,
  { answer, attempt }: { answer: RefundAnswer | null; attempt: number },
): Promise<void> {
  const decision = toRefundDecision(answer);
  if (decision) return deps.db.transaction().execute((tx) => settleRefund(tx, deps, key, decision));

  const isPending = answer?.state === 'pending';
  await deps.db.transaction().execute(async (tx) => {
    const isStill = await markRefund(tx, key, {
      from: OPEN_REFUND,
      to: isPending ? 'sent' : 'unknown',
      now: deps.now(),
      providerId: isPending ? answer.providerId : null,
    });
    if (!isStill) return;

    const afterMs = Math.min(FIRST_QUERY_MS * 2 ** Math.min(attempt, 10), MAX_WAIT_MS);
    await addJob(tx, JOBS['query-refund'], { ...key, attempt: attempt + 1 }, { afterMs });
  });
}

function toRefundDecision(answer: RefundAnswer | null): RefundDecision | null {
  if (answer?.state === 'confirmed') return { state: 'confirmed', providerId: answer.providerId };
  return answer?.state === 'failed' ? answer : null;
}

/**
 * No answer means unknown, never failed, whatever the error: it is queried again under the same
 * reference.
 */
export async function queryOrNull(
  deps: Deps,
  { refundRef }: Pick<RefundKey, 'refundRef'>,
  call: () => Promise<RefundAnswer>,
): Promise<RefundAnswer | null> {
  try {
    return await call();
  } catch (err) {
    deps.log.warn({ err, refundRef }, 'payment provider gave no answer to a refund');
    return null;
  }
}
