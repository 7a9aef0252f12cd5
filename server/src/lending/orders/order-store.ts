import { assertMove, type OrderStatus, toBorrowType } from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { makeUserReference, userOfReference } from '../../platform/db/carried-user.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import { queueWithNext } from '../../platform/db/statements.ts';
import type { OrderKey } from '../book/ledger.ts';
import type { OrderTerms } from '../book/loan-book.ts';

/**
 * An order as stored. Whether an active order is overdue today is derived from the ledger; see
 * `displayedStatus`.
 */
export interface Order extends OrderKey {
  readonly repayId: string;
  readonly proposalNo: string;
  readonly productCode: string;
  readonly terms: OrderTerms;
  readonly principalPaise: number;
  readonly netPaise: number;
  readonly status: OrderStatus;
  /** Settled by the borrower's payments. */
  readonly isRepaid: boolean;
  readonly appliedAt: number;
  readonly disbursedDay: BusinessDay | null;
  readonly dueDay: BusinessDay | null;
  /** The last closed business day, i.e. whose interest is posted (see close-order.ts). */
  readonly closedThrough: BusinessDay | null;
  /**
   * The last day on which a reservation is held, an offer can be accepted or a failed payout can be
   * retried.
   */
  readonly openUntil: BusinessDay | null;
}

/** Why an order's status changed; the texts are `orders.reason.*`. */
export type MoveReason =
  | 'applied'
  | 'accepted'
  | 'reserved'
  | 'offered'
  | 'declined'
  | 'expired'
  | 'withdrawn'
  | 'paid_out'
  | 'payout_failed'
  | 'payout_reversed'
  | 'payout_cancelled'
  | 'sent_again'
  | 'cancelled'
  | 'overdue'
  | 'day_corrected'
  | 'extended'
  | 'extension_undone'
  | 'owed_again'
  | 'settled'
  | 'waived'
  | 'returned'
  | 'written_off';

export const orderColumns = [
  'userId',
  'orderId',
  'repayId',
  'proposalNo',
  'productCode',
  sql<OrderTerms>`terms`.as('terms'),
  'principalPaise',
  'netPaise',
  sql<OrderStatus>`status`.as('status'),
  'isRepaid',
  'appliedAt',
  'disbursedDay',
  'dueDay',
  'closedThrough',
  'openUntil',
] as const;

function selectOrders(db: Db | Tx, userId: string) {
  return db.selectFrom('orders').select(orderColumns).where('userId', '=', userId);
}

/** A user's order by its public id. */
export async function findOrder(
  db: Db | Tx,
  userId: string,
  repayId: string,
): Promise<Order | undefined> {
  return selectOrders(db, userId).where('repayId', '=', repayId).executeTakeFirst();
}

/** Finds an order by its public id without knowing the user: for operators. */
export async function findOrderByRepayId(
  db: Db | Tx,
  repayId: string,
): Promise<OrderKey | undefined> {
  const userId = await findOwner(db, { kind: 'repay_id', name: repayId });
  if (userId === null) return undefined;

  return db
    .selectFrom('orders')
    .select(['userId', 'orderId'])
    .where('userId', '=', userId)
    .where('repayId', '=', repayId)
    .executeTakeFirst();
}

export async function findOrderById(
  db: Db | Tx,
  userId: string,
  orderId: string,
): Promise<Order | undefined> {
  return selectOrders(db, userId).where('orderId', '=', orderId).executeTakeFirst();
}

/** Locks an order and reads it. The caller holds the lock on the user's credit limit. */
export async function lockOrder(tx: Tx, userId: string, orderId: string): Promise<Order> {
  return selectOrders(tx, userId)
    .where('orderId', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** A user's orders of some statuses, newest first. */
export async function listOrders(
  db: Db,
  userId: string,
  statuses: readonly OrderStatus[],
): Promise<Order[]> {
  return selectOrders(db, userId)
    .where('status', 'in', [...statuses])
    .orderBy('appliedAt', 'desc')
    .orderBy('orderId')
    .execute();
}

/** How many orders of some statuses a user has. */
export async function countOrders(
  db: Db,
  userId: string,
  statuses: readonly OrderStatus[],
): Promise<{ status: number; orders: number }[]> {
  return db
    .selectFrom('orders')
    .select((of) => ['status', of.fn.countAll<number>().as('orders')])
    .where('userId', '=', userId)
    .where('status', 'in', [...statuses])
    .groupBy('status')
    .orderBy('status')
    .execute();
}

/**
 * A payout reference of 36 letters, the most that a provider takes as an idempotency key. Generated
 * before the provider call, so that a retry cannot pay twice.
 */
export function makePayoutRef(userId: string): string {
  return makeUserReference(PAYOUT_PREFIX, userId, 8);
}

const PAYOUT_PREFIX = 'NP';
/** Whose a payout is by its reference; null for one that was never ours. */
export const userOfPayout = (payoutRef: string): string | null =>
  userOfReference(PAYOUT_PREFIX, payoutRef);

/**
 * Changes a locked order's status and records it in the history; sent with the next statement.
 * @throws OrderMoveError when the transition is not allowed
 */
export async function moveOrder(
  tx: Tx,
  order: Order,
  move: {
    to: OrderStatus;
    reason: MoveReason;
    now: number;
    /** The day of the payout and the due date; null when the bank sent the payout back. */
    disbursed?: { day: BusinessDay; due: BusinessDay } | null;
    /** Of a settled order: whether the borrower repaid it. */
    isRepaid?: boolean;
    /** False when the jobs process notifies the borrower. */
    isNotified?: boolean;
  },
): Promise<void> {
  assertMove(order.status, move.to);

  const isOver = toBorrowType(move.to) === 1;
  await queueWithNext(
    tx,
    tx
      .updateTable('orders')
      .set({
        status: move.to,
        closedAt: isOver ? timestamp(move.now) : null,
        isRepaid: move.isRepaid ?? false,
        ...(move.disbursed ? { disbursedDay: move.disbursed.day, dueDay: move.disbursed.due } : {}),
        ...(move.disbursed === null && { disbursedDay: null, dueDay: null, closedThrough: null }),
      })
      .where('userId', '=', order.userId)
      .where('orderId', '=', order.orderId),
  );

  await queueWithNext(
    tx,
    tx.insertInto('order_status_changes').values({
      userId: order.userId,
      orderId: order.orderId,
      fromStatus: order.status,
      toStatus: move.to,
      at: timestamp(move.now),
      reason: move.reason,
      isNotified: move.isNotified,
    }),
  );
  if (order.isRepaid && !move.isRepaid) await endRegular(tx, order.userId);
}

/** Changes whether a settled order counts as repaid; sent with the next statement. */
export async function markRepaid(
  tx: Tx,
  { userId, orderId }: Order,
  isRepaid: boolean,
): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('orders')
      .set({ isRepaid })
      .where('userId', '=', userId)
      .where('orderId', '=', orderId),
  );
  if (!isRepaid) await endRegular(tx, userId);
}

