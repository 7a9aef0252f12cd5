import { aBorrowerWithLoan } from './loans.ts';
import { useDays, useVerifiedApp } from './use-app.ts';

/**
 * An app for tests that move its business day; after each test the day is reset and the ledger is
 * checked.
 */
export async function startMovingApp() {
  const app = await useVerifiedApp();
  const { pass: later } = useDays(app);

  /** A loan of ₹10,000 for 15 days at 0.1 % a day, disbursed `daysAgo` days ago. */
  async function borrowDaysAgo(daysAgo: number) {
    const loan = await aBorrowerWithLoan(app);
    later(daysAgo);
    return loan;
  }

  return { app, later, borrowDaysAgo };
}
