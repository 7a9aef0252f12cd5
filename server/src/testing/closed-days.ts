import { afterEach, beforeEach, expect } from 'vitest';
import { readJournals } from '../lending/book/journal-store.ts';
import { readLoan, sumBalances } from '../lending/book/loan-book.ts';
import { readOrder } from './loans.ts';
import { startApp, type TestApp } from './start-app.ts';
import type { SignedInUser } from './users.ts';
import { verifyLedger } from './verify-ledger.ts';

/** An app whose days a test closes; after each test the ledger must verify. */
export async function useClosedDays() {
  const closing = {} as { app: TestApp };

  beforeEach(async () => {
    closing.app = await startApp();
  });

  afterEach(async () => {
    expect(await verifyLedger(closing.app.deps.db)).toEqual([]);
    await closing.app.stop();
  });

  async function readLedger(who: SignedInUser, repayId: string) {
    const order = await readOrder(closing.app, who, repayId);
    const journals = await readJournals(closing.app.deps.db, who.userId, order.orderId);
    const accruals = journals
      .filter(({ kind }) => kind === 'accrual')
      .map(({ valueDay, lines }) => ({ valueDay, lines }));
    const { view } = await readLoan(closing.app.deps.db, order, closing.app.deps.today());

    return { balances: sumBalances(journals), accruals, view, order };
  }

  const listClosedDays = async () =>
    (
      await closing.app.deps.db
        .selectFrom('closed_days')
        .select(['day', 'orders', 'failed'])
        .orderBy('day')
        .execute()
    ).map((row) => [row.day, row.orders, row.failed]);

  return Object.assign(closing, { readLedger, listClosedDays });
}