/**
 * Records changes of status of many orders; sent with the next statement.
 * @throws OrderMoveError when one is not allowed
 */
export async function recordMoves(
  tx: Tx,
  moves: readonly { readonly order: Order; readonly to: OrderStatus }[],
  { reason, now }: { reason: MoveReason; now: number },
): Promise<void> {
  if (moves.length === 0) return;

  for (const { order, to } of moves) assertMove(order.status, to);
  await queueWithNext(
    tx,
    sql`
    insert into order_status_changes (user_id, order_id, from_status, to_status, at, reason)
    select m.user_id, m.order_id, m.from_status, m.to_status, ${timestamp(now)}, ${reason}
    from unnest(${moves.map(({ order }) => order.userId)}::uuid[],
                ${moves.map(({ order }) => order.orderId)}::uuid[],
                ${moves.map(({ order }) => order.status)}::int[],
                ${moves.map(({ to }) => to)}::int[])
      m(user_id, order_id, from_status, to_status)`,
  );
}

/**
 * Makes a regular borrower a certified one again who has no repaid loan left: its payment or its
 * payout was reversed.
 */
async function endRegular(tx: Tx, userId: string): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('users')
      .set({ onboardingStatus: UserStatus.certified })
      .where('userId', '=', userId)
      .where('onboardingStatus', '=', UserStatus.regular)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('orders')
              .select('orderId')
              .where('userId', '=', userId)
              .where('isRepaid', '=', true),
          ),
        ),
      ),
  );
}

/** Records a change that leaves the status as it is. */
export async function noteMoved(
  tx: Tx,
  order: Order,
  note: { reason: MoveReason; now: number },
): Promise<void> {
  await tx
    .insertInto('order_status_changes')
    .values({
      userId: order.userId,
      orderId: order.orderId,
      fromStatus: order.status,
      toStatus: order.status,
      at: timestamp(note.now),
      reason: note.reason,
    })
    .execute();
}

/** Stores the current due date, so that overdue orders are found without reading their ledger. */
export async function setDueDay(tx: Tx, order: Order, dueDay: BusinessDay): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ dueDay })
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .execute();
}

/**
 * Stores until when the order waits for the borrower, null for no limit; the borrower is notified
 * again of a new date.
 */
export async function setOpenUntil(
  tx: Tx,
  order: Order,
  openUntil: BusinessDay | null,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ openUntil, expiryNotifiedOn: null })
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .execute();
}

/**
 * Marks the order's business days as closed up to and including `day`; sent with the next
 * statement.
 */
export async function markClosedThrough(tx: Tx, order: OrderKey, day: BusinessDay): Promise<void> {
  await queueWithNext(
    tx,
    sql`update orders set closed_through = ${day}
    where user_id = ${order.userId} and order_id = ${order.orderId}`,
  );
}

/** Sets back through which day the order is closed: the closes after it were undone. */
export async function setClosedThrough(
  tx: Tx,
  { userId, orderId }: OrderKey,
  closedThrough: BusinessDay | null,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ closedThrough })
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .execute();
}

/** An order's history, oldest first. */
export async function readMoves(
  db: Db,
  order: Order,
): Promise<{ at: number; borrowStatus: number; reason: MoveReason | null }[]> {
  return db
    .selectFrom('order_status_changes')
    .select(['at', 'toStatus as borrowStatus', sql<MoveReason | null>`reason`.as('reason')])
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .orderBy('statusChangeId')
    .execute();
}

/** Ids of the hard rules that the application failed. */
export async function readBrokenRules(db: Db, order: Order): Promise<string[]> {
  const row = await db
    .selectFrom('orders')
    .select('decision')
    .where('userId', '=', order.userId)
    .where('orderId', '=', order.orderId)
    .executeTakeFirstOrThrow();
  return (row.decision?.broken as string[] | undefined) ?? [];
}
