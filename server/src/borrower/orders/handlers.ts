import { CODES } from '@noren/contract/codes';
import type { Bill, failBorrowHandler } from '@noren/contract/orders';
import { OrderStatus, orderStatuses } from '@noren/core/lending/order-status';
import { JOBS } from '../../job-list.ts';
import { requireLending } from '../../lending/credit/available-credit.ts';
import { readCredit } from '../../lending/credit/credit-store.ts';
import { reasonMessage } from '../../lending/credit/decision-reasons.ts';
import { closeUndisbursedOrder } from '../../lending/orders/close-undisbursed-order.ts';
import {
  countOrders,
  listOrders,
  type MoveReason,
  makePayoutRef,
  moveOrder,
  type Order,
  readBrokenRules,
  readMoves,
  setOpenUntil,
} from '../../lending/orders/order-store.ts';
import { lockWithCredit, requireOrder } from '../../lending/orders/own-order.ts';
import { requirePayableAccount } from '../../lending/orders/payable-account.ts';
import {
  addPayout,
  readAccount,
  readLatestPayout,
  WITHDRAWN,
} from '../../lending/orders/payout-store.ts';
import { showAutopay } from '../../lending/payments/autopay/show-autopay.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { CallError, conflict } from '../../platform/http/call-error.ts';
import type { Input } from '../../platform/http/call-handler.ts';
import type { Handlers, UserCtx } from '../../platform/http/handler.ts';
import { requireCodeFor } from '../../platform/http/step-up.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { say, type TextId } from '../../platform/translations/translations.ts';
import { billViews, displayStatuses } from './bills.ts';
import { withdrawOrder } from './cancel-order.ts';

const listStatuses = (borrowType: 0 | 1): OrderStatus[] =>
  orderStatuses.filter((row) => row.borrowType === borrowType).map((row) => row.status);

/** The order shown first: overdue, then waiting for the borrower, then active, then in progress. */
const statusPriority: readonly number[] = [
  OrderStatus.overdue,
  OrderStatus.disbursementFailed,
  OrderStatus.active,
  OrderStatus.writtenOff,
  OrderStatus.disbursing,
  OrderStatus.awaitingAcceptance,
  OrderStatus.underReview,
  OrderStatus.reserved,
];

export const ordersHandlers = {
  borrowStatus: async (ctx, _input, db) => {
    const open = await listOrders(db, ctx.userId, listStatuses(0));
    const statuses = await displayStatuses(ctx, db, open);
    const completed = await countOrders(db, ctx.userId, listStatuses(1));
    const openOrders = open.map(({ repayId }, index) => ({
      repayId,
      borrowStatus: statuses[index] ?? 0,
    }));
    const [first] = openOrders.sort(
      (a, b) => statusPriority.indexOf(a.borrowStatus) - statusPriority.indexOf(b.borrowStatus),
    );

    return {
      borrowStatus: first?.borrowStatus ?? null,
      repayId: first?.repayId ?? null,
      inProgress: open.length,
      completed: completed.reduce((sum, { orders }) => sum + orders, 0),
      completedStatuses: completed.map(({ status }) => status),
    };
  },

  billList: async (ctx, { query }, db) => {
    const orders = await listOrders(db, ctx.userId, listStatuses(query.borrowType === '0' ? 0 : 1));
    return { businessDay: ctx.today, details: await billViews(ctx, db, orders) };
  },

  billDetail: async (ctx, { params }, db) => {
    const order = await requireOrder(db, ctx.userId, params.repayId);
    const payout = await readLatestPayout(db, order);
    const isFailed = payout?.state === 'failed' || payout?.state === 'reversed';
    const saved = isFailed ? await readAccount(db, ctx.userId) : undefined;
    const moves = await readMoves(db, order);
    const [bill] = await billViews(ctx, db, [order]);

    return {
      bill: bill as Bill,
      proposalNo: order.proposalNo,
      lenderName: order.terms.lenderName,
      // A withdrawn payout was never sent, so it is not shown.
      payout:
        payout && payout.reason !== WITHDRAWN
          ? {
              state: payoutStateShown[payout.state],
              accountLast4: payout.accountLast4,
              since: payout.decidedAt ?? payout.requestedAt ?? payout.createdAt,
              reason: payout.reason
                ? say(ctx.language, payoutReasonTexts[payout.reason] ?? 'orders.payout.refused')
                : null,
              isAccountsFault:
                saved?.accountId === payout.accountId &&
                (payout.reason ?? '').startsWith(ACCOUNT_REASON_PREFIX),
            }
          : null,
      autopay: await showAutopay(ctx.deps, db, order, { isTooLateShown: false }),
      history: moves.map((move) => ({
        ...move,
        reason: move.reason ? say(ctx.language, moveReasonTexts[move.reason]) : null,
      })),
      ...(order.status === OrderStatus.declined && {
        declinedBecause: await declineReasons(ctx, db, order),
      }),
    };
  },

  failBorrowHandler: handleFailedPayout,
  cancelOrder: withdrawOrder,
} satisfies Partial<Handlers>;

