import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { anActiveLoan, readBill, readEntries, readRepayDetail } from '../../../testing/loans.ts';
import {
  anAcceptedExtension,
  aStartedPayment,
  postChargeback,
  postOperatorEvent,
  receivePayment,
  requestPayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { useLedgerApp } from '../../../testing/use-app.ts';
import { aSignedInUser } from '../../../testing/users.ts';

const app = await useLedgerApp();

const refusal = (reason: string) => ({ code: 409, data: { reason } });

test('a part payment is ₹100 up to the amount owed; a debt below ₹100 is paid in full', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  expect((await readRepayDetail(who, repayId)).leastPartPaise).toBe(rupees(100));
  expect(await requestPayment(who, { repayId, kind: 'part' })).toMatchObject(
    refusal('amount_missing'),
  );
  expect(
    await requestPayment(who, { repayId, kind: 'part', amountPaise: rupees(100) - 1 }),
  ).toMatchObject(refusal('part_too_small'));
  expect(
    await requestPayment(who, { repayId, kind: 'part', amountPaise: rupees(10_010) + 1 }),
  ).toMatchObject(refusal('part_too_big'));
  // It would leave too little to be paid.
  expect(
    await requestPayment(who, { repayId, kind: 'part', amountPaise: rupees(10_010) - 1 }),
  ).toMatchObject(refusal('part_leaves_paise'));
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(9_950) });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    totalPaise: rupees(60),
    leastPartPaise: rupees(60),
  });
  expect(
    await requestPayment(who, { repayId, kind: 'part', amountPaise: rupees(59) }),
  ).toMatchObject(refusal('part_too_small'));
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(60) });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  expect(await requestPayment(who, { repayId, kind: 'full' })).toMatchObject(
    refusal('nothing_owed'),
  );
});

test.each([1, 45, 99])('a residual of %i paise is waived; a rupee is owed', async (left) => {
  const who = await aSignedInUser(app);
  for (const kind of ['full', 'part'] as const) {
    const repayId = await anActiveLoan(app, who, { rupees: 2_000 });
    const { code } = await aStartedPayment(who, {
      repayId,
      kind,
      ...(kind === 'part' && { amountPaise: rupees(500) }),
    });

    // A transfer of another amount than requested.
    await receivePayment(app, code, rupees(2_002) - left);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
      waivedPaise: left,
    });

    const waiver = (await readEntries(who, repayId)).entries.find((one) => one.kind === 'waiver');
    expect(waiver).toMatchObject({ why: 'tolerance' });
  }

  const repayId = await anActiveLoan(app, who, { rupees: 2_000 });
  await receivePayment(
    app,
    (await aStartedPayment(who, { repayId, kind: 'full' })).code,
    rupees(2_001),
  );

  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(1),
    waivedPaise: 0,
  });
});

test('an extension is paid with its own addendum, not with another user’s or another order’s', async () => {
  const who = await aSignedInUser(app);
  const [one, two] = [
    await anActiveLoan(app, who),
    await anActiveLoan(app, who, { productCode: 'N15', rupees: 5_000 }),
  ];

  app.moveDays(14);

  const { addendumNo } = await anAcceptedExtension(who, one);
  expect(await requestPayment(who, { repayId: one, kind: 'extension' })).toMatchObject(
    refusal('addendum_missing'),
  );
  expect((await requestPayment(who, { repayId: two, kind: 'extension', addendumNo })).code).toBe(
    404,
  );

  const stranger = await aSignedInUser(app);
  const theirs = await anActiveLoan(app, stranger);

  expect(
    (await requestPayment(stranger, { repayId: theirs, kind: 'extension', addendumNo })).code,
  ).toBe(404);
  expect(
    (await requestPayment(stranger, { repayId: one, kind: 'extension', addendumNo })).code,
  ).toBe(404);
  app.moveDays(-14);
});

test('the same request returns the same payment; another kind or amount makes another', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const full = await aStartedPayment(who, { repayId, kind: 'full' });

  expect((await aStartedPayment(who, { repayId, kind: 'full' })).code).toBe(full.code);

  const part = await aStartedPayment(who, { repayId, kind: 'part', amountPaise: rupees(500) });
  const other = await aStartedPayment(who, { repayId, kind: 'part', amountPaise: rupees(600) });
  const back = await aStartedPayment(who, { repayId, kind: 'return' });

  expect(new Set([full, part, other, back].map(({ code }) => code)).size).toBe(4);
  expect((await readRepayDetail(who, repayId)).openIntent).toMatchObject({
    code: back.code,
    kind: 'return',
  });
});

test('an order’s status follows its ledger: settled, owing again, overdue, and settled again', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await startAndPay(app, who, { repayId, kind: 'full' });
  await postChargeback(app, who, repayId, 'payment');

  const day = app.deps.today();
  await postOperatorEvent(app, who, repayId, () => ({
    kind: 'waiver',
    day,
    amountPaise: rupees(10_010),
    cause: 'w',
    reason: 'test',
  }));
  app.moveDays(20);
  await postChargeback(app, who, repayId, 'waiver');
  await startAndPay(app, who, { repayId, kind: 'full' });

  const { bill, history } = await readBill(who, repayId);
  expect(bill).toMatchObject({ borrowStatus: OrderStatus.settled, owedPaise: 0, next: null });
  expect(history.slice(3).map(({ borrowStatus, reason }) => [borrowStatus, reason])).toEqual([
    [OrderStatus.settled, 'Everything is repaid'],
    [OrderStatus.active, 'A payment was reversed, so an amount is owed again.'],
    [OrderStatus.settled, 'The lender waived what was not paid. Nothing is owed.'],
    [OrderStatus.overdue, 'A payment was reversed, so an amount is owed again.'],
    [OrderStatus.settled, 'Everything is repaid'],
  ]);
  app.moveDays(-20);
});
