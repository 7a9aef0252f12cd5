import {
  countWaitingPayouts,
  queueHeldPayouts,
  readLendingStop,
  setLendingStopped,
} from '../../../lending/credit/lending-stop-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import type { Kind } from './kind.ts';

/** Starts lending again for everybody and sends the payouts that waited. */
export const lendingStart: Kind<'lending_start'> = {
  facts: async (tx) => {
    const { isStopped } = await readLendingStop(tx);
    return [
      { what: 'lending', value: isStopped ? 'stopped' : 'open' },
      { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, null)) },
    ];
  },

  execute: async (tx, deps, { checkerId, makerId, reason }) => {
    const staffId = checkerId ?? makerId;
    if (!(await setLendingStopped(tx, { isStopped: false, staffId, reason, now: deps.now() })))
      throw new OperatorError('not_possible', 'lending_not_stopped');
    await queueHeldPayouts(tx, null);
  },
};
