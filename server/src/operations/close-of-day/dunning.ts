import { type DebtMessage, nextContactAt } from '@noren/core/lending/debt-contact';
import type { LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees, min, type Paise, paise, zeroPaise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { askToTell, markTold, readWaiting, type Waiting } from '../../lending/dunning-store.ts';
import { readLoan } from '../../lending/loan-book.ts';
import { findOrderById, type Order } from '../../lending/order-store.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { notify } from '../../platform/notifications/store.ts';

/**
 * Job: tells a borrower what waits to be told of an order, if it is still so: nothing once the loan is paid, nothing of
 * a day that has passed, and several levies of a penal charge in one message. Outside the hours it waits for them. It
 * reads the account's own phone and no other.
 */
export async function sendDuesMessage(
  deps: Deps,
  { userId, orderId }: JobPayloads['send-dues-message'],
): Promise<void> {
  const now = deps.now();
  const from = nextContactAt(now);
  if (from > now) {
    await sql`select ${askToTell({ userId, orderId }, from - now)}`.execute(deps.db);
    return;
  }
  const waiting = await readWaiting(deps.db, userId, orderId);
  const order = await findOrderById(deps.db, userId, orderId);
  if (waiting.length === 0 || !order) return;
  const { view } = await readLoan(deps.db, order, deps.today());
  const chosen =
    order.status === OrderStatus.active || order.status === OrderStatus.overdue
      ? chooseMessage(waiting, view, deps.today())
      : null;
  await deps.db.transaction().execute(async (tx) => {
    if (chosen) {
      const reference = `${orderId}:${deps.today()}`;
      await notify(tx, deps, { userId, kind: chosen.template, reference, values: valuesOf(deps, order, view, chosen) });
    }
    await markTold(tx, deps.now(), { userId, orderId, waiting, told: chosen?.tells ?? [] });
  });
}

interface Chosen {
  readonly template: DebtMessage;
  readonly penal: Paise;
  /** The days whose messages it stands for. */
  readonly tells: readonly string[];
}

function chooseMessage(waiting: readonly Waiting[], view: LoanView, today: BusinessDay): Chosen | null {
  if (view.totalOwed === 0) return null;
  const levies = waiting.filter((one) => one.template === 'penal_charged');
  const levied = paise(levies.reduce((sum, one) => sum + one.amountPaise, 0));
  // A backdated payment may have taken a charge back before it was told.
  const penal = min(levied, view.penalOwed);
  if (penal > 0) return { template: 'penal_charged', penal, tells: levies.map((one) => one.day) };
  const todays = waiting.find((one) => one.day === today && one.template !== 'penal_charged');
  if (!todays || isOver(todays.template, view, today)) return null;
  return { template: todays.template, penal: zeroPaise, tells: [today] };
}

/** Whether what a reminder says is no longer so: the due date moved, or was met. */
function isOver(template: DebtMessage, view: LoanView, today: BusinessDay): boolean {
  if (template === 'overdue') return view.overdueDays === 0;
  return template === 'due_today' ? view.dueDay !== today : view.dueDay === undefined || view.dueDay <= today;
}

/** What the registered text is filled with: how much, until when, how not to be charged more, and whom to complain to. */
function valuesOf(deps: Deps, order: Order, view: LoanView, { penal }: Chosen): Record<string, string> {
  const { grievance } = deps.appConfig.lender;
  return {
    repayId: order.repayId,
    amount: formatRupees(view.totalOwed),
    dueDay: view.dueDay ?? '',
    ...(penal > 0 && { penal: formatRupees(penal), penalTotal: formatRupees(view.penalOwed) }),
    officer: grievance.name,
    officerPhone: grievance.phone,
  };
}
