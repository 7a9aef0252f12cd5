import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { decideByName, proposeByName } from '../../../testing/decisions.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readBill,
  readEntries,
  readRepayDetail,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { startMovingApp } from '../../../testing/moving-clock-app.ts';
import {
  acceptExtension,
  aPaidLoan,
  aStartedPayment,
  chargeBack,
  quoteExtension,
  receivePayment,
  startAndPay,
} from '../../../testing/repayments.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../../testing/users.ts';
import { findOrder } from '../../orders/order-store.ts';
import { makeRefunds, refundOverpaid } from '../refunds/refunds.ts';
import { sendRefund } from '../refunds/send-refund.ts';
import { syncOrder } from './sync-order-job.ts';

// Two processes: the new day has started for one, not for the other. The second must see what the
// first posts.
const { app, later } = await startMovingApp();

/** Runs something in a process whose business day is still the day before. */
async function behind<T>(work: () => Promise<T>): Promise<T> {
  later(-1);
  try {
    return await work();
  } finally {
    later(1);
  }
}

const readKey = async ({ userId }: SignedInUser, repayId: string) => {
  const { orderId } = (await findOrder(app.deps.db, userId, repayId))!;
  return { userId, orderId };
};

const readRefunds = ({ userId }: SignedInUser) =>
  app.deps.db
    .selectFrom('refunds')
    .select(['amountPaise', 'state', 'reason'])
    .where('userId', '=', userId)
    .execute();

const readSum = async ({ userId }: SignedInUser, account: string): Promise<number> =>
  (
    await sql<{ sum: number }>`select coalesce(sum(amount_paise), 0)::bigint as sum from entries
     where user_id = ${userId} and account = ${account}`.execute(app.deps.db)
  ).rows[0]!.sum;

async function approve(proposal: Parameters<typeof proposeByName>[1]): Promise<void> {
  await decideByName(app.deps, {
    requestId: await proposeByName(app.deps, proposal),
    checker: 'Ravi',
    decision: 'approve',
  });
}

test('an overpayment charged back since is not refunded', async () => {
  const { who, repayId, refs } = await aPaidLoan(app, rupees(1_000));
  later(1);
  await chargeBack(app, refs[0]!, rupees(1_000));
  await behind(async () => refundOverpaid(app.deps, await readKey(who, repayId)));
  expect(await readRefunds(who)).toEqual([]);
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    overpaidPaise: 0,
  });
});

test('a remaining overpayment is refunded on the order’s effective day', async () => {
  const { who, repayId, refs } = await aPaidLoan(app, rupees(1_000));
  later(1);
  await chargeBack(app, refs[1]!, rupees(400));
  await behind(async () => refundOverpaid(app.deps, await readKey(who, repayId)));
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toMatchObject([{ amountPaise: rupees(600), state: 'confirmed' }]);
  expect((await readEntries(who, repayId)).entries.at(-1)).toMatchObject({
    kind: 'refund',
    day: app.deps.today(),
  });
});

test('a refund is not sent when its money is owed again since', async () => {
  const { who, repayId, amountPaise, refs } = await aPaidLoan(app, rupees(1_000));
  const key = await readKey(who, repayId);
  const [refundRef = ''] = await app.deps.db
    .transaction()
    .execute((tx) => makeRefunds(tx, app.deps, key));

  later(1);
  await chargeBack(app, refs[0]!);
  await behind(() => sendRefund(app.deps, { ...key, refundRef }));
  expect(await readRefunds(who)).toMatchObject([{ state: 'cancelled', reason: 'owed_again' }]);

  const owed = {
    borrowStatus: OrderStatus.active,
    totalPaise: amountPaise - rupees(1_000),
    overpaidPaise: 0,
  };
  expect(await readRepayDetail(who, repayId)).toMatchObject(owed);
});

test('a payment of the day before reduces what is owed again since', async () => {
  const { who, repayId, code, amountPaise, refs } = await aPaidLoan(app);
  later(1);
  await chargeBack(app, refs[0]!);
  await behind(() => receivePayment(app, code, rupees(3_000)));
  await runJobs(app, { delayed: true });
  expect(await readRefunds(who)).toEqual([]);

  const owed = {
    borrowStatus: OrderStatus.active,
    totalPaise: amountPaise - rupees(3_000),
    overpaidPaise: 0,
  };
  expect(await readRepayDetail(who, repayId)).toMatchObject(owed);
});

