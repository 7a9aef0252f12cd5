import { randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { ProviderEvent } from '../../platform/ports/payments.ts';
import type { PayoutAnswer, PayoutRequest, Payouts } from '../../platform/ports/payouts.ts';
import { type BankBehaviour, type PayoutBehaviour, SandboxTimeout } from './behaviour.ts';
import { decideQueuedPayout, findPayout, insertPayout, payoutLines, readPaidOut } from './store.ts';

/** What the lender has there at first: one crore rupees. */
const OPENING_PAISE = 1_000_000_000;

interface PayoutParts {
  readonly db: Db;
  readonly now: () => number;
  readonly behaviour: () => Promise<PayoutBehaviour>;
  readonly notify: (event: ProviderEvent, behaviour: BankBehaviour) => Promise<void>;
  readonly pump: { settle(): Promise<void> };
}

/** The bank's payouts, stored in its own table. */
export function makePayouts(parts: PayoutParts): Omit<Payouts, 'validateAccount'> {
  const { db, now, behaviour, notify, pump } = parts;

  const find = async (payoutRef: string): Promise<PayoutAnswer> => {
    const row = await findPayout(db, payoutRef);
    if (!row) return { state: 'not_found' };

    const { state, providerId } = row;
    if (state === 'pending') return payQueued(payoutRef, providerId);
    if (state === 'failed' || state === 'reversed')
      return { state, providerId, reason: row.reason ?? 'failed' };

    return { state, providerId };
  };

  const payQueued = async (payoutRef: string, providerId: string): Promise<PayoutAnswer> => {
    if ((await behaviour()) === 'low_balance') return { state: 'queued', providerId };
    await decideQueuedPayout(db, payoutRef, { state: 'confirmed' });
    return { state: 'confirmed', providerId };
  };

  const accept = async (
    request: PayoutRequest,
    does: PayoutBehaviour,
  ): Promise<{ providerId: string } | null> => {
    const providerId = `pout_${randomBytes(9).toString('hex')}`;
    const isNew = await insertPayout(db, {
      payoutRef: request.payoutRef,
      providerId,
      amountPaise: request.amountPaise,
      accountLast4: request.accountNo.slice(-4),
      state: does === 'fail' ? 'failed' : does === 'low_balance' ? 'pending' : 'confirmed',
      reason: does === 'fail' ? 'account_closed' : null,
      receivedAt: now(),
    });

    return isNew ? { providerId } : null;
  };

  return {
    name: 'sandbox',
    find,
    async cancel(payoutRef) {
      const found = await find(payoutRef);
      if (found.state === 'queued')
        await decideQueuedPayout(db, payoutRef, { state: 'failed', reason: 'our_side' });
      return find(payoutRef);
    },
    dailyStatement: (day) => payoutLines(db, day),
    async balance() {
      const isEmpty = (await behaviour()) === 'low_balance';
      return { availablePaise: isEmpty ? 0 : OPENING_PAISE - (await readPaidOut(db)), asOf: now() };
    },
    async send(request) {
      const before = await find(request.payoutRef);
      if (before.state !== 'not_found') return before;

      const does = await behaviour();
      if (does === 'never_taken') throw new SandboxTimeout('the payout was not taken');

      const taken = await accept(request, does);
      if (does === 'time_out') throw new SandboxTimeout('the payout was taken, its answer lost');
      if (!taken || does === 'succeed' || does === 'fail' || does === 'low_balance')
        return find(request.payoutRef);

      const { payoutRef } = request;
      const { providerId } = taken;
      const event: ProviderEvent = {
        kind: 'payout',
        eventId: `evt_${randomUUID()}`,
        payoutRef,
        state: 'confirmed',
        providerId,
      };

      await notify(event, does === 'out_of_order' ? 'by_webhook' : does);
      if (does === 'out_of_order') await pump.settle();

      return { state: 'pending', providerId };
    },
  };
}