/**
 * To the borrower a payout that came back is one that failed, and one queued at the provider has
 * not been sent.
 */
const payoutStateShown = {
  waiting: 'waiting',
  queued: 'waiting',
  sent: 'sent',
  unknown: 'unknown',
  confirmed: 'confirmed',
  failed: 'failed',
  reversed: 'failed',
} as const;

const moveReasonTexts: Record<MoveReason, TextId> = {
  applied: 'orders.reason.applied',
  accepted: 'orders.reason.accepted',
  paid_out: 'orders.reason.paid_out',
  payout_failed: 'orders.reason.payout_failed',
  payout_reversed: 'orders.reason.payout_reversed',
  payout_cancelled: 'orders.reason.payout_cancelled',
  sent_again: 'orders.reason.sent_again',
  cancelled: 'orders.reason.cancelled',
  settled: 'orders.reason.settled',
  waived: 'orders.reason.waived',
  reserved: 'orders.reason.reserved',
  offered: 'orders.reason.offered',
  declined: 'orders.reason.declined',
  expired: 'orders.reason.expired',
  withdrawn: 'orders.reason.withdrawn',
  overdue: 'orders.reason.overdue',
  extended: 'orders.reason.extended',
  extension_undone: 'orders.reason.extension_undone',
  owed_again: 'orders.reason.owed_again',
  day_corrected: 'orders.reason.day_corrected',
  returned: 'orders.reason.returned',
  written_off: 'orders.reason.written_off',
};

/** Payout failure reasons with a text of their own. */
const payoutReasonTexts: Readonly<Record<string, TextId>> = {
  account_closed: 'orders.payout.account_closed',
  account_blocked: 'orders.payout.account_blocked',
  account_invalid: 'orders.payout.account_invalid',
  account_limited: 'orders.payout.account_limited',
  bank_away: 'orders.payout.bank_away',
  our_side: 'orders.payout.our_side',
};

/** Prefix of failure reasons that only another account can fix. */
const ACCOUNT_REASON_PREFIX = 'account_';

async function declineReasons(
  ctx: UserCtx,
  db: Db,
  order: Order,
): Promise<{ id: string; text: string }[]> {
  const broken = await readBrokenRules(db, order);
  return broken.map((id) => ({ id, text: say(ctx.language, reasonMessage(id)) }));
}

/** Retries a failed payout to the current account under a new reference, or cancels the order. */
async function handleFailedPayout(
  ctx: UserCtx,
  { body: { repayId, action } }: Input<typeof failBorrowHandler>,
  tx: Tx,
): Promise<{ borrowStatus: number }> {
  const { userId, now } = ctx;
  const found = await requireOrder(tx, userId, repayId);

  requireCodeFor(ctx, action === 'retry' ? 'move_money' : 'cancel');
  const order = await lockWithCredit(tx, found);
  if (order.status !== OrderStatus.disbursementFailed)
    throw conflict('orders.not_failed', 'status');
  if (action === 'cancel') {
    await closeUndisbursedOrder(tx, ctx.deps, order, 'cancelled');
    return { borrowStatus: OrderStatus.cancelled };
  }

  // Nothing is lent while another order is overdue, and this order is not disbursed yet.
  const credit = await readCredit(tx, userId, ctx.today);
  requireLending(credit);

  if (credit.isLocked) throw new CallError(CODES.lockedByOverdue, 'loans.locked');

  const account = requirePayableAccount(await readAccount(tx, userId), now);
  const key = { userId, orderId: order.orderId, payoutRef: makePayoutRef(userId) };
  const { accountId } = account;

  await addPayout(tx, key, {
    accountId,
    amountPaise: order.netPaise,
    provider: ctx.deps.payouts.name,
    now,
  });
  await moveOrder(tx, order, { to: OrderStatus.disbursing, reason: 'sent_again', now });
  await setOpenUntil(tx, order, null);
  await addJob(tx, JOBS['send-payout'], key);

  return { borrowStatus: OrderStatus.disbursing };
}
