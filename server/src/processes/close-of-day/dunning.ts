import { type DunningKind, nextContactAt } from '@noren/core/lending/dunning';
import type { LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { formatRupees, min, type Paise, paise, zeroPaise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { readLoan } from '../../lending/book/loan-book.ts';
import {
  markDunningMessages,
  markHeldBack,
  readWaiting,
  requeueDunningMessage,
  type Waiting,
} from '../../lending/close/dunning-store.ts';
import { readDispute } from '../../lending/orders/disputes-store.ts';
import { findOrderById, type Order } from '../../lending/orders/order-store.ts';
import { notify } from '../../notifications/store.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';

/** How long until a dispute is looked at again. */
const AFTER_DISPUTE_MS = 3_600_000;

/**
 * Job: sends the waiting dunning message of an order if it still applies: none once the loan is
 * paid, none for a past day, and several penal charges in one message. Outside contact hours, and
 * while the borrower waits for an answer of ours, it reschedules itself. It only ever uses the
 * account's own phone number.
 */
export async function sendDunningMessage(
  deps: Deps,
  { userId, orderId }: JobPayloads['send-dunning-message'],
): Promise<void> {
  const now = deps.now();
  const from = nextContactAt(now);
  if (from > now) {
    await requeueDunningMessage(deps.db, { userId, orderId }, from - now);
    return;
  }

  const waiting = await readWaiting(deps.db, userId, orderId);
  const order = await findOrderById(deps.db, userId, orderId);
  if (waiting.length === 0 || !order) return;

  const dispute = await readDispute(deps.db, order, { now, today: deps.today() });
  if (dispute) {
    deps.log.info({ repayId: order.repayId, dispute }, 'dunning waits for the end of a dispute');
    await markHeldBack(deps.db, order, now);
    return requeueDunningMessage(deps.db, { userId, orderId }, AFTER_DISPUTE_MS);
  }

  const { view } = await readLoan(deps.db, order, deps.today());
  const message =
    order.status === OrderStatus.active || order.status === OrderStatus.overdue
      ? chooseMessage(waiting, view, deps.today())
      : null;

  await deps.db.transaction().execute(async (tx) => {
    if (message) {
      const again = waiting.some(({ isAgain }) => isAgain) ? ':again' : '';
      const reference = `${orderId}:${deps.today()}${again}`;
      await notify(tx, deps, {
        userId,
        kind: message.template,
        reference,
        values: buildValues(deps, order, view, message),
      });
    }

    await markDunningMessages(tx, deps.now(), {
      userId,
      orderId,
      waiting,
      sentDays: message?.coveredDays ?? [],
    });
  });
}

interface ChosenMessage {
  readonly template: DunningKind;
  readonly penal: Paise;
  /** The days whose waiting messages it covers. */
  readonly coveredDays: readonly string[];
}

function chooseMessage(
  waiting: readonly Waiting[],
  view: LoanView,
  today: BusinessDay,
): ChosenMessage | null {
  if (view.totalOwed === 0) return null;

  const levies = waiting.filter((one) => one.template === 'penal_charged');
  const levied = paise(levies.reduce((sum, one) => sum + one.amountPaise, 0));
  // A backdated payment may have cancelled a charge before its message was sent.
  const penal = min(levied, view.penalOwed);
  if (penal > 0)
    return { template: 'penal_charged', penal, coveredDays: levies.map((one) => one.day) };

  const todays = waiting.find((one) => one.day === today && one.template !== 'penal_charged');
  if (!todays || isObsolete(todays.template, view, today)) return null;

  return { template: todays.template, penal: zeroPaise, coveredDays: [today] };
}

/** Whether a reminder no longer applies: the due date moved, or was met. */
function isObsolete(template: DunningKind, view: LoanView, today: BusinessDay): boolean {
  if (template === 'overdue') return view.overdueDays === 0;
  return template === 'due_today'
    ? view.dueDay !== today
    : view.dueDay === undefined || view.dueDay <= today;
}

/**
 * The values of the registered SMS template: amount, due day, penal charge and the grievance
 * officer.
 */
function buildValues(
  deps: Deps,
  order: Order,
  view: LoanView,
  { penal }: ChosenMessage,
): Record<string, string> {
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
