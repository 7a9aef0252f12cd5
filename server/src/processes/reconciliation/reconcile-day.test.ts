import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  anActiveLoan,
  anAppliedLoan,
  aPaymentEvent,
  openSandboxBank,
  readRepayDetail,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import { reconcileDay } from '../../testing/reconcile-day.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';

let app: TestApp;

beforeEach(async () => {
  await app?.stop();
  app = await startApp();
});

afterAll(() => app.stop());

const today = () => app.deps.today();

test('a day without differences returns none', async () => {
  const who = await aSignedInUser(app);
  const { code } = await startFullPayment(who, await anActiveLoan(app, who));

  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).payIntent(code, rupees(5));
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app);
  expect(await reconcileDay(app.deps, today())).toEqual([]);
});

test('unreported payments, refunds and payouts are posted once', async () => {
  const bank = openSandboxBank(app);
  for (const part of ['payments', 'refunds', 'payouts'] as const)
    await bank.setBehaviour(part, 'lost');

  const [one, two] = [await aSignedInUser(app), await aSignedInUser(app)];
  const late = await anAppliedLoan(two);

  await runJobs(app);
  await bank.setBehaviour('payouts', 'succeed');

  const repayId = await anActiveLoan(app, one);
  const { code, amountPaise } = await startFullPayment(one, repayId);

  await bank.payIntent(code);
  // The statement of a day is ordered by time.
  app.advance(1);
  await bank.payIntent(code, rupees(5));

  const first = await reconcileDay(app.deps, today());
  expect(
    first.map(({ kind, what, theirsPaise, oursPaise }) => [kind, what, theirsPaise, oursPaise]),
  ).toEqual([
    ['payment', 'posted', amountPaise, amountPaise],
    ['payment', 'posted', rupees(5), rupees(5)],
    ['payout', 'posted', rupees(9_646), rupees(9_646)],
  ]);
  expect([(await readRepayDetail(one, repayId)).borrowStatus, await readStatus(two, late)]).toEqual(
    [OrderStatus.settled, OrderStatus.active],
  );
  await runJobs(app);
  expect((await reconcileDay(app.deps, today())).map(({ kind, what }) => [kind, what])).toEqual([
    ['refund', 'posted'],
  ]);
  expect(await reconcileDay(app.deps, today())).toEqual([]);
  expect(await verifyLedger(app.deps.db)).toEqual([]);
});

test('payments missing at the provider and differing amounts are returned; an unknown payment is posted to suspense', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);
  const missingThere = aPaymentEvent(app, code, rupees(100));

  await sendWebhook(app, missingThere);

  const differing = await openSandboxBank(app).payIntent(code, amountPaise);
  await openSandboxBank(app).deliverAll(app.url);
  await sql`update sandbox_payments set amount_paise = amount_paise - 1`.execute(app.deps.db);
  await openSandboxBank(app).payIntent('names nothing', rupees(7), { channel: 'bank_transfer' });

  const lines = await reconcileDay(app.deps, today());
  expect(
    lines.map(({ what, theirsPaise, oursPaise }) => [what, theirsPaise, oursPaise]).sort(),
  ).toEqual([
    ['amount_differs', amountPaise - 1, amountPaise],
    ['missing_there', null, rupees(100)],
    ['posted', rupees(7), rupees(7)],
  ]);
  expect(lines.find(({ what }) => what === 'missing_there')?.ref).toBe(missingThere.providerRef);
  expect(lines.find(({ what }) => what === 'amount_differs')?.ref).toBe(
    differing?.kind === 'payment' ? differing.providerRef : '',
  );
});

test('a missing statement is returned as a difference, and the rest is still compared', async () => {
  const unreachable = {
    ...app.deps.payments[0]!,
    dailyStatement: () => Promise.reject(new Error('unreachable')),
  };
  const lines = await reconcileDay({ ...app.deps, payments: [unreachable] }, today());
  expect(lines).toEqual([
    { kind: 'payment', ref: '', what: 'no_answer', theirsPaise: null, oursPaise: null },
  ]);
});
