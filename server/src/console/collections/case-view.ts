import { LANGUAGES, type Language } from '@noren/contract/languages';
import {
  CONTACTS_A_DAY,
  type ContactBar,
  type ContactBarReason,
  contactBar,
  HOLD_DAYS,
  PROMISE_DAYS,
  promiseState,
} from '@noren/core/lending/contact-rules';
import { dunningNotifications } from '@noren/core/lending/dunning';
import type { LoanView } from '@noren/core/lending/loan';
import { OFFER_DAYS } from '@noren/core/lending/settlement-offer';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { readJournals } from '../../lending/book/journal-store.ts';
import type { OrderKey, PostedJournal } from '../../lending/book/ledger.ts';
import { buildLoan, loanToday } from '../../lending/book/loan-book.ts';
import { type Dispute, readDispute } from '../../lending/orders/disputes-store.ts';
import { findOrderById, findOrderByRepayId, type Order } from '../../lending/orders/order-store.ts';
import { readNewestOffer } from '../../lending/payments/posting/settlement-offer-store.ts';
import { type NotificationKind, notificationText } from '../../notifications/notification-texts.ts';
import { valuesContext } from '../../notifications/store.ts';
import { toContactHours } from '../../people/account/contact-hours-store.ts';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { recordOpening } from '../../platform/staff/audit-chain-store.ts';
import { readMaskedName } from '../../platform/staff/masked-name.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffCtx } from '../../platform/staff/staff-handler.ts';
import {
  type CaseOfficer,
  type ContactState,
  findOpenHold,
  listContacts,
  listDunningTexts,
  listHolds,
  listPromises,
  readCaseBorrower,
  readContactStates,
  readOfficers,
  type StoredPromise,
} from './collection-store.ts';

/** What a case is decided from. */
export interface CaseFacts {
  readonly officer: CaseOfficer | undefined;
  readonly state: ContactState | undefined;
  readonly dispute: Dispute | null;
  readonly promises: readonly StoredPromise[];
  /** The last day of a settlement offer that is open; null without one. */
  readonly offeredUntil: BusinessDay | null;
}

/** Disputes that are no questions of the borrower's. */
const NO_ANSWER_DUE: readonly Dispute[] = ['claim', 'hold', 'promise'];

/** Why the reader may not contact the borrower now. */
export function findBar(
  { staff, now, today }: StaffCtx,
  { officer, state, dispute, promises, offeredUntil }: CaseFacts,
) {
  const offered = offeredUntil === null ? [] : [offeredUntil];
  const [promisedOn] = [...promises.map(({ dueOn }) => dueOn), ...offered]
    .filter((day) => day >= today)
    .sort()
    .reverse();

  return contactBar({
    now,
    today,
    isClaimed: dispute === 'claim',
    holdUntil: state?.holdUntil ?? null,
    isAnswerDue: dispute !== null && !NO_ANSWER_DUE.includes(dispute),
    promisedOn: promisedOn ?? null,
    officer:
      officer === undefined ? 'none' : officer.staffId === staff.staffId ? 'self' : 'another',
    isNotified: officer?.isNotified === true,
    preferred: toContactHours(state),
    contactDays: state?.contactDays ?? [],
  });
}

/** Bars that stop all talk of dues, by anybody. */
const SILENCING: readonly ContactBarReason[] = ['claim', 'hold', 'answer_due', 'promise'];

/** Why nobody may raise dues with the borrower now; null if somebody may. */
export function findDuesBar(ctx: StaffCtx, facts: CaseFacts): ContactBar | null {
  const bar = findBar(ctx, facts);
  return bar !== null && SILENCING.includes(bar.why) ? bar : null;
}

/** @throws StaffError with a bar */
export function refuseBarred(bar: ContactBar, { state }: CaseFacts): never {
  const refusal = {
    reason: 'contact_barred',
    ...bar,
    holdUntil: state?.holdUntil ?? null,
  } as const;
  throw new StaffError('not_possible', refusal, { data: { bar } });
}

/** What the borrower has paid of a loan by the end of a day, or by now. */
export function paidBy(
  order: Pick<Order, 'terms'>,
  journals: readonly PostedJournal[],
  day: BusinessDay,
  today: BusinessDay,
): number {
  const { view } = buildLoan(order.terms, [...journals], day < today ? day : today);
  return view.paid - view.chargedBack;
}

/** A loan and its journals. @throws StaffError when there is no such loan */
export async function requireCase(
  db: Db | Tx,
  repayId: string,
): Promise<{ order: Order; journals: readonly PostedJournal[] }> {
  const found = await findOrderByRepayId(db, repayId);
  const order = found && (await findOrderById(db, found.userId, found.orderId));
  if (!order) throw new StaffError('not_found', 'loan_unknown');
  return { order, journals: await readJournals(db, order.userId, order.orderId) };
}

