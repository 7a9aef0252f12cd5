import { formatRupees, paise } from '@noren/core/money';
import type { Tx } from '../db.ts';
import { addJob } from '../jobs.ts';
import type { Order } from '../orders/store.ts';
import type { Booked } from './book-incoming.ts';

const TEMPLATES = { extension: 'extension_lapsed', return: 'return_missed', coupon: 'coupon_missed' } as const;

/**
 * Tells the borrower that money which came too late or was too little for what it was meant for was counted as a payment
 * like any other. It answers what they did, so it waits for no hour of the day.
 */
export async function tellMissed(
  tx: Tx,
  { userId, repayId }: Pick<Order, 'userId' | 'repayId'>,
  missed: NonNullable<Booked['missed']>,
  paid: { amountPaise: number; cause: string },
): Promise<void> {
  const values = { repayId, amount: formatRupees(paise(paid.amountPaise)) };
  await addJob(tx, 'send-sms', { userId, template: TEMPLATES[missed], values }, { key: `sms:missed:${paid.cause}` });
}
