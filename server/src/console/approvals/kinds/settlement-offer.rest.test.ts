import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { addDays, instantOfDayStart } from '@noren/core/money/time';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDispute } from '../../../lending/orders/disputes-store.ts';
import { readSandboxMessages } from '../../../sandbox/phone/store.ts';
import { sweep } from '../../../schedule/sweep.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  readEntries,
  readRepayDetail,
  readStatus,
  runJobs,
  sendWebhook,
  startFullPayment,
} from '../../../testing/loans.ts';
import { passOnce } from '../../../testing/pass-days.ts';
import { useConsole } from '../../../testing/staff.ts';
import { useMoneyApp } from '../../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser } from '../../../testing/users.ts';
import { listProblems } from '../../../testing/verify-ledger.ts';
import { expectWholeLife } from '../../../testing/whole-life.ts';

const app = await useMoneyApp();
const desk = await useConsole(app);
let who: SignedInUser;
let repayId: string;

/** A loan of seven days, four days overdue. */
beforeEach(async () => {
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });
  await passOnce(app, 7 + 4);
});

const pay = async (amountPaise: number, day = app.deps.today()) => {
  const { code } = await startFullPayment(who, repayId);
  await sendWebhook(
    app,
    aPaymentEvent(app, code, amountPaise, { paidAtMs: instantOfDayStart(day) + 43_200_000 }),
  );
};

const proposal = (payPaise: number = rupees(3_000), days = 5) =>
  ({
    kind: 'settlement_offer',
    repayId,
    payPaise,
    payBy: addDays(app.deps.today(), days),
  }) as const;

const reason = 'she lost her work in October';
const propose = async (given: ReturnType<typeof proposal>) =>
  (await desk.as('collections')).send('propose', { body: { proposal: given, reason } });

/**
 * Offers and approves.
 * @returns what it did
 */
async function offered(given = proposal()) {
  const collector = await desk.as('collections');
  const { requestId } = await collector.data('propose', { body: { proposal: given, reason } });
  const accountant = await desk.as('accountant');
  const { effectNow: seen } = await accountant.data('approval', { params: { requestId } });

  await accountant.data('approve', { body: { requestId, seen } });

  return seen!;
}

const read = () => readRepayDetail(who, repayId);
const waivers = async () =>
  (await readEntries(who, repayId)).entries.filter(({ kind }) => kind === 'waiver');
const templates = async () =>
  (await readSandboxMessages(app.deps.db, who.phone)).map(({ template }) => template);

const offerState = async () =>
  (await (await desk.as('collections')).data('collectionCase', { params: { repayId } })).offer
    ?.state;

async function expectNoProblems(): Promise<void> {
  // The tests' payments are known to no bank.
  expect(await listProblems(app.deps, { except: ['provider reconciliation balances'] })).toEqual(
    [],
  );
}

test('the whole life of a request of kind settlement_offer', async () => {
  const effect = await expectWholeLife(app, desk, {
    maker: 'collections',
    checker: 'credit_officer',
    proposal: async () => proposal(),
    change: () => pay(rupees(100)),
  });
  expect(effect).toMatchObject({ journals: [], messages: [{ kind: 'settlement_offered' }] });
});

describe('a settlement offer', () => {
  test('posts nothing when made; once its amount is paid in parts by its day, the rest is waived', async () => {
    const before = await read();
    const effect = await offered();

    expect(effect.journals).toEqual([]);
    expect(effect.messages[0]?.text).toContain('₹3,000');
    expect(await read()).toMatchObject({
      totalPaise: before.totalPaise,
      settlement: { payPaise: rupees(3_000), restPaise: before.totalPaise - rupees(3_000) },
    });
    await runJobs(app, { delayed: true });
    expect(await templates()).toContain('settlement_offered');

    const { userId, orderId } = await app.deps.db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .where('repayId', '=', repayId)
      .executeTakeFirstOrThrow();
    const moment = { now: app.deps.now(), today: app.deps.today() };

    expect(await readDispute(app.deps.db, { userId, orderId }, moment)).toBe('promise');
    expect(await propose(proposal(rupees(2_000)))).toMatchObject({
      error: { refusal: { reason: 'offer_open' } },
    });

    await pay(rupees(1_000));
    expect(await read()).toMatchObject({ settlement: { payPaise: rupees(2_000) } });
    await passOnce(app, 5);

    const owed = (await read()).totalPaise;
    await pay(rupees(2_000));
    expect(await read()).toMatchObject({
      totalPaise: 0,
      settlement: null,
      waivedPaise: owed - rupees(2_000),
    });
    expect(await waivers()).toHaveLength(1);
    expect(await readStatus(who, repayId)).toBe(OrderStatus.settled);
    expect(await offerState()).toBe('kept');
    await expectNoProblems();
  });

  test('that is not paid by its day lapses, is told once, and nothing is waived', async () => {
    await offered();
    await pay(rupees(2_999));
    await passOnce(app, 6);
    await sweep(app.deps);
    await sweep(app.deps);
    await runJobs(app, { delayed: true });
    const lapsed = (await templates()).filter((one) => one === 'settlement_lapsed_with_link');
    expect(lapsed).toHaveLength(1);
    await pay(rupees(1));
    expect(await waivers()).toEqual([]);
    expect(await read()).toMatchObject({ settlement: null });
    expect(await offerState()).toBe('lapsed');
    await expectNoProblems();
  });

  test('counts a payment of its last day that the bank reports after it lapsed', async () => {
    await offered();

    const payBy = addDays(app.deps.today(), 5);
    await passOnce(app, 6);
    await sweep(app.deps);
    expect(await offerState()).toBe('lapsed');
    await pay(rupees(3_000), payBy);
    expect(await read()).toMatchObject({ totalPaise: 0 });
    expect(await offerState()).toBe('kept');
    await expectNoProblems();
  });

  test('is not waived by a full repayment, and needs an overdue loan and less than is owed', async () => {
    const { totalPaise } = await read();
    expect(await propose(proposal(Math.ceil(totalPaise / 100) * 100))).toMatchObject({
      error: { refusal: { reason: 'offer_not_less' } },
    });
    expect(await propose(proposal(rupees(3_000), 31))).toMatchObject({
      error: { code: 'not_possible' },
    });
    await offered();
    await pay(totalPaise);
    expect(await waivers()).toEqual([]);
    expect(await offerState()).toBe('kept');
    expect(await propose(proposal())).toMatchObject({
      error: { refusal: { reason: 'offer_not_overdue' } },
    });
    await expectNoProblems();
  });

  test('keeps collectors from the borrower through its last day', async () => {
    await offered(proposal(rupees(3_000), 5));

    const collector = await desk.as('collections');
    const body = { repayId, kind: 'call', result: 'no_answer' } as const;

    expect(await collector.send('logContact', { body })).toMatchObject({
      error: { refusal: { reason: 'contact_barred', why: 'promise' } },
    });
    expect(
      (await collector.data('collectionList', { query: { list: 'all' } })).rows,
    ).toContainEqual(expect.objectContaining({ repayId, step: 'wait', why: 'promise' }));
  });
});
