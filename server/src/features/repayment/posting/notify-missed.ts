import { formatRupees, paise } from '@noren/core/money/money';
import type { Order } from '../../../lending/order-store.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/notifications/store.ts';
import type { Booked } from './prepare-incoming.ts';

const KINDS = { extension: 'extension_lapsed', return: 'return_missed', coupon: 'coupon_missed' } as const;

/**
 * Tells the borrower that money which came too late or was too little for what it was meant for was counted as a payment
 * like any other. It answers what they did, so it waits for no hour of the day.
 */
export async function notifyMissedPurpose(
  tx: Tx,
  deps: Deps,
  { userId, repayId }: Pick<Order, 'userId' | 'repayId'>,
  paid: { missed: NonNullable<Booked['missed']>; amountPaise: number; cause: string },
): Promise<void> {
  const values = { repayId, amount: formatRupees(paise(paid.amountPaise)) };
  await notify(tx, deps, { userId, kind: KINDS[paid.missed], reference: paid.cause, values });
}
