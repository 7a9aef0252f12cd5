import { createHash } from 'node:crypto';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, businessDay, formatDay } from '@noren/core/money/time';
import { canonicalJson } from '@noren/core/people/canonical-json';
import { expect, test } from 'vitest';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { listLines, readBill, readEntries, readRepayDetail, runJobs } from '../../testing/loans.ts';
import { startMovingApp } from '../../testing/moving-clock-app.ts';
import {
  acceptExtension,
  anAcceptedExtension,
  quoteExtension,
  requestPayment,
  startAndPay,
} from '../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';

const { app, later, borrowDaysAgo } = await startMovingApp();

const readHistory = async (who: SignedInUser, repayId: string) =>
  (await readBill(who, repayId)).history.map(({ borrowStatus, reason }) => [borrowStatus, reason]);

test('every choice shows its price, cost and due date before the request; outside the window there is none', async () => {
  const { who, repayId } = await borrowDaysAgo(13);
  const dueDay = addDays(app.deps.today(), 2);
  const { addendum } = successData(await quoteExtension(who, repayId));
  const { payNowPaise, payThenPaise, feePaise, gstPaise, extraInterestPaise } = addendum;
  const costPaise = feePaise + gstPaise + extraInterestPaise;

  expect((await readRepayDetail(who, repayId)).extension?.choices).toEqual([
    { days: 7, newDueDay: addDays(dueDay, 7), payNowPaise, payThenPaise, costPaise },
    // Eight days more: ₹80 of interest.
    {
      days: 15,
      newDueDay: addDays(dueDay, 15),
      payNowPaise,
      payThenPaise: payThenPaise + rupees(80),
      costPaise: costPaise + rupees(80),
    },
  ]);

  const early = await borrowDaysAgo(3);
  expect((await readRepayDetail(early.who, early.repayId)).extension).toMatchObject({
    isOpen: false,
    choices: [],
  });
});

test('an addendum two days before the due date shows the payment now, the payment then, and the APR', async () => {
  const { who, repayId } = await borrowDaysAgo(13);
  const dueDay = addDays(app.deps.today(), 2);
  const { addendum } = successData(await quoteExtension(who, repayId));

  expect(addendum).toMatchObject({
    repayId,
    day: app.deps.today(),
    days: 7,
    oldDueDay: dueDay,
    newDueDay: addDays(dueDay, 7),
    times: 1,
    mostTimes: 2,
    interestPaise: rupees(130),
    penalPaise: 0,
    feesBeforePaise: 0,
    feePaise: rupees(150),
    gstPaise: rupees(27),
    payNowPaise: rupees(307),
    principalPaise: rupees(10_000),
    interestToComePaise: rupees(90),
    payThenPaise: rupees(10_090),
    // Seven extra days: 9,823 received, 10,070 repaid.
    aprHundredths: 13_111,
    isAccepted: false,
  });

  const rows = Object.fromEntries(
    addendum.sections.flatMap((section) => section.rows).map((row) => [row.id, row]),
  );
  expect(rows).toMatchObject({
    newDueDay: { kind: 'day', value: addendum.newDueDay },
    payNow: { kind: 'paise', value: rupees(307) },
    extensionFee: { kind: 'percent', value: 15_000 },
    apr: { kind: 'percent', value: 1_311_100 },
  });
  expect(addendum.schedule).toMatchObject([
    { dueDay: addendum.newDueDay, totalPaise: rupees(10_090) },
  ]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    addendum: null,
    extension: { isOpen: true, timesLeft: 2 },
  });
});

test('two days before the due date: accrued interest, fee and GST are paid, the date moves, the principal stays', async () => {
  const { who, repayId } = await borrowDaysAgo(13);
  const dueDay = addDays(app.deps.today(), 2);
  const addendum = await anAcceptedExtension(who, repayId);

  expect((await readRepayDetail(who, repayId)).addendum).toMatchObject({
    state: 'accepted',
    payNowPaise: rupees(307),
  });
  expect(
    await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo }),
  ).toBe(rupees(307));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    dueDay,
    extendedDueDay: addendum.newDueDay,
    principalOwedPaise: rupees(10_000),
    interestPaise: rupees(130),
    feesPaise: rupees(177),
    paidPaise: rupees(307),
    totalPaise: rupees(10_000),
    addendum: null,
    extension: { opensOn: addDays(dueDay, 4), isOpen: false, timesLeft: 1 },
  });

  const { entries } = await readEntries(who, repayId);
  expect(entries.map(({ kind }) => kind)).toEqual([
    'disbursement',
    'accrual',
    'extension',
    'payment',
  ]);

  expect(listLines(entries[2])).toEqual([
    ['interest_receivable', rupees(10)],
    ['interest_income', -rupees(10)],
    ['fees_receivable', rupees(177)],
    ['fee_income', -rupees(150)],
    ['gst_payable', -rupees(27)],
  ]);

  expect((await readHistory(who, repayId)).at(-1)).toEqual([
    OrderStatus.active,
    'The due date was moved.',
  ]);
  later(9);
  expect((await readRepayDetail(who, repayId)).totalPaise).toBe(rupees(10_090));
  later(1);
  // Only the day after the new due date is overdue.
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    overdueDays: 1,
    totalPaise: rupees(10_090),
  });
});

