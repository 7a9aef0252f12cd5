import { CODES } from '@noren/contract/codes';
import { OrderStatus } from '@noren/core/lending/order-status';
import { type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import { balancesOf, type Loan, readLoan, unpostedAccruals } from '../../lending/loan-book.ts';
import { findOrder, type Order } from '../../lending/order-store.ts';
import type { Db } from '../../platform/db/db.ts';
import { CallError } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { accountRows, owedAfter, sharesOf, sumOn } from './account-rows.ts';
import type { ClosingData } from './draw-closing.ts';
import { rowOf } from './draw-kfs.ts';
import type { ReceiptData } from './draw-receipt.ts';
import type { StatementOfAccount } from './draw-statement.ts';
import { CLOSED } from './list-documents.ts';
import type { OrderFacts } from './order-paper.ts';
import { listPayments, listSources, readBorrowerName, readStatement } from './store.ts';

/** @throws CallError 404 */
export function notFound(): CallError {
  return new CallError(CODES.notFound, 'error.not_found');
}

/** A user's order by its public id. @throws CallError 404 */
export async function needOrder(db: Db, userId: string, repayId: string): Promise<Order> {
  const order = await findOrder(db, userId, repayId);
  if (!order) throw notFound();
  return order;
}

/** What all papers about an order say of it; the lender as its statement named it. */
async function loanEventsOf(ctx: UserCtx, db: Db, order: Order): Promise<OrderFacts> {
  const { deps, userId } = ctx;
  const statement = await readStatement(db, userId, order.proposalNo);
  const text = (id: string): string => String((statement && rowOf(statement.kfs, 'part1', id)?.value) ?? '');
  return {
    repayId: order.repayId,
    productName: order.terms.quote.productName,
    principalPaise: order.principalPaise,
    disbursedDay: order.disbursedDay,
    dueDay: order.dueDay,
    borrowerName: (await readBorrowerName(db, deps.crypto, userId)) ?? '',
    lender: {
      name: order.terms.lenderName,
      cin: text('lenderCin'),
      registrationNo: text('lenderRegistration'),
    },
  };
}

/** What the receipt of a payment is drawn from: what the ledger knew when it was booked, and whether it still stands. */
export async function receiptOf(
  ctx: UserCtx,
  db: Db,
  of: { repayId: string; journalId: string },
): Promise<ReceiptData> {
  const order = await needOrder(db, ctx.userId, of.repayId);
  const { journals } = await readLoan(db, order, ctx.today);
  const payments = await listPayments(db, ctx.userId, order.orderId);
  const place = payments.findIndex(({ journalId }) => journalId === of.journalId);
  const listed = payments[place];
  const journal = journals.find(({ journalId }) => journalId === of.journalId);
  if (!listed || !journal) throw notFound();
  const source = (await listSources(db, ctx.userId, order.orderId)).find((one) => one.journalId === of.journalId);
  return {
    order: await loanEventsOf(ctx, db, order),
    language: ctx.language,
    at: listed.bookedAt,
    place: place + 1,
    amountPaise: listed.amountPaise,
    valueDay: journal.valueDay,
    channel: source?.channel ?? journal.detail.channel ?? null,
    reference: source?.providerRef ?? journal.cause,
    utrLast4: source?.utrLast4 ?? null,
    shares: sharesOf(journal),
    // Ids grow with time: what was booked later, for whatever day, is none of this receipt's.
    owedAfter: owedAfter(journals.filter(({ journalId }) => journalId <= of.journalId)),
    isTakenBack:
      journals.some(({ reverses }) => reverses === of.journalId) ||
      takenByBank(journals, of.journalId) >= listed.amountPaise,
  };
}

/** What the payer's bank took back of a payment, in paise. */
function takenByBank(journals: Loan['journals'], paymentId: string): number {
  const taken = journals.filter(({ kind, detail }) => kind === 'chargeback' && detail.ofPayment === paymentId);
  return (
    0 -
    sumOn(
      taken.flatMap(({ lines }) => lines),
      ['settlement_in'],
    )
  );
}

/** What the statement of account of an order is drawn from: up to today, or to the day on which it closed. */
export async function accountOf(ctx: UserCtx, db: Db, repayId: string): Promise<StatementOfAccount> {
  const order = await needOrder(db, ctx.userId, repayId);
  const loan = await readLoan(db, order, ctx.today);
  if (order.disbursedDay === null) throw notFound();
  const sources = await listSources(db, ctx.userId, order.orderId);
  const asOfDay = loan.view.totalOwed === 0 ? lastDayOf(loan) : loan.asOf;
  const payments = new Map(
    loan.journals
      .filter(({ kind }) => kind === 'payment')
      .map(({ journalId, detail }) => [
        journalId,
        sources.find((one) => one.journalId === journalId)?.channel ?? detail.channel ?? null,
      ]),
  );
  return {
    order: await loanEventsOf(ctx, db, order),
    language: ctx.language,
    at: instantOfDayStart(asOfDay),
    asOfDay,
    netPaise: order.netPaise,
    rows: accountRows(loan.journals).map((row) => ({
      ...row,
      channel: payments.get(row.journalId) ?? null,
      isCoupon: loan.journals.some(
        ({ journalId, detail }) => journalId === row.journalId && detail.couponId !== undefined,
      ),
    })),
    writtenOffPaise: owedAfter(loan.journals).writtenOff,
    unpostedAccruals: unpostedAccruals(order.terms, loan).map(({ kind, amountPaise }) => ({ kind, amountPaise })),
  };
}

/** What the closing letter is drawn from. @throws CallError 404 while something is owed */
export async function closingOf(ctx: UserCtx, db: Db, repayId: string): Promise<ClosingData> {
  const order = await needOrder(db, ctx.userId, repayId);
  if (!CLOSED.includes(order.status)) throw notFound();
  const loan = await readLoan(db, order, ctx.today);
  const closedDay = lastDayOf(loan);
  return {
    order: await loanEventsOf(ctx, db, order),
    language: ctx.language,
    at: instantOfDayStart(closedDay),
    how: order.status === OrderStatus.returned ? 'returned' : 'settled',
    closedDay,
    paidPaise: sumOn(
      loan.journals.flatMap(({ lines }) => lines),
      ['settlement_in'],
    ),
    creditPaise: 0 - (balancesOf(loan.journals).borrower_credit ?? 0),
  };
}

/** The day of the last journal that moved money or ended a debt. */
function lastDayOf({ journals }: Loan): BusinessDay {
  const days = journals
    .filter(({ kind }) => kind !== 'hold' && kind !== 'release' && kind !== 'refund')
    .map(({ valueDay }) => valueDay);
  return businessDay(days.reduce((last, day) => (day > last ? day : last)));
}