test('an overpayment by a payment of the day before is refunded', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);
  const { code, amountPaise } = await startFullPayment(who, repayId);

  later(1);
  await receivePayment(app, code, rupees(3_000));
  await behind(() => receivePayment(app, code, amountPaise));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: rupees(3_000),
  });
  await runJobs(app, { delayed: true });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    overpaidPaise: 0,
  });
});

test.each([0, 1])(
  'a loan of the new day is paid where that day has not started, by a clock %i days after it',
  async (days) => {
    later(1);

    const who = await aSignedInUser(app);
    const repayId = await anActiveLoan(app, who);
    const { code, amountPaise } = await startFullPayment(who, repayId);
    const paidAtMs = app.deps.now() + days * 86_400_000;
    const response = await behind(() =>
      sendWebhook(app, aPaymentEvent(app, code, amountPaise, { paidAtMs })),
    );

    expect(response.status).toBe(200);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
      overpaidPaise: 0,
    });
  },
);

test('a payment, an extension and the page take account of what was posted on the new day', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(14);
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(4_000) });

  const seen = await readRepayDetail(who, repayId);
  const bill = await readBill(who, repayId);
  const { addendum } = successData(await quoteExtension(who, repayId));

  await behind(async () => {
    expect(await readRepayDetail(who, repayId)).toEqual(seen);
    expect(await readBill(who, repayId)).toMatchObject({
      bill: { owedPaise: bill.bill.owedPaise },
    });
    expect((await aStartedPayment(who, { repayId, kind: 'full' })).amountPaise).toBe(
      seen.totalPaise,
    );
    expect(successData(await quoteExtension(who, repayId)).addendum).toEqual(addendum);
    successData(await acceptExtension(who, addendum));

    const { addendumNo } = addendum;
    await receivePayment(
      app,
      (await aStartedPayment(who, { repayId, kind: 'extension', addendumNo })).code,
      addendum.payNowPaise,
      -1,
    );
  });
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    extendedDueDay: addDays(businessDay(seen.dueDay!), 7),
  });
  expect(
    successData(await who.client.send(CALLS.repayEntries, { params: { repayId } })).asOfDay,
  ).toBe(app.deps.today());
});

test('a write-off covers what was left after the payments of the new day', async () => {
  const who = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who);

  later(15 + 91);

  const { totalPaise } = await readRepayDetail(who, repayId);
  await startAndPay(app, who, { repayId, kind: 'part', amountPaise: rupees(4_000) });
  await behind(() =>
    approve({ kind: 'write_off', repayId, detail: {}, maker: 'Asha', reason: 'cannot be reached' }),
  );
  expect(await readSum(who, 'write_off_expense')).toBe(totalPaise - rupees(4_000));
  expect(await readSum(who, 'recovery_income')).toBe(0);
});

test('a payment reversed by operators is owed again in addition to a chargeback of the new day', async () => {
  const { who, repayId, code, amountPaise, refs } = await aPaidLoan(app, rupees(2_000));
  later(1);
  await chargeBack(app, refs[1]!);

  const { journalId } = (await readEntries(who, repayId)).entries.find(
    ({ kind }) => kind === 'payment',
  )!;
  const why = { maker: 'Asha', reason: 'booked for another by mistake' };

  await behind(() => approve({ kind: 'reversal', repayId, detail: { journalId }, ...why }));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.active,
    totalPaise: amountPaise,
  });
  await behind(() => receivePayment(app, code, amountPaise));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    overpaidPaise: 0,
  });
});

test('residual paise of the new day are waived once that day has started', async () => {
  const { who, repayId, refs } = await aPaidLoan(app);
  later(1);
  await chargeBack(app, refs[0]!, 40);
  await behind(async () => syncOrder(app.deps, await readKey(who, repayId)));
  expect(await readRepayDetail(who, repayId)).toMatchObject({ totalPaise: 40, overpaidPaise: 0 });
  later(1);
  await syncOrder(app.deps, await readKey(who, repayId));
  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.settled,
    totalPaise: 0,
    overpaidPaise: 0,
  });
});
