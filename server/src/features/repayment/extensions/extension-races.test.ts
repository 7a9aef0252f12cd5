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
/** ₹10,000 for 15 days, so many days later, with an accepted addendum of 7 days. */
async function agreed(daysAgo: number) {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  later(daysAgo);
  return { who, repayId, addendum: await anAcceptedExtension(who, repayId) };
}
const kindsOf = async (who: SignedInUser, repayId: string) =>
  (await readEntries(who, repayId)).entries.map(({ kind }) => kind).filter((kind) => kind !== 'accrual');

test('paid twice, or twice at once, the date moves once and the second money goes to the principal', async () => {
  for (const isAtOnce of [false, true]) {
    const { who, repayId, addendum } = await agreed(14);
    const { code, amountPaise } = await aStartedPayment(who, {
      repayId,
      kind: 'extension',
      addendumNo: addendum.addendumNo,
    });
    const twice = [() => receivePayment(app, code, amountPaise), () => receivePayment(app, code, amountPaise)];
    if (isAtOnce) await Promise.all(twice.map((one) => one()));
    else for (const one of twice) await one();
    expect(await kindsOf(who, repayId)).toEqual(['disbursement', 'extension', 'payment', 'payment']);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      extendedDueDay: addendum.newDueDay,
      feesPaise: rupees(177),
      principalOwedPaise: rupees(10_000) - amountPaise,
    });
    expect(await requestPayment(who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo })).toMatchObject({
      code: 409,
      data: { reason: 'done' },
    });
    later(-14);
  }
});

test('two addenda accepted and both paid at once: one moves the date, the other is a payment like any other', async () => {
  const { who, repayId, addendum } = await agreed(14);
  const other = await anAcceptedExtension(who, repayId, 15);
  const codes = [];
  for (const { addendumNo } of [addendum, other])
    codes.push(await aStartedPayment(who, { repayId, kind: 'extension', addendumNo }));
  await Promise.all(codes.map(({ code, amountPaise }) => receivePayment(app, code, amountPaise)));
  const { extendedDueDay, feesPaise, principalOwedPaise } = await readRepayDetail(who, repayId);
  expect([addendum.newDueDay, other.newDueDay]).toContain(extendedDueDay);
  expect(feesPaise).toBe(rupees(177));
  // 317 each: of the second all goes to the principal.
  expect(principalOwedPaise).toBe(rupees(10_000 - 317));
});

test('a full payment and the extension at once: nothing is lost, whichever comes first', async () => {
  const { who, repayId, addendum } = await agreed(14);
  const full = await aStartedPayment(who, { repayId, kind: 'full' });
  const extension = await aStartedPayment(who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo });
  await Promise.all([full, extension].map(({ code, amountPaise }) => receivePayment(app, code, amountPaise)));
  const seen = await readRepayDetail(who, repayId);
  expect(seen).toMatchObject({ totalPaise: 0, borrowStatus: OrderStatus.settled, paidPaise: rupees(10_140 + 317) });
  // The fee is charged if the extension came first; what was not needed is the borrower's.
  expect([rupees(317), rupees(317 - 177)]).toContain(seen.overpaidPaise);
  expect(seen.overpaidPaise).toBe(rupees(317) - seen.feesPaise);
});

test('a part paid between acceptance and the extension’s money does not undo what was agreed', async () => {
  const { who, repayId, addendum } = await agreed(14);
  const { code, amountPaise } = await aStartedPayment(who, {
    repayId,
    kind: 'extension',
    addendumNo: addendum.addendumNo,
  });
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });
  // Begun anew it has another price; the code that was given out keeps its word.
  expect((await readRepayDetail(who, repayId)).addendum).toMatchObject({ state: 'lapsed' });
  expect(await requestPayment(who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo })).toMatchObject({
    code: 409,
    data: { reason: 'changed' },
  });
  await receivePayment(app, code, amountPaise);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    extendedDueDay: addendum.newDueDay,
    principalOwedPaise: rupees(10_140 + 177 - 1_000) - amountPaise,
  });
});

test('paid on its day and heard of two days later, over a close of day: the date is moved from its own day on', async () => {
  const { who, repayId, addendum } = await agreed(18);
  const { code, amountPaise } = await aStartedPayment(who, {
    repayId,
    kind: 'extension',
    addendumNo: addendum.addendumNo,
  });
  later(2);
  // The two days added penal charge while nobody knew.
  expect((await readRepayDetail(who, repayId)).overdueFeePaise).toBe(3 * 1_015);
  await receivePayment(app, code, amountPaise, 2);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    extendedDueDay: addendum.newDueDay,
    overdueFeePaise: 1_015,
    // Two days of interest, which the late days had none of.
    totalPaise: rupees(10_020),
  });
});

test('taken back by its bank: both journals are reversed, the old date and the interest hold again, the fee is gone', async () => {
  const { who, repayId, addendum } = await agreed(14);
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
    // The addendum itself is spent: a new one may be asked for.
    addendum: null,
    extension: { isOpen: true, timesLeft: 2 },
  });
  expect((await readEntries(who, repayId)).entries.flatMap(({ takesBack }) => takesBack ?? [])).toEqual([
    'payment',
    'extension',
  ]);
  const history = (await readBill(who, repayId)).history.map(({ borrowStatus, reason }) => [borrowStatus, reason]);
  expect(history.slice(-2)).toEqual([
    [OrderStatus.active, 'The due date was moved.'],
    [OrderStatus.overdue, 'The payment for moving the due date was taken back, so the earlier due date holds again.'],
  ]);
  await startAndPay(app, who, { repayId, kind: 'full' });
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
});