test('three days overdue: the penal charge is paid too, and the order is active again', async () => {
  const { who, repayId } = await borrowDaysAgo(18);
  expect((await readRepayDetail(who, repayId)).borrowStatus).toBe(OrderStatus.overdue);

  const addendum = await anAcceptedExtension(who, repayId, 15);
  expect(addendum).toMatchObject({
    interestPaise: rupees(150),
    // One day after two of grace: 0.1 % of 10,150.
    penalPaise: 1_015,
    payNowPaise: rupees(150) + 1_015 + rupees(177),
    // Twelve days, to the end of the thirty days.
    interestToComePaise: rupees(120),
  });
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: addendum.addendumNo });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    overdueDays: 0,
    overdueFeePaise: 1_015,
    principalOwedPaise: rupees(10_000),
    totalPaise: rupees(10_000),
  });
  await runJobs(app);

  const [message] = await readSandboxMessages(app.deps.db, who.phone, 1);
  expect(message).toMatchObject({
    template: 'due_date_moved',
    values: { repayId, dueDay: formatDay(businessDay(addendum.newDueDay)) },
  });

  expect((await readHistory(who, repayId)).slice(-2)).toEqual([
    [OrderStatus.overdue, 'The due date has passed.'],
    [OrderStatus.active, 'The due date was moved.'],
  ]);
});

test('each refusal of a quote has its own reason', async () => {
  const { who, repayId } = await borrowDaysAgo(11);
  expect(await quoteExtension(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'too_early' },
  });
  later(1);
  expect(await quoteExtension(who, repayId, 10)).toMatchObject({
    code: 409,
    data: { reason: 'other_days' },
  });
  expect((await quoteExtension(await aSignedInUser(app), repayId)).code).toBe(404);

  const first = await anAcceptedExtension(who, repayId);
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: first.addendumNo });
  expect(await quoteExtension(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'too_early' },
  });
  later(7);

  const second = await anAcceptedExtension(who, repayId);
  expect(second.times).toBe(2);
  await startAndPay(app, who, { repayId, kind: 'extension', addendumNo: second.addendumNo });
  later(7);
  expect(await quoteExtension(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'no_more_times' },
  });
  expect((await readRepayDetail(who, repayId)).extension).toBeNull();
  await startAndPay(app, who, { repayId, kind: 'full' });
  expect(await quoteExtension(who, repayId)).toMatchObject({
    code: 409,
    data: { reason: 'nothing_owed' },
  });

  const late = await borrowDaysAgo(19);
  expect(await quoteExtension(late.who, late.repayId)).toMatchObject({
    code: 409,
    data: { reason: 'too_late' },
  });
  expect((await readRepayDetail(late.who, late.repayId)).extension).toBeNull();
});

test('an addendum is accepted only as shown, with a code entered within half an hour, on its own day', async () => {
  const { who, repayId } = await borrowDaysAgo(14);
  const { addendum } = successData(await quoteExtension(who, repayId));
  const stored = await app.deps.db
    .selectFrom('addenda')
    .select(['document', 'hash'])
    .where('addendumNo', '=', addendum.addendumNo)
    .executeTakeFirstOrThrow();

  expect(createHash('sha256').update(canonicalJson(stored.document)).digest('hex')).toBe(
    stored.hash,
  );
  expect(addendum.hash).toBe(stored.hash);

  const other = await acceptExtension(who, { ...addendum, hash: 'a'.repeat(64) });
  expect(other).toMatchObject({ code: 409, data: { reason: 'addendum' } });
  expect((await acceptExtension(await aSignedInUser(app), addendum)).code).toBe(404);

  const early = await requestPayment(who, {
    repayId,
    kind: 'extension',
    addendumNo: addendum.addendumNo,
  });
  expect(early).toMatchObject({ code: 409, data: { reason: 'not_accepted' } });
  app.advance(31 * 60_000);
  expect((await acceptExtension(who, addendum)).code).toBe(316);
  app.advance(-31 * 60_000);
  expect(successData(await quoteExtension(who, repayId)).addendum.addendumNo).toBe(
    addendum.addendumNo,
  );
  later(1);
  expect(await acceptExtension(who, addendum)).toMatchObject({
    code: 315,
    data: { reason: 'lapsed' },
  });

  const fresh = successData(await quoteExtension(who, repayId)).addendum;
  expect(fresh.addendumNo).not.toBe(addendum.addendumNo);
  // A payment in between changes the amounts: the addendum shown before is no longer valid.
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(1_000) });
  expect(await acceptExtension(who, fresh)).toMatchObject({
    code: 315,
    data: { reason: 'changed' },
  });
});
