import { randomUUID } from 'node:crypto';
import { assertMove } from '@noren/core/order-status';
import type { BusinessDay } from '@noren/core/time';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, timestamp } from './db.ts';
import { RIDES } from './db-client.ts';
import { jobCall } from './jobs.ts';
import { journalParts } from './ledger.ts';
import type { OrderTerms } from './loan-book.ts';
import { makePayoutRef } from './orders/store.ts';

/** What every new order is written with. */
export interface NewOrder {
  readonly userId: string;
  readonly repayId: string;
  readonly proposalNo: string;
  readonly terms: OrderTerms;
  readonly now: number;
  readonly today: BusinessDay;
}
/** An application: what the borrower said and agreed to, and what the hard rules made of it. */
export interface Application extends NewOrder {
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly decision: object;
}
/** An application that nothing stands in the way of. */
export interface SoundApplication extends Application {
  /** The charges its accepted statement carries: the ledger takes no other. */
  readonly chargeCodes: readonly string[];
  readonly accountId: string;
  readonly provider: string;
  /** Whether its payout's job is asked for here; else the jobs process takes the payout into its queue. */
  readonly isQueuedHere: boolean;
}

/** The acceptance, the order with its moves, the hold on the limit, the payout and its job: one statement. */
export async function writeOrder(tx: Tx, order: SoundApplication): Promise<void> {
  const { userId, now } = order;
  const { quote } = order.terms;
  const orderId = randomUUID();
  const payoutRef = makePayoutRef();
  assertMove(10, 40);
  const at = timestamp(now);
  await sql`${sql.raw(RIDES)}
    with ${acceptedQuote(order)}, o as (
      insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                          purpose, coupon_id, status, applied_at, applied_day, charge_codes, decision)
      values (${userId}, ${orderId}, ${order.repayId}, ${order.proposalNo}, ${quote.productCode},
              ${JSON.stringify(order.terms)}::jsonb, ${quote.principal}, ${quote.netDisbursed}, ${order.purpose},
              ${quote.couponId ?? null}, 40, ${at}, ${order.today}, ${order.chargeCodes}::text[],
              ${JSON.stringify(order.decision)}::jsonb)
    ), m as (
      insert into order_moves (user_id, order_id, from_status, to_status, at, reason)
      values (${userId}, ${orderId}, null, 10, ${at}, 'applied'), (${userId}, ${orderId}, 10, 40, ${at}, 'accepted')
    ), p as (
      insert into payouts (user_id, order_id, payout_ref, account_id, amount_paise, state, provider, created_at,
                           is_queued)
      values (${userId}, ${orderId}, ${payoutRef}, ${order.accountId}, ${quote.netDisbursed}, 'waiting',
              ${order.provider}, ${at}, ${order.isQueuedHere})
    ), ${holdParts(order, orderId)}
    select ${order.isQueuedHere ? jobCall('send-payout', { userId, orderId, payoutRef }, { key: payoutRef }) : sql`1`}`.execute(
    tx,
  );
}

/** An application that broke a hard rule: an order that is over as it begins and holds nothing, not its coupon either. */
export async function writeDeclined(tx: Tx, order: Application): Promise<void> {
  const { userId } = order;
  const { quote } = order.terms;
  const orderId = randomUUID();
  assertMove(10, 30);
  const at = timestamp(order.now);
  await sql`
    with ${acceptedQuote(order)}, o as (
      insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                          purpose, status, applied_at, applied_day, closed_at, decision)
      values (${userId}, ${orderId}, ${order.repayId}, ${order.proposalNo}, ${quote.productCode},
              ${JSON.stringify(order.terms)}::jsonb, ${quote.principal}, ${quote.netDisbursed}, ${order.purpose},
              30, ${at}, ${order.today}, ${at}, ${JSON.stringify(order.decision)}::jsonb)
    )
    insert into order_moves (user_id, order_id, from_status, to_status, at, reason)
    values (${userId}, ${orderId}, null, 10, ${at}, 'applied'), (${userId}, ${orderId}, 10, 30, ${at}, 'declined')`.execute(
    tx,
  );
}

/** A reserved order: its quote waits to be made anew, its hold on the limit stands, its coupon is kept for it. */
export async function writeReserved(
  tx: Tx,
  order: NewOrder & { orderId: string; openUntil: BusinessDay },
): Promise<void> {
  const { userId, orderId } = order;
  const { quote } = order.terms;
  const at = timestamp(order.now);
  await sql`
    with o as (
      insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                          purpose, coupon_id, status, applied_at, applied_day, open_until)
      values (${userId}, ${orderId}, ${order.repayId}, ${order.proposalNo}, ${quote.productCode},
              ${JSON.stringify(order.terms)}::jsonb, ${quote.principal}, ${quote.netDisbursed},
              ${NOT_SAID_YET}, ${quote.couponId ?? null}, 15, ${at}, ${order.today}, ${order.openUntil})
    ), m as (
      insert into order_moves (user_id, order_id, from_status, to_status, at, reason)
      values (${userId}, ${orderId}, null, 15, ${at}, 'reserved')
    ), ${holdParts(order, orderId)}
    select 1`.execute(tx);
}

/** What a reserved loan is for is asked when its offer is accepted. */
const NOT_SAID_YET = '';

function acceptedQuote({ userId, proposalNo, acceptance, now }: Application): RawBuilder<unknown> {
  return sql`accepted as (
      insert into acceptances (user_id, proposal_no, acceptance, accepted_at)
      values (${userId}, ${proposalNo}, ${JSON.stringify(acceptance)}::jsonb, ${timestamp(now)})
      on conflict (user_id, proposal_no) do update set acceptance = excluded.acceptance,
        accepted_at = excluded.accepted_at
    )`;
}

function holdParts({ userId, today, now, proposalNo, terms }: NewOrder, orderId: string): RawBuilder<unknown> {
  const { principal } = terms.quote;
  return journalParts({
    userId,
    orderId,
    kind: 'hold',
    valueDay: today,
    bookedAt: now,
    cause: proposalNo,
    lines: [
      ['limit_held', principal],
      ['limit_promised', -principal],
    ],
  });
}
