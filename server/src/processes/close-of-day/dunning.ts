import { type DunningKind, nextContactAt } from '@noren/core/lending/dunning';
import type { LoanView } from '@noren/core/lending/loan';
import { OrderStatus } from '@noren/core/lending/order-status';
import { listPenalCharges, listPenalChargesForSms } from '@noren/core/lending/penal-charges';
import { regulatoryRowOn } from '@noren/core/lending/terms';
import { formatRupees, min, type Paise, paise, zeroPaise } from '@noren/core/money/money';
import { addDays, type BusinessDay, daysBetween } from '@noren/core/money/time';
import { readLoan } from '../../lending/book/loan-book.ts';
import {
  markDunningMessages,
  markHeldBack,
  markListed,
  readLastListed,
  readUnlistedCharges,
  readWaiting,
  requeueDunningMessage,
  type Waiting,
} from '../../lending/close/dunning-store.ts';
import { readDispute } from '../../lending/orders/disputes-store.ts';
import { findOrderById, type Order } from '../../lending/orders/order-store.ts';
import { isDebitComing } from '../../lending/payments/autopay/is-debit-coming.ts';
import { officerValues } from '../../notifications/officer-values.ts';
import { notify } from '../../notifications/store.ts';
import { readContactHours } from '../../people/account/contact-hours-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';

/** How long until a message that is held back is looked at again. */
const LOOK_AGAIN_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Job: sends the waiting dunning message of an order if it still applies: none once the loan is
 * paid, none for a past day. Penal charges that wait are in one message; where the rule of the day
 * wants it, they are shown silently in the app, and one message a week lists them. The job
 * reschedules itself outside of the hours that the law leaves and the borrower prefers, while the
 * borrower waits for an answer of ours, and while AutoPay is going to debit the due date. It only
 * ever uses the account's own phone number.
 */
export async function sendDunningMessage(
  deps: Deps,
  { userId, orderId }: JobPayloads['send-dunning-message'],
): Promise<void> {
  const now = deps.now();
  const from = nextContactAt(now, await readContactHours(deps.db, userId));
  if (from > now) {
    await requeueDunningMessage(deps.db, { userId, orderId }, from - now);
    return;
  }

  const waiting = await readWaiting(deps.db, userId, orderId);
  const order = await findOrderById(deps.db, userId, orderId);
  if (!order) return;

  const unlisted = await readUnlistedCharges(deps.db, order);
  if (waiting.length + unlisted.length === 0) return;

  const dispute = await readDispute(deps.db, order, { now, today: deps.today() });
  if (dispute) {
    deps.log.info({ repayId: order.repayId, dispute }, 'dunning waits for the end of a dispute');
    return holdBack(deps, order);
  }

  const { view } = await readLoan(deps.db, order, deps.today());
  const isAsked = order.status === OrderStatus.active || order.status === OrderStatus.overdue;
  const message = isAsked ? chooseMessage(waiting, view, deps.today()) : null;
  if (message && (await isAnnounced(deps, order, { message, view }))) return holdBack(deps, order);

  await deps.db.transaction().execute(async (tx) => {
    if (message) await notifyOfDues(tx, deps, { order, view, waiting, message });

    await markDunningMessages(tx, now, {
      userId,
      orderId,
      waiting,
      sentDays: message?.coveredDays ?? [],
    });
    if (message && message.penal > 0 && penalMessageDays(deps) === 1)
      await markListed(tx, order, { throughDay: deps.today(), today: deps.today() });
  });

  await sendWeek(deps, order, isAsked ? view : null);
}

/**
 * Whether the announcement of a debit takes a reminder's place, also after the due date: a debit
 * that our side delayed still comes then. It is looked at again, because the reminder is due on the
 * same day if the debit is not made.
 */
async function isAnnounced(
  deps: Deps,
  order: Order,
  { message: { template }, view }: { message: ChosenMessage; view: LoanView },
): Promise<boolean> {
  if (template === 'penal_charged') return false;
  return view.dueDay !== undefined && isDebitComing(deps.db, deps, order, view.dueDay);
}

async function holdBack(deps: Deps, order: Order): Promise<void> {
  await markHeldBack(deps.db, order, deps.now());
  await requeueDunningMessage(deps.db, order, LOOK_AGAIN_MS);
}

const penalMessageDays = (deps: Deps): number =>
  regulatoryRowOn('penalMessageDays', deps.today()).value;

interface DueMessage {
  readonly order: Order;
  readonly view: LoanView;
  readonly waiting: readonly Waiting[];
  readonly message: ChosenMessage;
}

async function notifyOfDues(
  tx: Tx,
  deps: Deps,
  { order, view, waiting, message }: DueMessage,
): Promise<void> {
  const { userId, orderId } = order;
  const again = waiting.some(({ isAgain }) => isAgain) ? ':again' : '';
  const isSilent = message.template === 'penal_charged' && penalMessageDays(deps) > 1;

  await notify(tx, deps, {
    userId,
    kind: isSilent ? 'penal_levied' : message.template,
    reference: `${orderId}:${deps.today()}${again}`,
    values: buildValues(deps, order, view, message),
  });
}

/**
 * Sends the message that lists the penal charges which only the app has shown. It is sent once the
 * days since the last one are over; until then the job is rescheduled. A loan that owes no penal
 * charge, or gets no messages any more, gets none.
 */
async function sendWeek(deps: Deps, order: Order, view: LoanView | null): Promise<void> {
  const charges = await readUnlistedCharges(deps.db, order);
  const last = charges.at(-1);
  if (!last) return;

  const today = deps.today();
  const lastListed = await readLastListed(deps.db, order);
  const from = lastListed === null ? today : addDays(lastListed, penalMessageDays(deps));
  if (from > today) return requeueDunningMessage(deps.db, order, daysBetween(today, from) * DAY_MS);

  const { userId, orderId, repayId } = order;
  await deps.db.transaction().execute(async (tx) => {
    if (view && view.penalOwed > 0) {
      const amounts = charges.map(({ amountPaise }) => paise(amountPaise));
      await notify(tx, deps, {
        userId,
        kind: 'penal_week',
        reference: `${orderId}:${last.day}`,
        values: {
          repayId,
          amount: formatRupees(view.totalOwed),
          day: last.day,
          list: listPenalCharges(amounts),
          charges: listPenalChargesForSms(amounts),
          ...officerValues(deps),
        },
      });
    }

    await markListed(tx, order, { throughDay: last.day, today });
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
  return {
    repayId: order.repayId,
    amount: formatRupees(view.totalOwed),
    dueDay: view.dueDay ?? '',
    ...(penal > 0 && { penal: formatRupees(penal), penalTotal: formatRupees(view.penalOwed) }),
    ...officerValues(deps),
  };
}
