import type { OfferTerms } from '@noren/core/lending/settlement-offer';
import type { BusinessDay } from '@noren/core/money/time';
import { type Db, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { OrderKey } from '../../book/ledger.ts';

/** A settlement that two people of the lender offered to the borrower of an overdue loan. */
export interface SettlementOffer extends OfferTerms {
  readonly userId: string;
  readonly orderId: string;
  readonly offerId: string;
  readonly state: 'open' | 'kept' | 'lapsed';
}

/** The newest offer of an order. */
export async function readNewestOffer(
  db: Db | Tx,
  { userId, orderId }: OrderKey,
): Promise<SettlementOffer | undefined> {
  return db
    .selectFrom('settlement_offers')
    .select(['userId', 'orderId', 'offerId', 'payPaise', 'payBy', 'paidBeforePaise', 'state'])
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('offerId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** @returns its id; undefined when another one of the order is open */
export async function addOffer(
  tx: Tx,
  offer: OrderKey & OfferTerms & { requestId: string; now: number },
): Promise<string | undefined> {
  const { now, ...row } = offer;
  const open = await readNewestOffer(tx, offer);
  if (open?.state === 'open') return undefined;

  const made = await tx
    .insertInto('settlement_offers')
    .values({ ...row, state: 'open', offeredAt: timestamp(now) })
    .returning('offerId')
    .executeTakeFirstOrThrow();
  return made.offerId;
}

export async function endOffer(
  tx: Tx,
  { userId, offerId }: SettlementOffer,
  to: { state: 'kept' | 'lapsed'; now: number },
): Promise<void> {
  await tx
    .updateTable('settlement_offers')
    .set({ state: to.state, endedAt: timestamp(to.now) })
    .where('userId', '=', userId)
    .where('offerId', '=', offerId)
    .execute();
}

const PAGE = 200;

/** Orders with an open offer whose last day has passed. */
export async function listOffersToEnd(db: Db, today: BusinessDay): Promise<OrderKey[]> {
  return db
    .selectFrom('settlement_offers')
    .select(['userId', 'orderId'])
    .where('state', '=', 'open')
    .where('payBy', '<', today)
    .orderBy('payBy')
    .limit(PAGE)
    .execute();
}
