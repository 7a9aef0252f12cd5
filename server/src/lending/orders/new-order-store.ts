import { randomUUID } from 'node:crypto';
import { assertMove, OrderStatus } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { type Insertable, sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { claimName } from '../../platform/db/name-owners-store.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { post, queueJournal } from '../book/journal-store.ts';
import type { Journal } from '../book/ledger.ts';
import type { OrderTerms } from '../book/loan-book.ts';
import { holdLines } from './credit-hold.ts';
import { type MoveReason, makePayoutRef, type Order } from './order-store.ts';

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
 * @returns the order's id
 */
export async function insertOrder(tx: Tx, order: ApprovedApplication): Promise<string> {
  const { userId, isQueuedHere } = order;
  const orderId = randomUUID();
  const payoutRef = makePayoutRef(userId);

  await queueApplication(tx, order, orderId, {
    couponId: order.terms.quote.couponId ?? null,
    status: OrderStatus.disbursing,
    chargeCodes: [...order.chargeCodes],
  });
  await queueMoves(tx, order, orderId, [
    [null, OrderStatus.underReview, 'applied'],
    [OrderStatus.underReview, OrderStatus.disbursing, 'accepted'],
  ]);
  await queueJournal(tx, { ...holdJournal(order, orderId), journalId: order.journalId });

  await queueWithNext(
    tx,
    tx.insertInto('payouts').values({
      userId,
      orderId,
      payoutRef,
      accountId: order.accountId,
      amountPaise: order.terms.quote.netDisbursed,
      state: 'waiting',
      provider: order.provider,
      createdAt: timestamp(order.now),
      isQueued: isQueuedHere,
    }),
  );
  if (isQueuedHere) await addJob(tx, JOBS['send-payout'], { userId, orderId, payoutRef });

  return orderId;
}

/** Claims the order's number, and writes acceptance and order; sent with the next statement. */
async function queueApplication(
  tx: Tx,
  order: Application,
  orderId: string,
  outcome: Pick<Insertable<Tables['orders']>, 'status' | 'couponId' | 'chargeCodes' | 'closedAt'>,
): Promise<void> {
  await claimName(tx, { kind: 'repay_id', name: order.repayId, userId: order.userId });
  await queueAcceptance(tx, order);
  await queueWithNext(
    tx,
    tx.insertInto('orders').values({
      ...newOrderColumns(order, orderId),
      ...outcome,
      purpose: order.purpose,
      decision: JSON.stringify(order.decision),
    }),
  );
}

/** What every new order has, whatever becomes of it. */
function newOrderColumns(
  { userId, repayId, proposalNo, terms, now, today }: NewOrder,
  orderId: string,
) {
  return {
    userId,
    orderId,
    repayId,
    proposalNo,
    productCode: terms.quote.productCode,
    terms: JSON.stringify(terms),
    principalPaise: terms.quote.principal,
    netPaise: terms.quote.netDisbursed,
    appliedAt: timestamp(now),
    appliedDay: today,
  };
}

/** Writes the acceptance of a quote; sent with the next statement. */
async function queueAcceptance(
  tx: Tx,
  order: Pick<Application, 'userId' | 'proposalNo' | 'acceptance' | 'now'>,
): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .insertInto('acceptances')
      .values({
        userId: order.userId,
        proposalNo: order.proposalNo,
        acceptance: JSON.stringify(order.acceptance),
        acceptedAt: timestamp(order.now),
      })
      .onConflict((clash) =>
        clash.columns(['userId', 'proposalNo']).doUpdateSet({
          acceptance: sql`excluded.acceptance`,
          acceptedAt: sql`excluded.accepted_at`,
        }),
      ),
  );
}

type Move = readonly [from: OrderStatus | null, to: OrderStatus, reason: MoveReason];

/** Records status changes of a new order; sent with the next statement. */
async function queueMoves(
  tx: Tx,
  { userId, now }: NewOrder,
  orderId: string,
  moves: readonly Move[],
): Promise<void> {
  for (const [from, to] of moves) assertMove(from, to);

  await queueWithNext(
    tx,
    tx.insertInto('order_status_changes').values(
      moves.map(([fromStatus, toStatus, reason]) => ({
        userId,
        orderId,
        fromStatus,
        toStatus,
        at: timestamp(now),
        reason,
      })),
    ),
  );
}

/** Inserts an order declined by a hard rule. It holds neither limit nor coupon. */
export async function insertDeclinedOrder(tx: Tx, order: Application): Promise<void> {
  const orderId = randomUUID();

  await queueApplication(tx, order, orderId, {
    status: OrderStatus.declined,
    closedAt: timestamp(order.now),
  });
  await queueMoves(tx, order, orderId, [
    [null, OrderStatus.underReview, 'applied'],
    [OrderStatus.underReview, OrderStatus.declined, 'declined'],
  ]);
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

  await claimName(tx, { kind: 'repay_id', name: order.repayId, userId });
  await queueWithNext(
    tx,
    tx.insertInto('orders').values({
      ...newOrderColumns(order, orderId),
      purpose: PURPOSE_NOT_STATED,
      couponId: order.terms.quote.couponId ?? null,
      status: OrderStatus.reserved,
      openUntil: order.openUntil,
    }),
  );
  await queueMoves(tx, order, orderId, [[null, OrderStatus.reserved, 'reserved']]);
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
  await queueAcceptance(tx, { ...terms, userId, proposalNo });
  await tx
    .updateTable('orders')
    .set({
      purpose: terms.purpose,
      decision: JSON.stringify(terms.decision),
      chargeCodes: [...terms.chargeCodes],
      appliedDay: terms.today,
      openUntil: null,
    })
    .where('userId', '=', userId)
    .where('orderId', '=', order.orderId)
    .execute();
}
