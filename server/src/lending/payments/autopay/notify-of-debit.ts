import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Order } from '../../orders/order-store.ts';
import type { Debit } from './debit-store.ts';

/** Notifies the borrower that a debit is coming, or that it was not made. */
export async function notifyOfDebit(
  tx: Tx,
  deps: Deps,
  of: { kind: 'debit_announced' | 'debit_not_made'; debit: Debit; order: Order },
): Promise<void> {
  const { kind, debit, order } = of;
  const values = {
    repayId: order.repayId,
    amount: formatRupees(paise(debit.amountPaise)),
    dueDay: formatDay(businessDay(debit.dueDay)),
  };
  await notify(tx, deps, { userId: order.userId, kind, reference: debit.debitId, values });
}
