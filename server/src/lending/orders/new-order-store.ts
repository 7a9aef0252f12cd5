import { randomUUID } from 'node:crypto';
import { assertMove, OrderStatus } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { claimName } from '../../platform/db/name-owners-store.ts';
import { namedStatement } from '../../platform/db/named-statement.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { post, queueJournal } from '../book/journal-store.ts';
import type { Journal } from '../book/ledger.ts';
import type { OrderTerms } from '../book/loan-book.ts';
import { holdLines } from './credit-hold.ts';
import { makePayoutRef, type Order } from './order-store.ts';

export interface NewOrder {
  readonly userId: string;
  readonly repayId: string;
  readonly proposalNo: string;
  readonly terms: OrderTerms;
  readonly now: number;
  readonly today: BusinessDay;
}

/** A loan application with the borrower's acceptance and the decision of the hard rules. */
export interface Application extends NewOrder {
  readonly purpose: string;
  readonly acceptance: Readonly<Record<string, unknown>>;
  readonly decision: object;
}

export interface ApprovedApplication extends Application {
  /** Charges listed in the accepted KFS; the ledger rejects any other. */
  readonly chargeCodes: readonly string[];
  readonly accountId: string;
  /** The id for the journal of its hold. */
  readonly journalId: string;
  readonly provider: string;
  /** Whether this process queues the payout job; otherwise the jobs process does. */
  readonly isQueuedHere: boolean;
}

/**
 * Inserts acceptance, order, status changes, hold, payout and payout job. Sent together with the
 * next statement.
 */
export async function insertOrder(tx: Tx, order: ApprovedApplication): Promise<void> {
  const { userId, isQueuedHere } = order;
  const { quote } = order.terms;
  const orderId = randomUUID();
  const payoutRef = makePayoutRef(userId);

  assertMove(null, OrderStatus.underReview);
  assertMove(OrderStatus.underReview, OrderStatus.disbursing);

  const appliedAt = timestamp(order.now);
  await claimName(tx, { kind: 'repay_id', name: order.repayId, userId });
  await queueWithNext(tx, WRITE_ACCEPTANCE(acceptanceValues(order)));
  await queueWithNext(
    tx,
    WRITE_ORDER({
      userId,
      orderId,
      repayId: order.repayId,
      proposalNo: order.proposalNo,
      productCode: quote.productCode,
      terms: JSON.stringify(order.terms),
      principal: quote.principal,
      net: quote.netDisbursed,
      purpose: order.purpose,
      couponId: quote.couponId ?? null,
      appliedAt,
      appliedDay: order.today,
      chargeCodes: order.chargeCodes,
      decision: JSON.stringify(order.decision),
    }),
  );
  await queueWithNext(tx, WRITE_MOVES({ userId, orderId, appliedAt }));
  await queueJournal(tx, { ...holdJournal(order, orderId), journalId: order.journalId });

  const { accountId, provider } = order;
  const payout = {
    userId,
    orderId,
    payoutRef,
    accountId,
    net: quote.netDisbursed,
    provider,
    appliedAt,
  };

  await queueWithNext(tx, WRITE_PAYOUT({ ...payout, isQueued: isQueuedHere }));
  if (isQueuedHere) await addJob(tx, JOBS['send-payout'], { userId, orderId, payoutRef });
}

const WRITE_ACCEPTANCE = namedStatement<'acceptance' | 'acceptedAt' | 'proposalNo' | 'userId'>(`
  insert into acceptances (user_id, proposal_no, acceptance, accepted_at) values (:userId, :proposalNo, :acceptance, :acceptedAt)
  on conflict (user_id, proposal_no) do update set acceptance = excluded.acceptance, accepted_at = excluded.accepted_at`);

const WRITE_ORDER = namedStatement<
  | 'appliedAt'
  | 'appliedDay'
  | 'chargeCodes'
  | 'couponId'
  | 'decision'
  | 'net'
  | 'orderId'
  | 'principal'
  | 'productCode'
  | 'proposalNo'
  | 'purpose'
  | 'repayId'
  | 'terms'
  | 'userId'
>(`
  insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                      purpose, coupon_id, status, applied_at, applied_day, charge_codes, decision)
  values (:userId, :orderId, :repayId, :proposalNo, :productCode, :terms, :principal, :net, :purpose, :couponId, ${OrderStatus.disbursing}, :appliedAt, :appliedDay, :chargeCodes, :decision)`);

const WRITE_MOVES = namedStatement<'appliedAt' | 'orderId' | 'userId'>(`
  insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason)
  values (:userId::uuid, :orderId::uuid, null, ${OrderStatus.underReview}, :appliedAt::timestamptz, 'applied'), (:userId, :orderId, ${OrderStatus.underReview}, ${OrderStatus.disbursing}, :appliedAt, 'accepted')`);

const WRITE_PAYOUT = namedStatement<
  'accountId' | 'appliedAt' | 'isQueued' | 'net' | 'orderId' | 'payoutRef' | 'provider' | 'userId'
