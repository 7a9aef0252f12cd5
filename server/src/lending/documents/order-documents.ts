import { OrderStatus } from '@noren/core/lending/order-status';
import { isWaived } from '@noren/core/lending/settlement';
import { type BusinessDay, businessDay, instantOfDayStart } from '@noren/core/money/time';
import type { Db } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/call-error.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { type Loan, readLoan, sumBalances, unpostedAccruals } from '../book/loan-book.ts';
import type { Order } from '../orders/order-store.ts';
import { requireOrder } from '../orders/own-order.ts';
import { accountRows, owedAfter, sumOn, toAllocation } from './account-rows.ts';
import type { AccountStatement } from './draw-account-statement.ts';
import type { ClosingData } from './draw-closing.ts';
import { findKfsRow } from './draw-kfs.ts';
import type { ReceiptData } from './draw-receipt.ts';
import { closedStatuses } from './list-documents.ts';
import type { OrderFacts } from './order-pdf.ts';
import { listPayments, listSources, readBorrowerName, readKfs } from './store.ts';

/** A document’s borrower, language and business day. */
export type DocumentCtx = Pick<UserCtx, 'deps' | 'userId' | 'language' | 'today'>;

/** The order details shown on all its documents. The lender is the one named in its KFS. */
async function orderFacts(ctx: DocumentCtx, db: Db, order: Order): Promise<OrderFacts> {
  const { deps, userId } = ctx;
  const keyFacts = await readKfs(db, userId, order.proposalNo);
  const text = (id: string): string =>
    String((keyFacts && findKfsRow(keyFacts.kfs, 'part1', id)?.value) ?? '');

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

/**
 * The data of a payment's receipt: the ledger as of its posting, and whether it was reversed since.
 */
export async function receiptData(
  ctx: DocumentCtx,
  db: Db,
  input: { repayId: string; journalId: string },
): Promise<ReceiptData> {
  const order = await requireOrder(db, ctx.userId, input.repayId);
  const { journals } = await readLoan(db, order, ctx.today);
  const payments = await listPayments(db, ctx.userId, order.orderId);
  const index = payments.findIndex(({ journalId }) => journalId === input.journalId);
  const listed = payments[index];
  const journal = journals.find(({ journalId }) => journalId === input.journalId);
  if (!listed || !journal) throw notFound();

  const source = (await listSources(db, ctx.userId, order.orderId)).find(
    (source) => source.journalId === input.journalId,
  );

  return {
    order: await orderFacts(ctx, db, order),
    language: ctx.language,
    at: listed.bookedAt,
    sequence: index + 1,
    amountPaise: listed.amountPaise,
    valueDay: journal.valueDay,
    channel: source?.channel ?? journal.detail.channel ?? null,
    reference: source?.providerRef ?? journal.cause,
    utrLast4: source?.utrLast4 ?? null,
    allocation: toAllocation(journal),
    // Journal ids increase with time, so this excludes everything posted after the payment.
    owedAfter: owedAfter(journals.filter(({ journalId }) => journalId <= input.journalId)),
    isReversed:
      journals.some(({ reverses }) => reverses === input.journalId) ||
      chargedBackPaise(journals, input.journalId) >= listed.amountPaise,
  };
}

/** How much of a payment was charged back, in paise. */
function chargedBackPaise(journals: Loan['journals'], paymentId: string): number {
  const chargebacks = journals.filter(
    ({ kind, detail }) => kind === 'chargeback' && detail.ofPayment === paymentId,
  );

  return (
    0 -
    sumOn(
      chargebacks.flatMap(({ lines }) => lines),
      ['settlement_in'],
    )
  );
}

/** The data of an order's account statement, up to today or the day it closed. */
export async function accountStatementData(
  ctx: DocumentCtx,
  db: Db,
  repayId: string,
): Promise<AccountStatement> {
  const order = await requireOrder(db, ctx.userId, repayId);
  const loan = await readLoan(db, order, ctx.today);

  if (order.disbursedDay === null) throw notFound();

  const sources = await listSources(db, ctx.userId, order.orderId);
  const asOfDay = loan.view.totalOwed === 0 ? findLastDay(loan) : loan.asOf;
  const payments = new Map(
    loan.journals
      .filter(({ kind }) => kind === 'payment')
      .map(({ journalId, detail }) => [
        journalId,
        sources.find((source) => source.journalId === journalId)?.channel ?? detail.channel ?? null,
      ]),
  );

  return {
    order: await orderFacts(ctx, db, order),
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
    unpostedAccruals: unpostedAccruals(order.terms, loan).map(({ kind, amountPaise }) => ({
      kind,
      amountPaise,
    })),
  };
}

/**
 * The data of the closing letter.
 * @throws CallError 404 while the order is not closed
 */
export async function closingData(ctx: DocumentCtx, db: Db, repayId: string): Promise<ClosingData> {
  const order = await requireOrder(db, ctx.userId, repayId);
  if (!closedStatuses.includes(order.status)) throw notFound();

  const loan = await readLoan(db, order, ctx.today);
  const closedDay = findLastDay(loan);

  return {
    order: await orderFacts(ctx, db, order),
    language: ctx.language,
    at: instantOfDayStart(closedDay),
    how:
      order.status === OrderStatus.returned
        ? 'returned'
        : isWaived(loan.view)
          ? 'waived'
          : 'settled',
    closedDay,
    paidPaise: sumOn(
      loan.journals.flatMap(({ lines }) => lines),
      ['settlement_in'],
    ),
    creditPaise: 0 - (sumBalances(loan.journals).borrower_credit ?? 0),
  };
}

/** The day of the last journal that changed the debt. */
function findLastDay({ journals }: Loan): BusinessDay {
  const days = journals
    .filter(({ kind }) => kind !== 'hold' && kind !== 'release' && kind !== 'refund')
    .map(({ valueDay }) => valueDay);
  return businessDay(days.reduce((last, day) => (day > last ? day : last)));
}
