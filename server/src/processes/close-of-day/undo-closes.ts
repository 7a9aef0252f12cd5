import { activeOrOverdue, OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees } from '@noren/core/money/money';
import { addDays, type BusinessDay, formatDay } from '@noren/core/money/time';
import { nextJournalId } from '../../lending/book/journal-ids.ts';
import { post, readJournals } from '../../lending/book/journal-store.ts';
import type { Line, PostedJournal } from '../../lending/book/ledger.ts';
import { adjustingLines, expectedBalances, loanToday } from '../../lending/book/loan-book.ts';
import { accruedThrough, CLOSE_UNDONE, journalsOfLoan } from '../../lending/book/loan-events.ts';
import { closeOrderThrough, type LockedOrder } from '../../lending/close/close-order.ts';
import { listOrdersClosedFrom } from '../../lending/close/closed-days-store.ts';
import { withdrawDunningMessagesAfter } from '../../lending/close/dunning-store.ts';
import { moveOrder, setClosedThrough } from '../../lending/orders/order-store.ts';
import { lockWithCredit } from '../../lending/orders/own-order.ts';
import { syncOrderWithLedger } from '../../lending/payments/posting/sync-order.ts';
import { notify } from '../../notifications/store.ts';
import { databaseToday } from '../../platform/clock/clock.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';

const BATCH = 200;

/**
 * Job: undoes what the closes of days that have not ended posted, order by order. A repeat finds
 * what is left.
 */
export async function undoCloses(
  deps: Deps,
  { requestId }: JobPayloads['undo-closes'],
): Promise<void> {
  const today = await databaseToday(deps, deps.db);
  for (;;) {
    const orders = await listOrdersClosedFrom(deps.db, { from: today, limit: BATCH });
    if (orders.length === 0) return;

    for (const { userId, orderId } of orders)
      await deps.db.transaction().execute(async (tx) => {
        const order = await lockWithCredit(tx, { userId, orderId });
        const open = { order, journals: await readJournals(tx, userId, orderId) };
        await undoOrder(tx, deps, open, { today, requestId });
      });

    deps.log.warn({ orders: orders.length, today }, 'closes of days to come undone');
  }
}

interface Undo {
  readonly today: BusinessDay;
  readonly requestId: string;
}

/**
 * Brings a locked order back to the close of yesterday: its ledger, its status and its
 * notifications.
 */
async function undoOrder(
  tx: Tx,
  deps: Deps,
  { order, journals: before }: LockedOrder,
  of: Undo,
): Promise<void> {
  const yesterday = addDays(of.today, -1);
  const journals = await reverseAccruals(tx, deps, { order, journals: before }, of);
  const accrued = accruedThrough(journals);
  const closedThrough = accrued !== null && accrued > yesterday ? yesterday : accrued;

  await setClosedThrough(tx, order, closedThrough);

  const open = { order: { ...order, closedThrough }, journals };
  const closed = await closeOrderThrough(tx, deps, open, yesterday);
  const { view } = loanToday(order.terms, closed.journals, of.today);
  const isCurrent = activeOrOverdue(view.overdueDays) === OrderStatus.active;
  let { order: now } = closed;

  if (now.status === OrderStatus.overdue && isCurrent && !view.isSettled) {
    await moveOrder(tx, now, { to: OrderStatus.active, reason: 'day_corrected', now: deps.now() });
    now = { ...now, status: OrderStatus.active };
  }

  await syncOrderWithLedger(tx, deps, now, view);
  if (!(await withdrawDunningMessagesAfter(tx, order, { day: of.today, now: deps.now() }))) return;

  const { userId, repayId } = order;
  const values = {
    repayId,
    amount: formatRupees(view.totalOwed),
    dueDay: view.dueDay ? formatDay(view.dueDay) : '',
  };

  await notify(tx, deps, {
    userId,
    kind: 'dues_corrected',
    reference: `${order.orderId}:${of.requestId}`,
    values,
  });
}

/**
 * Posts the mirror of every accrual of a day that has not ended, then what payments since then are
 * to be counted for instead.
 */
async function reverseAccruals(
  tx: Tx,
  deps: Deps,
  { order, journals: before }: LockedOrder,
  { today, requestId }: Undo,
): Promise<PostedJournal[]> {
  const journals = [...before];

  const add = async (
    made: Pick<PostedJournal, 'kind' | 'valueDay' | 'cause' | 'reverses' | 'lines'>,
  ) => {
    const { userId, orderId } = order;
    const posted = {
      ...made,
      journalId: nextJournalId(journals),
      reason: CLOSE_UNDONE,
      detail: { requestId },
    };
    const { reverses, ...rest } = posted;

    await post(tx, {
      ...rest,
      ...(reverses && { reverses }),
      userId,
      orderId,
      bookedAt: deps.now(),
    });
    journals.push(posted);
  };

  const wrong = journalsOfLoan(before).filter(
    ({ kind, valueDay }) => kind === 'accrual' && valueDay >= today,
  );
  for (const { journalId, valueDay, lines } of wrong.reverse()) {
    const mirrored = lines.map(([account, amount]): Line => [account, -amount]);
    await add({
      kind: 'reversal',
      reverses: journalId,
      valueDay,
      cause: `${requestId}:${journalId}`,
      lines: mirrored,
    });
  }

  const lines = adjustingLines(journals, expectedBalances(order.terms, journals));
  const day = accruedThrough(journals) ?? order.disbursedDay;

  if (lines.length > 0 && day)
    await add({ kind: 'accrual', reverses: null, valueDay: day, cause: requestId, lines });

  return journals;
}
