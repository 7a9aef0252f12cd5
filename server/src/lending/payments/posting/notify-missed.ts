import { formatRupees, paise } from '@noren/core/money/money';
import { notify } from '../../../notifications/store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Order } from '../../orders/order-store.ts';
import type { PreparedPayment } from './prepare-incoming.ts';

const KINDS = {
  extension: 'extension_lapsed',
  return: 'return_missed',
  coupon: 'coupon_missed',
} as const;

/**
 * Notifies the borrower that a payment was late or too small for its purpose and was allocated as
 * an ordinary payment. A response to the borrower's own action, so the permitted contact hours do
 * not apply.
 */
export async function notifyMissedPurpose(
  tx: Tx,
  deps: Deps,
  { userId, repayId }: Pick<Order, 'userId' | 'repayId'>,
  paid: { missed: NonNullable<PreparedPayment['missed']>; amountPaise: number; cause: string },
): Promise<void> {
  const values = { repayId, amount: formatRupees(paise(paid.amountPaise)) };
  await notify(tx, deps, { userId, kind: KINDS[paid.missed], reference: paid.cause, values });
}