>(`
  insert into payouts (user_id, order_id, payout_ref, account_id, amount_paise, state, provider, created_at, is_queued)
  values (:userId, :orderId, :payoutRef, :accountId, :net, 'waiting', :provider, :appliedAt, :isQueued)`);

function acceptanceValues({
  userId,
  proposalNo,
  acceptance,
  now,
}: Pick<Application, 'userId' | 'proposalNo' | 'acceptance' | 'now'>) {
  return { userId, proposalNo, acceptance: JSON.stringify(acceptance), acceptedAt: timestamp(now) };
}

// As literals: a parameter in a list of values would be taken for text.
const UNDER_REVIEW = sql.lit(OrderStatus.underReview);
const DECLINED = sql.lit(OrderStatus.declined);
const RESERVED = sql.lit(OrderStatus.reserved);

/** Inserts an order declined by a hard rule. It holds neither limit nor coupon. */
export async function insertDeclinedOrder(tx: Tx, order: Application): Promise<void> {
  const { userId } = order;
  const { quote } = order.terms;
  const orderId = randomUUID();

  assertMove(null, OrderStatus.underReview);
  assertMove(OrderStatus.underReview, OrderStatus.declined);

  const at = timestamp(order.now);
  await claimName(tx, { kind: 'repay_id', name: order.repayId, userId });
  await queueWithNext(tx, WRITE_ACCEPTANCE(acceptanceValues(order)));
  await queueWithNext(
    tx,
    sql`
    insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                        purpose, status, applied_at, applied_day, closed_at, decision)
    values (${userId}, ${orderId}, ${order.repayId}, ${order.proposalNo}, ${quote.productCode},
            ${JSON.stringify(order.terms)}::jsonb, ${quote.principal}, ${quote.netDisbursed}, ${order.purpose},
            ${DECLINED}, ${at}, ${order.today}, ${at}, ${JSON.stringify(order.decision)}::jsonb)`,
  );

  await sql`
    insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason)
    values (${userId}, ${orderId}, null, ${UNDER_REVIEW}, ${at}, 'applied'), (${userId}, ${orderId}, ${UNDER_REVIEW}, ${DECLINED}, ${at}, 'declined')`.execute(
    tx,
  );
}

/**
 * Inserts a reservation with its hold and its coupon. Its quote is replaced when it becomes an
 * offer.
 */
export async function insertReservedOrder(
  tx: Tx,
  order: NewOrder & { orderId: string; openUntil: BusinessDay },
): Promise<void> {
  const { userId, orderId } = order;
  const { quote } = order.terms;

  assertMove(null, OrderStatus.reserved);

  const at = timestamp(order.now);
  await claimName(tx, { kind: 'repay_id', name: order.repayId, userId });
  await queueWithNext(
    tx,
    sql`
    insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise,
                        purpose, coupon_id, status, applied_at, applied_day, open_until)
    values (${userId}, ${orderId}, ${order.repayId}, ${order.proposalNo}, ${quote.productCode},
            ${JSON.stringify(order.terms)}::jsonb, ${quote.principal}, ${quote.netDisbursed},
            ${PURPOSE_NOT_STATED}, ${quote.couponId ?? null}, ${RESERVED}, ${at}, ${order.today}, ${order.openUntil})`,
  );

  await queueWithNext(
    tx,
    sql`
    insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason)
    values (${userId}, ${orderId}, null, ${RESERVED}, ${at}, 'reserved')`,
  );
  await post(tx, holdJournal(order, orderId));
}

/** The borrower states the purpose of a reserved loan when accepting its offer. */
const PURPOSE_NOT_STATED = '';

function holdJournal(
  { userId, today, now, proposalNo, terms }: NewOrder,
  orderId: string,
): Journal {
  return {
    userId,
    orderId,
    kind: 'hold',
    valueDay: today,
    bookedAt: now,
    cause: proposalNo,
    lines: holdLines(terms.quote.principal, now),
  };
}

/**
 * Writes the acceptance of an offer and the order's data, without its status. The loan counts as
 * sanctioned from today.
 */
export async function writeAcceptance(
  tx: Tx,
  order: Order,
  terms: {
    purpose: string;
    acceptance: Readonly<Record<string, unknown>>;
    decision: object;
    chargeCodes: readonly string[];
    now: number;
    today: BusinessDay;
  },
): Promise<void> {
  assertMove(order.status, OrderStatus.disbursing);

  const { userId, proposalNo } = order;
  await queueWithNext(tx, WRITE_ACCEPTANCE(acceptanceValues({ ...terms, userId, proposalNo })));
  await sql`
    update orders set purpose = ${terms.purpose}, decision = ${JSON.stringify(terms.decision)}::jsonb,
      charge_codes = ${terms.chargeCodes}::text[], applied_day = ${terms.today}, open_until = null
    where user_id = ${order.userId} and order_id = ${order.orderId}`.execute(tx);
}
