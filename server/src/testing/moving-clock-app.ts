import { afterEach, expect } from 'vitest';
import { anActiveLoan } from './loans.ts';
import { useApp, useDays } from './use-app.ts';
import { aSignedInUser, type SignedInUser } from './users.ts';
import { verifyLedger } from './verify-ledger.ts';

/**
 * An app for tests that move its business day; after each test the day is reset and the ledger is
 * checked.
 */
export async function startMovingApp() {
  const app = await useApp();

  afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));
  const { pass: later } = useDays(app);

  /** A loan of ₹10,000 for 15 days at 0.1 % a day, disbursed `daysAgo` days ago. */
  async function borrowDaysAgo(daysAgo: number): Promise<{ who: SignedInUser; repayId: string }> {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    later(daysAgo);
    return { who, repayId };
  }

  return { app, later, borrowDaysAgo };
}
