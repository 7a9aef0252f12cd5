import { formatRupees, paise } from '@noren/core/money/money';
import { JOBS } from '../../../job-list.ts';
import { officerValues } from '../../../notifications/officer-values.ts';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { addJob } from '../../../platform/jobs/job-store.ts';
import type { Order } from '../../orders/order-store.ts';
import type { Debit } from './debit-store.ts';

/**
 * Notifies the borrower that a debit is coming, or that it was not made. One that was not made also
 * lets the reminder of the due date go out, which waited for it.
 */
export async function notifyOfDebit(
  tx: Tx,
  deps: Deps,
  of: { kind: 'debit_announced' | 'debit_not_made'; debit: Debit; order: Order },
): Promise<void> {
  const { kind, debit, order } = of;
  const values = {
    repayId: order.repayId,
    amount: formatRupees(paise(debit.amountPaise)),
    dueDay: debit.dueDay,
    ...officerValues(deps),
  };
  const { userId, orderId } = order;
  await notify(tx, deps, { userId, kind, reference: debit.debitId, values });

  if (kind === 'debit_not_made')
    await addJob(tx, JOBS['send-dunning-message'], { userId, orderId });
}
