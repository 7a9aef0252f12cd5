import { afterEach, beforeEach, expect } from 'vitest';
import { readJournals } from '../lending/book/journal-store.ts';
import { readLoan, sumBalances } from '../lending/book/loan-book.ts';
import { findOrder } from '../lending/orders/order-store.ts';
import { startApp, type TestApp } from './start-app.ts';
import type { SignedInUser } from './users.ts';
import { verifyLedger } from './verify-ledger.ts';

/** An app whose days a test closes; after each test the ledger must verify. */
export async function useClosedDays() {
  let app: TestApp;

  beforeEach(async () => {
    app = await startApp();
  });

  afterEach(async () => {
    expect(await verifyLedger(app.deps.db)).toEqual([]);
    await app.stop();
  });

  const need = async (who: SignedInUser, repayId: string) => {
    const order = await findOrder(app.deps.db, who.userId, repayId);
    if (!order) throw new Error('no such order');
    return order;
  };

  async function readLedger(who: SignedInUser, repayId: string) {
    const order = await need(who, repayId);
    const journals = await readJournals(app.deps.db, who.userId, order.orderId);
    const accruals = journals
      .filter(({ kind }) => kind === 'accrual')
      .map(({ valueDay, lines }) => ({ valueDay, lines }));
    const { view } = await readLoan(app.deps.db, order, app.deps.today());

    return { balances: sumBalances(journals), accruals, view, order };
  }

  const closedDays = async () =>
    (
      await app.deps.db
        .selectFrom('closed_days')
        .select(['day', 'orders', 'failed'])
        .orderBy('day')
        .execute()
    ).map((row) => [row.day, row.orders, row.failed]);

  return {
    get app() {
      return app;
    },
    set app(next) {
      app = next;
    },
    need,
    readLedger,
    closedDays,
  };
}
