import { lockCredit } from '../../../lending/credit/credit-store.ts';
import {
  countWaitingPayouts,
  freezeLending,
  queueHeldPayouts,
  readFrozenAt,
  unfreezeLending,
} from '../../../lending/credit/lending-stop-store.ts';
import { readNomineeClaim } from '../../../people/nominee-claim-store.ts';
import { OperatorError } from '../request/operator-error.ts';
import { aboutUser, type Kind, requireUser } from './kind.ts';

/** Freezes or unfreezes new lending to one person. Loans that were paid out go on. */
export const lendingFreeze: Kind<'lending_freeze'> = {
  subject: aboutUser,

  facts: async (tx, _, { userId }) => {
    if (userId === null) return [];

    const isFrozen = (await readFrozenAt(tx, userId)) !== null;
    return [
      { what: 'new_lending', value: isFrozen ? 'frozen' : 'open' },
      { what: 'waiting_payouts', value: String(await countWaitingPayouts(tx, userId)) },
    ];
  },

  execute: async (tx, deps, request) => {
    const userId = requireUser(request);
    const { requestId, detail } = request;
    const freeze = { userId, requestId, now: deps.now() };

    // An application that runs now ends before the freeze, or sees it.
    await lockCredit(tx, userId);

    if (detail.isFrozen) {
      if (!(await freezeLending(tx, freeze)))
        throw new OperatorError('not_possible', 'lending_frozen');
      return;
    }

    if (await readNomineeClaim(tx, userId))
      throw new OperatorError('not_possible', 'freeze_claim_open');

    if (!(await unfreezeLending(tx, freeze)))
      throw new OperatorError('not_possible', 'lending_not_frozen');

    await queueHeldPayouts(tx, userId);
  },
};
