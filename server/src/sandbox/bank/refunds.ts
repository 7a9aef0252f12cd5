import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { ProviderEvent, RefundAnswer, RefundRequest } from '../../platform/ports/payments.ts';
import { type BankBehaviour, SandboxTimeout } from './behaviour.ts';
import { findRefundRow, insertRefund, readRefundable } from './store.ts';

interface RefundParts {
  readonly db: Db;
  readonly now: () => number;
  readonly behaviour: () => Promise<BankBehaviour>;
  readonly notify: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
}

/** The bank's refunds: each reference is refunded once. */
export function makeRefunds({ db, now, behaviour, notify }: RefundParts) {
  const findRefund = async ({ refundRef }: RefundRequest): Promise<RefundAnswer> => {
    const row = await findRefundRow(db, refundRef);
    if (!row) return { state: 'not_found' };
    if (row.state === 'failed')
      return { state: 'failed', providerId: row.providerId, reason: row.reason ?? 'failed' };

    return { state: 'confirmed', providerId: row.providerId };
  };

  const accept = async (request: RefundRequest, does: BankBehaviour): Promise<string | null> => {
    const providerId = `rfnd_${randomBytes(9).toString('hex')}`;
    const isRefused =
      does === 'fail' ||
      (await readRefundable(db, request.paymentProviderRef)) < request.amountPaise;
    const isNew = await insertRefund(db, {
      refundRef: request.refundRef,
      providerId,
      paymentRef: request.paymentProviderRef,
      amountPaise: request.amountPaise,
      state: isRefused ? 'failed' : 'confirmed',
      reason: isRefused ? 'refused_by_bank' : null,
      receivedAt: now(),
    });

    return isNew ? providerId : null;
  };

  const refund = async (request: RefundRequest): Promise<RefundAnswer> => {
    const before = await findRefund(request);
    if (before.state !== 'not_found') return before;

    const does = await behaviour();
    if (does === 'never_taken') throw new SandboxTimeout('the refund was not taken');

    const providerId = await accept(request, does);
    if (does === 'time_out') throw new SandboxTimeout('the refund was taken, its answer lost');

    const answer = await findRefund(request);
    if (providerId === null || does === 'succeed' || answer.state !== 'confirmed') return answer;

    const { refundRef } = request;
    await notify(
      { kind: 'refund', eventId: `evt_${randomUUID()}`, refundRef, state: 'confirmed', providerId },
      does,
    );

    return { state: 'pending', providerId };
  };

  return { refund, findRefund };
}
