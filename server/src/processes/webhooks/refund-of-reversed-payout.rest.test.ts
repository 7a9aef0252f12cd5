import { rupees } from '@noren/core/money/money';
import { describe, expect, test } from 'vitest';
import { queryRefund } from '../../lending/payments/refunds/send-refund.ts';
import {
  anActiveLoan,
  openSandboxBank,
  runJobs,
  sendLoanBack,
  startFullPayment,
} from '../../testing/loans.ts';
import { sumSandboxRefunds } from '../../testing/repayments.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { listProblems } from '../../testing/verify-ledger.ts';

const app = await useMoneyApp();

/**
 * A loan paid with ₹500 too much, whose refund the provider does not answer, and whose payout the
 * bank then sent back.
 */
async function aRefundUnderWay(howPaid: 'at once' | 'twice') {
  const bank = openSandboxBank(app);
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const refs: string[] = [];

  for (const amountPaise of howPaid === 'at once'
    ? [rupees(10_510)]
    : [rupees(10_010), rupees(500)]) {
    const event = await bank.payIntent(code, amountPaise);
    refs.push(event?.kind === 'payment' ? event.providerRef : '');
  }

  await bank.deliverAll(app.url);
  await bank.setBehaviour('refunds', 'never_taken');
  await runJobs(app);
  await sendLoanBack(app, who);
  // Nobody knows yet how much of the payment is to go back.
  await runJobs(app, { delayed: true });

  return { who, providerRef: refs.at(-1)! };
}

const readRefunds = (who: SignedInUser) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['state', 'reason'])
    .where('userId', '=', who.userId)
    .execute();

/** Asks the provider about the refunds, and does nothing else. */
async function runQueries({ userId }: SignedInUser): Promise<void> {
  for (const { orderId, refundRef } of await app.deps.db
    .selectFrom('refunds')
    .select(['orderId', 'refundRef'])
    .where('userId', '=', userId)
    .execute())
    await queryRefund(app.deps, { userId, orderId, refundRef, attempt: 0 });
}

const expectNoProblems = async () => expect(await listProblems(app.deps)).toEqual([]);

describe.each(['at once', 'twice'] as const)(
  'a refund under way of a loan paid %s whose payout comes back',
  (how) => {
    const paid = how === 'at once' ? rupees(10_510) : rupees(500);
    test('and that then fails goes back with the rest of its payment', async () => {
      const bank = openSandboxBank(app);
      const { who, providerRef } = await aRefundUnderWay(how);

      expect(await sumSandboxRefunds(app, providerRef)).toBe(0);
      await bank.setBehaviour('refunds', 'fail');
      await runQueries(who);
      await bank.setBehaviour('refunds', 'succeed');
      for (let round = 0; round < 3; round += 1) await runJobs(app, { delayed: true });
      expect(await readRefunds(who)).toEqual([{ state: 'cancelled', reason: 'payment_reversed' }]);
      expect(await sumSandboxRefunds(app, providerRef)).toBe(paid);
      await expectNoProblems();
    });

    test('and that is then made leaves the rest to go back', async () => {
      const { who, providerRef } = await aRefundUnderWay(how);
      await openSandboxBank(app).setBehaviour('refunds', 'succeed');
      for (let round = 0; round < 3; round += 1) await runJobs(app, { delayed: true });
      expect(await readRefunds(who)).toMatchObject([{ state: 'confirmed' }]);
      expect(await sumSandboxRefunds(app, providerRef)).toBe(paid);
      await expectNoProblems();
    });
  },
);
