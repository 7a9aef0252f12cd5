import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { JOBS_WITHOUT_ROW } from '../../../job-list.ts';
import { requeueExhausted } from '../../../platform/jobs/job-store.ts';
import { decideByTwo } from '../../../testing/decisions.ts';
import { exhaustQueuedJobs } from '../../../testing/job-queue.ts';
import {
  anActiveLoan,
  openSandboxBank,
  readEntries,
  readRepayDetail,
  runJobs,
  startFullPayment,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import { aStartedPayment, receivePayment } from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';

const { app, later } = await startMovingApp();

const readCompleted = async ({ client }: SignedInUser) =>
  successData(await client.send(CALLS.billList, { query: { borrowType: '1' } })).details;

const listResidualWaivers = async (who: SignedInUser, repayId: string) => {
  const { entries } = await readEntries(who, repayId);
  return entries
    .filter(({ why }) => why === 'tolerance')
    .map(({ lines }) => lines.find(({ account }) => account === 'waiver_expense')?.amountPaise);
};

test('a waiver that leaves forty paise settles the loan: so little cannot be paid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(5);
  await decideByTwo(app.deps, {
    kind: 'waiver',
    repayId,
    detail: { amountPaise: rupees(10_050) - 40 },
  });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });
  expect(await listResidualWaivers(who, repayId)).toEqual([40]);
  expect(await readCompleted(who)).toMatchObject([
    { borrowStatus: OrderStatus.settled, isRepaid: false },
  ]);
});

test('a loan that the borrower paid is listed as repaid', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await openSandboxBank(app).payIntent(code);
  await openSandboxBank(app).deliverAll(app.url);
  expect(await readCompleted(who)).toMatchObject([
    { borrowStatus: OrderStatus.settled, isRepaid: true },
  ]);
});

test('a regular borrower whose loan was waived stays regular after paying a hundred rupees', async () => {
  const who = await aSignedInUser(app, { bizStatus: UserStatus.regular });
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);

  await decideByTwo(app.deps, { kind: 'waiver', repayId, detail: { amountPaise: rupees(10_010) } });
  await receivePayment(app, code, rupees(100));

  const { userId } = who;
  const user = app.deps.db
    .selectFrom('users')
    .select('onboardingStatus')
    .where('userId', '=', userId);

  expect(await user.executeTakeFirst()).toEqual({ onboardingStatus: UserStatus.regular });
  expect(await readCompleted(who)).toMatchObject([
    { borrowStatus: OrderStatus.settled, isRepaid: false },
  ]);
});

test('a waiver that leaves a rupee leaves it owed', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  await decideByTwo(app.deps, { kind: 'waiver', repayId, detail: { amountPaise: rupees(10_009) } });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: rupees(1),
  });
  expect(await listResidualWaivers(who, repayId)).toEqual([]);
});

test('a chargeback of forty paise is waived the next day, when a waiver is possible', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code } = await startFullPayment(who, repayId);
  const paid = await openSandboxBank(app).payIntent(code);
  if (paid?.kind !== 'payment') throw new Error('the bank took no payment');

  await openSandboxBank(app).deliverAll(app.url);
  later(40);
  await openSandboxBank(app).chargeBack(paid.providerRef, 40);
  await openSandboxBank(app).deliverAll(app.url);
  await runJobs(app);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.overdue,
    totalPaise: 40,
  });
  later(1);
  // Also when its job has exhausted its retries.
  await exhaustQueuedJobs(app.deps.db);
  await requeueExhausted(app.deps.db, JOBS_WITHOUT_ROW);
  await runJobs(app, { delayed: true });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });
  expect(await listResidualWaivers(who, repayId)).toEqual([40]);
});

test('a payment of an earlier day that leaves paise of today settles the loan', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(6);

  const first = await aStartedPayment(who, { repayId, kind: 'part', amountPaise: rupees(5_000) });
  await receivePayment(app, first.code, rupees(5_000));
  later(2);

  const second = await aStartedPayment(who, { repayId, kind: 'part', amountPaise: rupees(5_000) });
  // Four days earlier: 40 interest, 5,009.58 principal; then 9.98 interest for two days, which
  // leaves 40 paise.
  await receivePayment(app, second.code, rupees(5_049) + 58, 4);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
  });
  expect(await listResidualWaivers(who, repayId)).toEqual([40]);
});
