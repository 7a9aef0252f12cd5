import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees } from '@noren/core/money/money';
import { JOBS } from '../../../job-list.ts';
import { closeUndisbursedOrder } from '../../../lending/orders/close-undisbursed-order.ts';
import { lockOrder } from '../../../lending/orders/order-store.ts';
import { lockWithCredit } from '../../../lending/orders/own-order.ts';
import {
  markPayout,
  OPEN_PAYOUT,
  type PayoutKey,
  readLatestPayout,
  WITHDRAWN,
} from '../../../lending/orders/payout-store.ts';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob, type JobPayloads } from '../../../platform/jobs/job-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { type Kind, type RequestOfKind, requireOrder } from './kind.ts';
import { readPayoutMoney } from './payout.ts';

/**
 * Stops a payout that has not left: the order is cancelled and its hold released. One that waits at
 * the provider is cancelled there by a job; the order follows when the provider says that it will
 * never be paid.
 */
export const payoutCancel: Kind<'payout_cancel'> = {
  money: (tx, _, request) => readPayoutMoney(tx, request),

  execute: async (tx, deps, request) => {
    const key = await requireStoppable(tx, request);
    if (key.state === 'waiting')
      return stopPayout(tx, deps, key, { from: ['waiting'], isWithdrawal: false });

    const { userId, orderId, payoutRef } = key;
    await addJob(tx, JOBS['cancel-payout'], { userId, orderId, payoutRef });
  },

  executeAfterProvider: async (tx, deps, request) => {
    const key = await requireStoppable(tx, request);
    await stopPayout(tx, deps, key, { from: OPEN_PAYOUT, isWithdrawal: false });
  },
};

async function requireStoppable(
  tx: Tx,
  request: RequestOfKind<'payout_cancel'>,
): Promise<PayoutKey & { state: 'waiting' | 'queued' }> {
  const { userId, orderId } = requireOrder(request);
  await lockWithCredit(tx, { userId, orderId });

  const payout = await readLatestPayout(tx, { userId, orderId });
  if (payout?.state === 'waiting' || payout?.state === 'queued')
    return { ...payout, state: payout.state };

  throw new OperatorError('not_possible', 'payout_not_waiting');
}

/**
 * Job: cancels a queued payout at its provider; nothing changes here unless the provider will never
 * pay it.
 */
export async function cancelQueuedPayout(
  deps: Deps,
  job: JobPayloads['cancel-payout'],
): Promise<void> {
  const { isWithdrawal = false, ...key } = job;
  const answer = await deps.payouts.cancel(key.payoutRef);

  if (answer.state !== 'failed') {
    deps.log.warn(
      { payoutRef: key.payoutRef, state: answer.state },
      'payout: the provider did not cancel it',
    );
    return;
  }

  await deps.db.transaction().execute(async (tx) => {
    const { status } = await lockWithCredit(tx, key);
    if (status === OrderStatus.disbursing)
      return stopPayout(tx, deps, key, { from: OPEN_PAYOUT, isWithdrawal });

    // The provider's own report of the cancellation came first, and counted as a payout that
    // failed.
    const isReported = status === OrderStatus.disbursementFailed;
    if (isReported && (await readLatestPayout(tx, key))?.payoutRef === key.payoutRef)
      await endOrder(tx, deps, key, isWithdrawal);
  });
}

interface Stop {
  readonly from: Parameters<typeof markPayout>[2]['from'];
  readonly isWithdrawal: boolean;
}

async function stopPayout(
  tx: Tx,
  deps: Deps,
  key: PayoutKey,
  { from, isWithdrawal }: Stop,
): Promise<void> {
  const mark = {
    from,
    to: 'failed',
    now: deps.now(),
    reason: isWithdrawal ? WITHDRAWN : 'cancelled_by_lender',
  } as const;
  if (!(await markPayout(tx, key, mark))) throw new OperatorError('not_possible', 'payout_sent');

  await endOrder(tx, deps, key, isWithdrawal);
}

async function endOrder(tx: Tx, deps: Deps, key: PayoutKey, isWithdrawal: boolean): Promise<void> {
  const order = await lockOrder(tx, key.userId, key.orderId);
  await closeUndisbursedOrder(tx, deps, order, isWithdrawal ? 'withdrawn' : 'payout_cancelled');

  const { userId, repayId, terms } = order;
  const values = { repayId, amount: formatRupees(terms.quote.principal) };

  await notify(tx, deps, { userId, kind: 'payout_cancelled', reference: key.payoutRef, values });
}
