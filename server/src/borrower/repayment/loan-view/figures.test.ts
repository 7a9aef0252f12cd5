import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { expect, test } from 'vitest';
import { issueCoupon } from '../../../lending/orders/coupon-store.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readBill,
  readEntries,
  readRepayDetail,
  runJobs,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import {
  anAcceptedExtension,
  aStartedPayment,
  postChargeback,
  postOperatorEvent,
  receivePayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';

const { app, later } = await startMovingApp();

type Entries = Awaited<ReturnType<typeof readEntries>>;

/** The page's figures computed from its entries, plus what has accrued since the last one. */
function computeFigures({ entries, notYetBooked }: Entries) {
  const of = (account: string, among = entries): number =>
    among
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.account === account ? line.amountPaise : 0), 0);

  const running = (kind: string): number =>
    notYetBooked.find((one) => one.kind === kind)?.amountPaise ?? 0;
  const afterDisbursement = entries.slice(1);
  const owed = ['loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable'];
  const givenUp = of('write_off_expense') + of('recovery_income');

  return {
    principalOwedPaise: of('loan_principal'),
    interestPaise: 0 - of('interest_income') + running('interest'),
    overdueFeePaise: 0 - of('penal_income') + running('penal'),
    feesPaise: 0 - of('fee_income', afterDisbursement) - of('gst_payable', afterDisbursement),
    waivedPaise: of('waiver_expense'),
    paidPaise: of('settlement_in'),
    overpaidPaise: 0 - of('borrower_credit'),
    totalPaise:
      owed.reduce((sum, account) => sum + of(account), 0) +
      givenUp +
      running('interest') +
      running('penal'),
  };
}

/** Each figure equals the sum of its entries, and so do the balances after the last entry. */
async function check(who: SignedInUser, repayId: string, stage: string): Promise<void> {
  const [shown, explained] = [await readRepayDetail(who, repayId), await readEntries(who, repayId)];
  const figures = computeFigures(explained);

  expect(shown, stage).toMatchObject(figures);

  const buckets = Object.values(explained.entries.at(-1)?.after ?? {});
  const running = explained.notYetBooked.reduce((sum, one) => sum + one.amountPaise, 0);
  const owed = buckets.reduce((sum, amount) => sum + amount, 0) + running;

  if (shown.borrowStatus !== OrderStatus.writtenOff) expect(shown.totalPaise, stage).toBe(owed);
  expect((await readBill(who, repayId)).bill.borrowStatus, stage).toBe(shown.borrowStatus);
  checkWorkings(explained, stage);
}

/** Each charge is the sum of its workings, and each working's own arithmetic is right. */
function checkWorkings({ entries, notYetBooked }: Entries, stage: string): void {
  for (const { lines, workings } of entries) {
    const of = (...accounts: string[]) =>
      lines.reduce(
        (sum, line) => sum - (accounts.includes(line.account) ? line.amountPaise : 0),
        0,
      );

    expect(sumRows(workings, 'interest'), stage).toBe(of('interest_income'));
    expect(sumRows(workings, 'penal'), stage).toBe(of('penal_income'));
    if (workings.some((one) => one.of === 'fee'))
      expect(sumRows(workings, 'fee', 'gst'), stage).toBe(of('fee_income', 'gst_payable'));
  }

  for (const one of notYetBooked)
    expect(sumRows(one.workings, one.kind), stage).toBe(one.amountPaise);

  const rows = [...entries, ...notYetBooked].flatMap(({ workings }) => workings);
  for (const { how, basePaise = 0, ppm = 0, days = 1, amountPaise } of rows)
    if (how === 'rate') expect(Math.round((basePaise * ppm * days) / 1e6), stage).toBe(amountPaise);
}

type Working = Entries['entries'][number]['workings'][number];
const sumRows = (rows: readonly Working[], ...kinds: Working['of'][]): number =>
  rows.reduce((sum, { of, amountPaise }) => (kinds.includes(of) ? sum + amountPaise : sum), 0);

test('figures equal entries through extension, part payment, waiver, reversals, coupon, overpayment and refund', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await check(who, repayId, 'just disbursed');
  later(5);
  await check(who, repayId, 'five days later');
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });
  await check(who, repayId, 'after a part payment');
  later(12);
  await check(who, repayId, 'two days overdue');

  const { addendumNo } = await anAcceptedExtension(who, repayId);
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo });
  await check(who, repayId, 'extended');
  later(3);

  const day = app.deps.today();
  await postOperatorEvent(app, who, repayId, () => ({
    kind: 'waiver',
    day,
    amountPaise: 1_234,
    cause: 'w1',
    reason: 'goodwill',
  }));
  await check(who, repayId, 'after a waiver');
  await postChargeback(app, who, repayId, 'waiver');
  await check(who, repayId, 'after reversing the waiver');

  const late = await aStartedPayment(who, { repayId, kind: 'part', amountPaise: rupees(500) });
  await receivePayment(app, late.code, rupees(500), 10);
  await check(who, repayId, 'after a payment dated ten days ago');
  await postChargeback(app, who, repayId, 'payment');
  await check(who, repayId, 'after reversing a payment');
  later(9);
  await check(who, repayId, 'overdue again, with penal charge');

  const couponId = await app.deps.db.transaction().execute((tx) =>
    issueCoupon(tx, who.userId, {
      kind: 'interest',
      discount: { amount: rupees(20) },
      minPrincipal: rupees(0),
      expiresOn: addDays(app.deps.today(), 1),
      source: 'operator',
      actor: 'test operator',
      now: app.deps.now(),
    }),
  );
  const chosen = await who.client.send(CALLS.repayDetail, {
    params: { repayId },
    query: { couponId },
  });

  expect(chosen.data).toMatchObject({ coupon: { couponId, isUsed: false } });

  const { code, amountPaise } = await aStartedPayment(who, { repayId, kind: 'full', couponId });
  expect(chosen.data).toMatchObject({ toPayPaise: amountPaise });
  await openSandboxBank(app).payIntent(code, amountPaise + 555);
  await openSandboxBank(app).deliverAll(app.url);
  await check(who, repayId, 'overpaid with a coupon');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 555,
  });
  await runJobs(app);
  await check(who, repayId, 'after the refund');
  expect((await readRepayDetail(who, repayId)).overpaidPaise).toBe(0);
});

