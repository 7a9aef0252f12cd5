import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { expect, test } from 'vitest';
import { anActiveLoan, readBill, readEntries, readRepayDetail } from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import {
  anAcceptedExtension,
  aStartedPayment,
  postChargeback,
  receivePayment,
  requestPayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';

const { app, later } = await startMovingApp();

/** A loan of ₹10,000 for 15 days, `daysAgo` days old, with an accepted addendum of 7 days. */
async function borrowWithAddendum(daysAgo: number) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  later(daysAgo);
  return { who, repayId, addendum: await anAcceptedExtension(who, repayId) };
}

const startExtension = (
  who: SignedInUser,
  repayId: string,
  { addendumNo }: { addendumNo: string },
) => aStartedPayment(who, { repayId, kind: 'extension', addendumNo });

const readKinds = async (who: SignedInUser, repayId: string) =>
  (await readEntries(who, repayId)).entries
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'accrual');

test('an extension paid twice, in sequence or at once, moves the date once; the second payment reduces the principal', async () => {
  for (const isAtOnce of [false, true]) {
    const { who, repayId, addendum } = await borrowWithAddendum(14);
    const { code, amountPaise } = await startExtension(who, repayId, addendum);
    const twice = [
      () => receivePayment(app, code, amountPaise),
      () => receivePayment(app, code, amountPaise),
    ];

    if (isAtOnce) await Promise.all(twice.map((one) => one()));
    else for (const one of twice) await one();
    expect(await readKinds(who, repayId)).toEqual([
      'disbursement',
      'extension',
      'payment',
      'payment',
    ]);

    expect(await readRepayDetail(who, repayId)).toMatchObject({
      extendedDueDay: addendum.newDueDay,
      feesPaise: rupees(177),
      principalOwedPaise: rupees(10_000) - amountPaise,
    });

    expect(
      await requestPayment(who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo }),
    ).toMatchObject({
      code: 409,
      data: { reason: 'done' },
    });
    later(-14);
  }
});

test('two accepted addenda paid at once: one moves the date, the other is an ordinary payment', async () => {
  const { who, repayId, addendum } = await borrowWithAddendum(14);
  const other = await anAcceptedExtension(who, repayId, 15);
  const codes = [];

  for (const { addendumNo } of [addendum, other])
    codes.push(await aStartedPayment(who, { repayId, kind: 'extension', addendumNo }));
  await Promise.all(codes.map(({ code, amountPaise }) => receivePayment(app, code, amountPaise)));

  const { extendedDueDay, feesPaise, principalOwedPaise } = await readRepayDetail(who, repayId);
  expect([addendum.newDueDay, other.newDueDay]).toContain(extendedDueDay);
  expect(feesPaise).toBe(rupees(177));
  // 317 each: the whole of the second reduces the principal.
  expect(principalOwedPaise).toBe(rupees(10_000 - 317));
});

test('a full payment and an extension payment at once: nothing is lost, whichever is posted first', async () => {
  const { who, repayId, addendum } = await borrowWithAddendum(14);
  const full = await aStartedPayment(who, { repayId, kind: 'full' });
  const extension = await startExtension(who, repayId, addendum);

  await Promise.all(
    [full, extension].map(({ code, amountPaise }) => receivePayment(app, code, amountPaise)),
  );

  const seen = await readRepayDetail(who, repayId);
  expect(seen).toMatchObject({
    totalPaise: 0,
    borrowStatus: OrderStatus.settled,
    paidPaise: rupees(10_140 + 317),
  });
  // The fee is charged only if the extension was posted first; the excess is the borrower's credit.
  expect([rupees(317), rupees(317 - 177)]).toContain(seen.overpaidPaise);
  expect(seen.overpaidPaise).toBe(rupees(317) - seen.feesPaise);
});

test('a part payment between acceptance and the extension payment does not void the addendum', async () => {
  const { who, repayId, addendum } = await borrowWithAddendum(14);
  const { code, amountPaise } = await startExtension(who, repayId, addendum);

  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });
  // A new request would have another price; the code already issued keeps the agreed one.
  expect((await readRepayDetail(who, repayId)).addendum).toMatchObject({ state: 'lapsed' });
  expect(
    await requestPayment(who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo }),
  ).toMatchObject({
    code: 409,
    data: { reason: 'changed' },
  });
  await receivePayment(app, code, amountPaise);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    extendedDueDay: addendum.newDueDay,
    principalOwedPaise: rupees(10_140 + 177 - 1_000) - amountPaise,
  });
});

test('an extension reported two days late, after a close of day, takes effect from its own day', async () => {
  const { who, repayId, addendum } = await borrowWithAddendum(18);
  const { code, amountPaise } = await startExtension(who, repayId, addendum);

  later(2);
  // Until the report arrives, the two days accrue penal charge.
  expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBe(3 * 1_015);
  await receivePayment(app, code, amountPaise, 2);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    extendedDueDay: addendum.newDueDay,
    overdueFeePaise: 1_015,
    // Two days of interest: overdue days accrue none.
    totalPaise: rupees(10_020),
  });
});

test('a chargeback reverses both journals: the old due date and the interest apply again, the fee is cancelled', async () => {
  const { who, repayId, addendum } = await borrowWithAddendum(14);
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo });
  later(3);
  await postChargeback(app, who, repayId, 'payment');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    feesPaise: rupees(177),
    paidPaise: 0,
  });
  await postChargeback(app, who, repayId, 'extension');
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.overdue,
    overdueDays: 2,
    extendedDueDay: null,
    feesPaise: 0,
    interestPaise: rupees(150),
    totalPaise: rupees(10_150),
    // The addendum has ended: a new one may be quoted.
    addendum: null,
    extension: { isOpen: true, timesLeft: 2 },
  });
  expect(
    (await readEntries(who, repayId)).entries.flatMap(({ reversesKind }) => reversesKind ?? []),
  ).toEqual(['payment', 'extension']);

  const history = (await readBill(who, repayId)).history.map(({ borrowStatus, reason }) => [
    borrowStatus,
    reason,
  ]);
  expect(history.slice(-2)).toEqual([
    [OrderStatus.active, 'The due date was moved.'],
    [
      OrderStatus.overdue,
      'The payment for moving the due date was reversed, so the earlier due date applies again.',
    ],
  ]);
  await startAndPay(app, who, { repayId, kind: 'full' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});
