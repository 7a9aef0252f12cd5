import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runSelfChecks } from '../../processes/self-checks/self-checks.ts';
import { receiveEvent } from '../../processes/webhooks/provider-events.ts';
import { readSandboxMessages } from '../../sandbox/phone/store.ts';
import { sweep } from '../../schedule/sweep.ts';
import {
  anAppliedLoan,
  openSandboxBank,
  queuedJobNames,
  readBill,
  readCredit,
  readPayouts,
  readRepayDetail,
  readStatus,
  runJobs,
} from '../../testing/loans.ts';
import { cancelOrder } from '../../testing/preorders.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let app: TestApp;
let who: SignedInUser;
let repayId: string;

beforeEach(async () => {
  app = await startApp();
  who = await aSignedInUser(app);
  repayId = await anAppliedLoan(who);
});

afterEach(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

const bankPays = (behaviour: 'low_balance' | 'succeed') =>
  openSandboxBank(app).setBehaviour('payouts', behaviour);
const readPayout = async () => (await readPayouts(app, who))[0]!;

async function queueAtProvider(): Promise<void> {
  await bankPays('low_balance');
  await runJobs(app);
  expect(await readPayout()).toMatchObject({ state: 'queued' });
}

/** Messages that reached the borrower about a payout that was stopped. */
const readMessages = async () => {
  await runJobs(app, { delayed: true });
  const messages = await readSandboxMessages(app.deps.db, who.phone);
  return messages.filter(({ template }) => template === 'payout_cancelled');
};

const listCancelJobs = async () =>
  (await queuedJobNames(app)).filter((name) => name === 'cancel-payout');

test('a loan whose payout waits for money at the provider is withdrawn once a job has cancelled it there', async () => {
  await queueAtProvider();
  expect((await readBill(who, repayId)).bill).toMatchObject({
    borrowStatus: OrderStatus.disbursing,
    mayWithdraw: true,
  });

  const asked = vi.spyOn(app.deps.payouts, 'cancel');
  expect(successData(await cancelOrder(who, repayId))).toEqual({
    borrowStatus: OrderStatus.disbursing,
  });
  expect(asked).not.toHaveBeenCalled();
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursing);
  await runJobs(app);
  expect(await readBill(who, repayId)).toMatchObject({
    bill: { borrowStatus: OrderStatus.cancelled },
    payout: null,
    history: expect.arrayContaining([
      expect.objectContaining({ reason: expect.stringMatching(/^You cancelled it/) }),
    ]),
  });
  expect(await readMessages()).toHaveLength(1);
  expect(await readCredit(who)).toMatchObject({ heldPaise: 0, owedPaise: 0 });
  await bankPays('succeed');
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);

  const { payoutRef } = await readPayout();
  expect(await app.deps.payouts.find(payoutRef)).toMatchObject({ state: 'failed' });
});

test('a payout that the provider sent meanwhile is not cancelled: the loan begins', async () => {
  await queueAtProvider();
  await bankPays('succeed');
  expect(successData(await cancelOrder(who, repayId))).toEqual({
    borrowStatus: OrderStatus.disbursing,
  });
  await runJobs(app, { delayed: true });
  expect(await readStatus(who, repayId)).toBe(OrderStatus.active);
  expect(await readMessages()).toEqual([]);
  expect(await cancelOrder(who, repayId)).toMatchObject({ code: 409, data: { reason: 'status' } });
});

test('a cancellation without an answer withdraws nothing, and is asked for again', async () => {
  await queueAtProvider();

  const lost = vi.spyOn(app.deps.payouts, 'cancel').mockRejectedValue(new Error('no answer'));
  expect(successData(await cancelOrder(who, repayId))).toEqual({
    borrowStatus: OrderStatus.disbursing,
  });
  await runJobs(app);
  lost.mockRestore();
  expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursing);
  expect(await listCancelJobs()).toHaveLength(1);
});

test('two withdrawals at once ask the provider once', async () => {
  await queueAtProvider();

  const answers = await Promise.all([cancelOrder(who, repayId), cancelOrder(who, repayId)]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(await listCancelJobs()).toHaveLength(1);
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);
});

test('a loan is withdrawn also when the provider reports the cancellation before the job has its answer', async () => {
  await queueAtProvider();

  const { payoutRef } = await readPayout();
  const { cancel } = app.deps.payouts;

  vi.spyOn(app.deps.payouts, 'cancel').mockImplementation(async (ref) => {
    const answer = await cancel.call(app.deps.payouts, ref);
    const event = {
      kind: 'payout' as const,
      eventId: 'evt_cancelled',
      payoutRef,
      state: 'failed' as const,
    };

    await receiveEvent(app.deps, 'sandbox', { ...event, providerId: 'pout_1', reason: 'our_side' });
    expect(await readStatus(who, repayId)).toBe(OrderStatus.disbursementFailed);

    return answer;
  });
  expect(successData(await cancelOrder(who, repayId))).toEqual({
    borrowStatus: OrderStatus.disbursing,
  });
  await runJobs(app);
  expect(await readStatus(who, repayId)).toBe(OrderStatus.cancelled);
});

test('staff are alerted of a payout undecided for two hours, and again every six', async () => {
  await queueAtProvider();

  const logged = vi.spyOn(app.deps.log, 'error');

  const alarms = async (afterHours: number) => {
    app.advance(afterHours * HOUR);
    logged.mockClear();
    await sweep(app.deps);
    return logged.mock.calls.filter(([, text]) => String(text).startsWith('payouts are undecided'));
  };

  expect(await alarms(1.9)).toEqual([]);

  const { payoutRef } = await readPayout();
  expect(await alarms(0.2)).toEqual([
    [{ payouts: [{ payoutRef, state: 'queued', hours: 2 }], of: 1 }, expect.any(String)],
  ]);
  expect(await alarms(5)).toEqual([]);
  expect(await alarms(1.1)).toHaveLength(1);
});

test('the nightly checks name a payout undecided for two hours, as no fault, until it is decided', async () => {
  await queueAtProvider();

  const { payoutRef } = await readPayout();

  const listed = async () => {
    const checks = await runSelfChecks(app.deps.db, {
      today: app.deps.today(),
      now: app.deps.now(),
    });
    const found = checks.find(({ name }) => name === 'payouts are decided');

    expect(found?.problems).toEqual([]);

    return found?.listed;
  };

  app.advance(1.9 * HOUR);
  expect(await listed()).toEqual([]);
  app.advance(7.2 * HOUR);
  expect(await listed()).toEqual([`order ${repayId}: payout ${payoutRef} is queued for 9 hours`]);
  await bankPays('succeed');
  await runJobs(app, { delayed: true });
  expect(await listed()).toEqual([]);
});

test.each([
  ['two days ago, when the provider sent it', 0, 0],
  ['not before the payout was made', -5, 0],
  ['not after today', 9, 2],
])('a loan begins %s', async (_what, days, begins) => {
  await queueAtProvider();

  const made = app.deps.today();
  const paidAtMs = app.deps.now() + days * DAY;

  app.moveDays(2);

  const { payoutRef } = await readPayout();
  const event = {
    kind: 'payout' as const,
    eventId: 'evt_paid',
    payoutRef,
    state: 'confirmed' as const,
  };

  await receiveEvent(app.deps, 'sandbox', { ...event, providerId: 'pout_1', paidAtMs });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    dueDay: addDays(made, begins + 15),
    totalPaise: rupees(10_000 + (begins === 0 ? 20 : 10)),
  });
});
