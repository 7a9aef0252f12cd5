import { JOBS } from '../../../job-list.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import type { RefundAnswer } from '../../../platform/ports/payments.ts';
import { findRefundAtProvider, queryOrNull, refundByProvider } from '../refunds/send-refund.ts';
import { type ReturnDecision, settleUnclaimedReturn } from './unclaimed-funds.ts';
import { computeRemainder, findUnclaimedByRefundRef } from './unclaimed-funds-store.ts';

const FIRST_QUERY_MS = 30_000;
const MAX_WAIT_MS = 30 * 60_000;

/**
 * Job: refunds unclaimed funds to the payment they came from, under one reference: queries first,
 * sends only when the provider never received it, and queries again until the state is final.
 */
export async function refundUnclaimedFunds(
  deps: Deps,
  payload: JobPayloads['refund-unclaimed-funds'],
): Promise<void> {
  const { refundRef, attempt } = payload;
  const unclaimed = await findUnclaimedByRefundRef(deps.db, refundRef);
  if (unclaimed?.state !== 'returning') return;

  const request = {
    refundRef,
    paymentProviderRef: unclaimed.providerRef,
    amountPaise: computeRemainder(unclaimed),
  };
  const answer = await queryOrNull(deps, { refundRef }, async () => {
    const before = await findRefundAtProvider(deps, unclaimed.provider, request);
    return before.state === 'not_found'
      ? refundByProvider(deps, unclaimed.provider, request)
      : before;
  });
  const decision = toReturnDecision(answer);
  if (decision)
    return deps.db
      .transaction()
      .execute((tx) => settleUnclaimedReturn(tx, deps, unclaimed, decision));

  const afterMs = Math.min(FIRST_QUERY_MS * 2 ** Math.min(attempt, 10), MAX_WAIT_MS);
  const again = { refundRef, attempt: attempt + 1 };

  await addJob(deps.db, JOBS['refund-unclaimed-funds'], again, { afterMs });
}

function toReturnDecision(answer: RefundAnswer | null): ReturnDecision | null {
  if (answer?.state === 'confirmed') return { state: 'confirmed' };
  return answer?.state === 'failed' ? answer : null;
}