/** @throws StaffError when nothing of the loan is overdue */
export function requireOverdue(
  order: Order,
  journals: readonly PostedJournal[],
  today: BusinessDay,
): LoanView {
  const { view } = loanToday(order.terms, journals, today);
  if (view.overdueDays === 0) throw new StaffError('not_possible', 'loan_not_overdue');
  return view;
}

export async function readCaseFacts(db: Db | Tx, ctx: StaffCtx, order: Order): Promise<CaseFacts> {
  const { now, today } = ctx;
  const { userId } = order;

  return {
    officer: (await readOfficers(db, [userId])).get(userId),
    state: (await readContactStates(db, [userId], today)).get(userId),
    dispute: await readDispute(db, order, { now, today }),
    promises: await listPromises(db, [order]),
    offeredUntil: await readOfferedUntil(db, order),
  };
}

/** The last day of an order's settlement offer that is open; null without one. */
export async function readOfferedUntil(db: Db | Tx, order: OrderKey): Promise<BusinessDay | null> {
  const offer = await readNewestOffer(db, order);
  return offer?.state === 'open' ? offer.payBy : null;
}

function barView(bar: ContactBar | null, { state }: CaseFacts) {
  return bar && { ...bar, holdUntil: state?.holdUntil ?? null };
}

/** What of the notifications a collector reads: those about dues. */
const DUNNING_KINDS: readonly NotificationKind[] = [
  ...dunningNotifications,
  'officer_assigned',
  'dues_corrected',
  'payment_reversed',
  'due_date_moved',
];

async function dunningTexts(db: Db, crypto: FieldCrypto, userId: string, language: Language) {
  const rows = await listDunningTexts(db, userId, DUNNING_KINDS);

  return rows.map(({ kind, valuesEnc, ...row }) => {
    const values = JSON.parse(crypto.decrypt(valuesEnc, valuesContext(userId))) as Record<
      string,
      string
    >;

    return {
      kind,
      ...row,
      ...notificationText(language, kind as NotificationKind, values),
      language: LANGUAGES[language].name,
    };
  });
}

/** Everything a collector needs of a loan. */
export async function caseView(ctx: StaffCtx, db: Db, repayId: string) {
  const { today, staff, deps } = ctx;
  const { order, journals } = await requireCase(db, repayId);
  const { userId } = order;
  const { staffId } = staff;

  await recordOpening(db, {
    at: ctx.now,
    staffId,
    action: 'collection_case_opened',
    userId,
    subject: repayId,
  });

  const facts = await readCaseFacts(db, ctx, order);
  const { officer, state, promises } = facts;
  const { view } = loanToday(order.terms, journals, today);
  const borrower = await readCaseBorrower(db, userId);
  const language = borrower.language as Language;
  const offer = await readNewestOffer(db, order);
  const usedToday = (state?.contactDays ?? []).filter((day) => day === today).length;

  return {
    userId,
    repayId,
    maskedName: readMaskedName(ctx.deps.crypto, userId, borrower.nameEnc),
    maskedPhone: borrower.maskedPhone,
    language: LANGUAGES[language].name,
    productCode: order.productCode,
    dueDay: view.dueDay ?? null,
    overdueDays: view.overdueDays,
    owed: {
      principalPaise: view.principalOwed,
      interestPaise: view.interestOwed,
      feesPaise: view.feesOwed,
      penalPaise: view.penalOwed,
      totalPaise: view.totalOwed,
    },
    officer: officer
      ? {
          staffId: officer.staffId,
          name: officer.name,
          isYou: officer.staffId === staff.staffId,
          assignedAt: officer.assignedAt,
          isNotified: officer.isNotified,
        }
      : null,
    bar: barView(findBar(ctx, facts), facts),
    contactsLeftToday: Math.max(0, CONTACTS_A_DAY - usedToday),
    callsRecordedMonths: deps.appConfig.staffService.callsRecordedMonths ?? null,
    promiseUntil: addDays(today, PROMISE_DAYS),
    holdUntil: addDays(today, HOLD_DAYS - 1),
    today,
    offerUntil: addDays(today, OFFER_DAYS),
    offer: offer ? { payPaise: offer.payPaise, payBy: offer.payBy, state: offer.state } : null,
    contacts: await listContacts(db, deps.crypto, userId),
    promises: promises.map((promise) => ({
      promiseId: promise.promiseId,
      amountPaise: promise.amountPaise,
      dueOn: promise.dueOn,
      promisedAt: promise.promisedAt,
      staffName: promise.staffName,
      state: promiseState(promise, paidBy(order, journals, promise.dueOn, today), today),
    })),
    holds: await listHolds(db, userId, today),
    openHold: (await findOpenHold(db, userId)) ?? null,
    messages: await dunningTexts(db, deps.crypto, userId, language),
    otherOrders: borrower.owing.map((one) => one.repayId).filter((one) => one !== repayId),
  };
}
