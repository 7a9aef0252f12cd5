import { rupees } from '@noren/core/money/money';
import { aPaidLoan } from './repayments.ts';
import { useMoneyApp } from './use-app.ts';
import type { SignedInUser } from './users.ts';

/** An app, and payments of more than was owed. */
export async function useRefunds() {
  const app = await useMoneyApp();

  /** A loan paid in full and then overpaid by ₹500 under the same code. */
  async function overpay() {
    const { refs, ...paid } = await aPaidLoan(app, rupees(500));
    const [settling = '', second = ''] = refs;
    return { ...paid, settling, second };
  }

  const readRefunds = (who: SignedInUser) =>
    app.deps.db
      .selectFrom('refunds')
      .select(['refundRef', 'orderId', 'paymentRef', 'amountPaise', 'state', 'reason'])
      .where('userId', '=', who.userId)
      .orderBy('createdAt')
      .execute();

  return { app, overpay, readRefunds };
}
