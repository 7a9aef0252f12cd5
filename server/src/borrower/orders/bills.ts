import type { Bill } from '@noren/contract/orders';
import {
  holdingOrderStatuses,
  OrderStatus,
  owingOrderStatuses,
} from '@noren/core/lending/order-status';
import { readJournalsOfMany } from '../../lending/book/journal-store.ts';
import {
  displayedStatus,
  type Loan,
  loanToday,
  payoffAmount,
} from '../../lending/book/loan-book.ts';
import { returnPrice } from '../../lending/book/return-price.ts';
import {
  type AcceptedProducts,
  readAcceptedProducts,
} from '../../lending/orders/accepted-product-store.ts';
import type { Order } from '../../lending/orders/order-store.ts';
import { listChecking } from '../../lending/payments/store.ts';
import { endOfDay } from '../../platform/business-time.ts';
import type { Db } from '../../platform/db/db.ts';
import type { UserCtx } from '../../platform/http/handler.ts';
import { mayWithdraw } from './cancel-order.ts';

const isOwing = ({ status }: Order): boolean =>
  (owingOrderStatuses as readonly number[]).includes(status);

/** Today's loan state of the orders with something owed, by order id, read in one query. */
async function readLoans(
  db: Db,
  orders: readonly Order[],
  ctx: UserCtx,
): Promise<Map<string, Loan>> {
  const owing = orders.filter(isOwing);
  if (owing.length === 0) return new Map();

  const journals = await readJournalsOfMany(db, owing);
  return new Map(
    owing.map(
      ({ orderId, terms }) =>
        [orderId, loanToday(terms, journals.get(orderId) ?? [], ctx.today)] as const,
    ),
  );
}

/** The status shown for each order; overdue is derived from the ledger and today's date. */
export async function displayStatuses(
  ctx: UserCtx,
  db: Db,
  orders: readonly Order[],
): Promise<number[]> {
  const loans = await readLoans(db, orders, ctx);
  return orders.map(({ orderId, status }) => {
    const loan = loans.get(orderId);
    return loan ? displayedStatus(status, loan.view) : status;
  });
}

export async function billViews(ctx: UserCtx, db: Db, orders: readonly Order[]): Promise<Bill[]> {
  const loans = await readLoans(db, orders, ctx);
  const owing = orders.filter(isOwing);
  const products = await readAcceptedProducts(
    db,
    owing.map(({ terms }) => terms.quote),
  );
  const checking = owing.length > 0 ? await listChecking(db, ctx) : new Map();

  return Promise.all(
    orders.map(async (order) => ({
      ...(await billView(ctx, db, { order, loan: loans.get(order.orderId), products })),
      ...(checking.has(order.orderId) && { checking: checking.get(order.orderId) }),
    })),
  );
}

async function billView(
  ctx: UserCtx,
  db: Db,
  { order, loan, products }: { order: Order; loan: Loan | undefined; products: AcceptedProducts },
): Promise<Bill> {
  const { terms } = order;
  const borrowStatus = loan ? displayedStatus(order.status, loan.view) : order.status;

  return {
    repayId: order.repayId,
    productCode: order.productCode,
    productName: terms.quote.productName,
    borrowStatus,
    principalPaise: order.principalPaise,
    netPaise: order.netPaise,
    appliedAt: order.appliedAt,
    dueDay: order.dueDay,
    owedPaise: loan ? payoffAmount(loan.view) : 0,
    overdueDays: loan?.view.overdueDays ?? 0,
    isRepaid: order.isRepaid,
    next: nextAction(borrowStatus),
    mayReturn: loan
      ? returnPrice(terms, loan, { day: loan.asOf, product: products.of(terms.quote) }).ok
      : false,
    mayWithdraw: await mayWithdraw(db, order),
    ...(order.openUntil && isOpen(order) && { openUntil: endOfDay(order.openUntil, ctx) }),
  };
}

const isOpen = ({ status }: Order): boolean =>
  status === OrderStatus.reserved ||
  status === OrderStatus.awaitingAcceptance ||
  status === OrderStatus.disbursementFailed;

function nextAction(status: number): Bill['next'] {
  if ((owingOrderStatuses as readonly number[]).includes(status)) return 'repay';
  if (status === OrderStatus.disbursementFailed) return 'fix_bank';
  if (status === OrderStatus.awaitingAcceptance) return 'review';
  return (holdingOrderStatuses as readonly number[]).includes(status) ? 'wait' : null;
}