test('workings of each entry: days since the previous one, fees by their rate', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const lent = app.deps.today();

  later(5);
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_050) });
  later(6);

  const { entries, notYetBooked } = await readEntries(who, repayId);
  const rows = entries.map(({ kind, day, fromDay, workings }) => [kind, day, fromDay, workings]);
  const by = { of: 'interest', how: 'rate', ppm: 1_000 };

  expect(rows).toEqual([
    [
      'disbursement',
      lent,
      null,
      [
        {
          of: 'fee',
          how: 'rate',
          basePaise: rupees(10_000),
          ppm: 30_000,
          amountPaise: rupees(300),
        },
        { of: 'gst', how: 'rate', basePaise: rupees(300), ppm: 180_000, amountPaise: rupees(54) },
      ],
    ],
    // The first accrual covers several days, from the day of disbursement.
    [
      'accrual',
      addDays(lent, 4),
      lent,
      [{ ...by, basePaise: rupees(10_000), days: 4, amountPaise: rupees(40) }],
    ],
    [
      'payment',
      addDays(lent, 5),
      null,
      [{ ...by, basePaise: rupees(10_000), days: 1, amountPaise: rupees(10) }],
    ],
  ]);

  expect(notYetBooked).toMatchObject([
    {
      kind: 'interest',
      days: 6,
      workings: [{ ...by, basePaise: rupees(9_000), days: 6, amountPaise: rupees(54) }],
    },
  ]);
  expect(
    rows.flatMap(([, , , workings]) => workings as Working[]).filter(({ how }) => how !== 'rate'),
  ).toEqual([]);
});

test('a backdated payment corrects interest already posted, as a row of its own', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(10);
  await postOperatorEvent(app, who, repayId, () => ({
    kind: 'accrual',
    day: app.deps.today(),
    cause: 'now',
  }));

  const { code } = await aStartedPayment(who, {
    repayId,
    kind: 'part',
    amountPaise: rupees(1_000),
  });
  await receivePayment(app, code, rupees(1_000), 5);

  const earlier = (await readEntries(who, repayId)).entries.flatMap(({ workings }) =>
    workings.filter(({ how }) => how === 'earlier'),
  );
  // The total is right; what the later entry had posted too much is shown where it is deducted.
  expect(earlier.map(({ amountPaise }) => Math.sign(amountPaise))).toEqual([-1, 1]);
  expect(sumRows(earlier, 'interest')).toBe(0);
  await check(who, repayId, 'after a payment dated five days ago');
});

test('figures equal entries through a partial chargeback, a write-off and recovery in parts', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  later(3);

  const { code } = await aStartedPayment(who, {
    repayId,
    kind: 'part',
    amountPaise: rupees(2_000),
  });
  const paid = await openSandboxBank(app).payIntent(code);

  await openSandboxBank(app).deliverAll(app.url);
  await check(who, repayId, 'after a part payment');
  later(2);

  if (paid?.kind !== 'payment') throw new Error('the payment was declined');

  await openSandboxBank(app).chargeBack(paid.providerRef, rupees(700));
  await openSandboxBank(app).deliverAll(app.url);
  await check(who, repayId, 'after a partial chargeback');
  expect((await readRepayDetail(who, repayId)).paidPaise).toBe(rupees(1_300));
  later(20);
  await check(who, repayId, 'fifteen days or more overdue');

  const day = app.deps.today();
  const owed = (await readRepayDetail(who, repayId)).totalPaise;

  await postOperatorEvent(app, who, repayId, () => ({
    kind: 'write_off',
    day,
    cause: 'x1',
    reason: 'lost',
  }));
  await check(who, repayId, 'after the write-off');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.writtenOff,
    totalPaise: owed,
    principalOwedPaise: 0,
  });
  later(10);
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_500) });
  await check(who, repayId, 'after a partial recovery');
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(owed - rupees(1_500));
  await startAndPay(app, who, { repayId, kind: 'full' });
  await check(who, repayId, 'fully recovered');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });
  await postChargeback(app, who, repayId, 'payment');
  await check(who, repayId, 'after reversing the last payment');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.writtenOff,
    totalPaise: owed - rupees(1_500),
  });
});
