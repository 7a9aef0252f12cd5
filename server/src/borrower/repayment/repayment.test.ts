import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';

import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  listLines,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
  viewPayment,
} from '../../testing/loans.ts';
import { useMoneyApp } from '../../testing/use-app.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';

const app = await useMoneyApp();

test('a loan repaid in full by QR is settled; the payment shows as paid and the user becomes regular', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(15);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    principalPaise: rupees(10_000),
    interestPaise: rupees(150),
    interestDays: 15,
    overdueFeePaise: 0,
    totalPaise: rupees(10_150),
    openIntent: null,
  });
  expect((await readEntries(who, repayId)).notYetBooked).toMatchObject([
    { kind: 'interest', days: 15, amountPaise: rupees(150) },
  ]);

  const { code, amountPaise } = await startFullPayment(who, repayId);
  expect(amountPaise).toBe(rupees(10_150));

  const seen = await viewPayment(app, code);
  expect(seen).toMatchObject({
    state: 'pending',
    amountPaise,
    orderLast4: repayId.slice(-4),
    paidAt: null,
  });

  const [upi] = seen.instruments;
  const uri = new URL(upi?.channel === 'upi' ? upi.upiUri : '');

  expect(uri.protocol).toBe('upi:');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({
    pn: app.deps.appConfig.lender.name,
    am: '10150.00',
    cu: 'INR',
    tr: code,
  });
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect(await viewPayment(app, code)).toMatchObject({
    state: 'paid',
    instruments: [],
    channels: [],
  });

  const after = await readEntries(who, repayId);
  // No close of day has run: posting the payment closed the days before today.
  expect(after.entries.map((journal) => journal.kind)).toEqual([
    'disbursement',
    'accrual',
    'payment',
  ]);

  expect(listLines(after.entries[2])).toEqual([
    ['settlement_in', rupees(10_150)],
    ['interest_receivable', rupees(10)],
    ['interest_receivable', -rupees(150)],
    ['interest_income', -rupees(10)],
    ['loan_principal', -rupees(10_000)],
  ]);
  expect(after.notYetBooked).toEqual([]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    paidPaise: rupees(10_150),
  });
  expect(successData(await who.client.send(CALLS.userStatus, {}))).toMatchObject({
    bizStatus: UserStatus.regular,
  });
  await runJobs(app);
  expect((await readSandboxMessages(app.deps.db, who.phone, 1))[0]?.template).toBe('loan_settled');
  app.moveDays(-15);
});

test('an overdue loan accrues penal charge after the grace days, in its own account', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  app.moveDays(7 + 4);
  // 5,035.00 overdue, 4 days, 2 of grace: 2 × 0.1 % of it.
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.overdue,
    overdueDays: 4,
    penalDays: 2,
    overdueFeePaise: 1_007,
    penalPerDayPaise: 504,
    penalTerms: { ppmPerDay: 1_000, graceDays: 2, maxDays: 30 },
  });

  const { code, amountPaise } = await startFullPayment(who, repayId);
  expect(amountPaise).toBe(503_500 + 1_007);
  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);

  const booked = (await readEntries(who, repayId)).entries.slice(1).map(listLines);
  expect(booked).toEqual([
    [
      ['interest_receivable', 3_500],
      ['interest_income', -3_500],
      ['penal_receivable', 504],
      ['penal_income', -504],
    ],
    [
      ['settlement_in', 504_507],
      ['interest_receivable', -3_500],
      ['penal_receivable', 503],
      ['penal_receivable', -1_007],
      ['penal_income', -503],
      ['loan_principal', -500_000],
    ],
  ]);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  app.moveDays(-11);
});

test('a part payment leaves the rest owed; paying the rest twice makes the second the borrower’s credit', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);

  await sendWebhook(app, aPaymentEvent(app, code, rupees(4_000)));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: amountPaise - rupees(4_000),
  });
  expect(await viewPayment(app, code)).toMatchObject({ state: 'paid', amountPaise: rupees(4_000) });

  const rest = await startFullPayment(who, repayId);
  expect(rest.code).not.toBe(code);
  await sendWebhook(app, aPaymentEvent(app, rest.code, rest.amountPaise));
  await sendWebhook(app, aPaymentEvent(app, rest.code, rest.amountPaise));
  expect((await viewPayment(app, rest.code)).amountPaise).toBe(2 * rest.amountPaise);

  const twice = (await readEntries(who, repayId)).entries.map(listLines);
  expect(twice.slice(1)).toEqual([
    [
      ['settlement_in', rupees(4_000)],
      ['interest_receivable', rupees(10)],
      ['interest_receivable', -rupees(10)],
      ['interest_income', -rupees(10)],
      ['loan_principal', -rupees(3_990)],
    ],
    [
      ['settlement_in', rest.amountPaise],
      ['loan_principal', -rest.amountPaise],
    ],
    [
      ['settlement_in', rest.amountPaise],
      ['borrower_credit', -rest.amountPaise],
    ],
  ]);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});

test('payments that arrive out of order are posted as if in the order of their days', async () => {
  const results: unknown[] = [];
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { code } = await startFullPayment(who, repayId);

    app.moveDays(10);

    const day = 86_400_000;
    const events = [
      aPaymentEvent(app, code, rupees(4_000), { paidAtMs: app.deps.now() + 3 * day }),
      aPaymentEvent(app, code, rupees(3_000), { paidAtMs: app.deps.now() + 9 * day }),
    ];

    for (const index of order) await sendWebhook(app, events[index]!);

    const { totalPaise, interestPaise, paidPaise } = await readRepayDetail(who, repayId);
    results.push({ totalPaise, interestPaise, paidPaise });
    app.moveDays(-10);
  }

  expect(results[0]).toEqual(results[1]);
  // 3 days on 10,000, 6 on 6,030, 1 on 3,066.18: rounded at each event.
  expect(results[0]).toMatchObject({ paidPaise: rupees(7_000) });
});

test('a payment dated in the future or before disbursement is posted on today or the disbursement day', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  app.moveDays(3);

  const { code } = await startFullPayment(who, repayId);
  const day = 86_400_000;

  await sendWebhook(
    app,
    aPaymentEvent(app, code, rupees(100), { paidAtMs: app.deps.now() + 30 * day }),
  );

  await sendWebhook(
    app,
    aPaymentEvent(app, code, rupees(100), { paidAtMs: app.deps.now() - 30 * day }),
  );

  const { entries } = await readEntries(who, repayId);
  const days = entries.filter(({ kind }) => kind === 'payment').map(({ day }) => day);

  expect(days).toEqual([entries[0]?.day, app.deps.today()]);
  app.moveDays(-3);
});
