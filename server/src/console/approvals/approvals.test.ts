import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readScoreInputs } from '../../borrower/loans/evaluate-credit.ts';
import { offeredProducts } from '../../lending/credit/offered-products.ts';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import {
  decideByName,
  type NamedProposal,
  type ProposalDetails,
  proposeByName,
} from '../../testing/decisions.ts';
import {
  anActiveLoan,
  aPaymentEvent,
  listLines,
  readBill,
  readCredit,
  readEntries,
  readRepayDetail,
  sendWebhook,
  startFullPayment,
} from '../../testing/loans.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useNewLedgerApp } from '../../testing/use-app.ts';
import { aSignedInUser, type SignedInUser, successData } from '../../testing/users.ts';
import { listOpenRequests } from '../../testing/waiting-lists.ts';

let app: TestApp;
let who: SignedInUser;
let repayId: string;

useNewLedgerApp(async (started) => {
  app = started;
  who = await aSignedInUser(app);
  repayId = await anActiveLoan(app, who);
});

const propose = (input: ProposalDetails, maker = 'Asha') =>
  proposeByName(app.deps, {
    ...input,
    maker,
    reason: 'as the borrower was promised',
  } as NamedProposal);

const approve = (requestId: string, checker = 'Ravi') =>
  decideByName(app.deps, { requestId, checker, decision: 'approve' });
const waive = (amountPaise: number, more: { bucket?: 'interest' | 'penal' } = {}) =>
  propose({ kind: 'waiver', repayId, detail: { amountPaise, ...more } });

/** Pays everything owed, on a business day that many days after today. */
async function payAfter(days: number): Promise<void> {
  const { code, amountPaise } = await startFullPayment(who, repayId);
  await sendWebhook(
    app,
    aPaymentEvent(app, code, amountPaise, { paidAtMs: app.deps.now() + days * 86_400_000 }),
  );
}

/**
 * The loan settled, but it counts as no repaid loan: not for the status, nor for the next decision.
 */
async function expectNotRegular(): Promise<void> {
  expect(successData(await who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
    UserStatus.certified,
  );
  expect((await readScoreInputs(app.deps.db, app.deps, who.userId))?.inputs.settledLoans).toBe(0);
}

describe('a waiver', () => {
  test('is posted when a second operator approves it, and shows as waived', async () => {
    app.moveDays(10);

    const requestId = await waive(4_000, { bucket: 'interest' });
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      waivedPaise: 0,
      totalPaise: rupees(10_100),
    });
    await approve(requestId);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      waivedPaise: 4_000,
      totalPaise: rupees(10_060),
    });

    expect(listLines((await readEntries(who, repayId)).entries.at(-1))).toContainEqual([
      'waiver_expense',
      4_000,
    ]);
    await expect(approve(requestId)).rejects.toMatchObject({ reason: 'decided' });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ waivedPaise: 4_000 });
  });

  test.each(['Asha', ' asha ', 'ASHA'])(
    'cannot be approved by its own maker (%j)',
    async (checker) => {
      const requestId = await waive(4_000);
      await expect(approve(requestId, checker)).rejects.toMatchObject({ reason: 'own_request' });

      const forced = sql`update operator_requests set state = 'approved', checker_id = maker_id, decided_at = now()`;
      await expect(forced.execute(app.deps.db)).rejects.toMatchObject({ code: '23514' });
      expect(await listOpenRequests(app.deps.db)).toMatchObject([
        { requestId, repayId, makerName: 'Asha' },
      ]);
    },
  );

  test('above the amount owed is refused and stays open; of the whole amount settles the loan', async () => {
    app.moveDays(2);

    const tooMuch = await waive(rupees(10_020) + 1);
    await expect(approve(tooMuch)).rejects.toMatchObject({ reason: 'not_possible' });
    expect(await listOpenRequests(app.deps.db)).toHaveLength(1);
    await expect(waive(500)).rejects.toMatchObject({ reason: 'open', requestId: tooMuch });
    await decideByName(app.deps, { requestId: tooMuch, checker: 'Ravi', decision: 'refuse' });
    await approve(await waive(rupees(10_020)));
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
    });
    await expectNotRegular();
  });

  test('of what was paid today in full is refused: it would give the payment back', async () => {
    app.moveDays(2);

    const requestId = await waive(rupees(10_020));
    await payAfter(2);
    await expect(approve(requestId)).rejects.toMatchObject({ reason: 'not_possible' });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ waivedPaise: 0, overpaidPaise: 0 });
  });

  test('of everything, then a payment of the day before: the borrower repaid the loan', async () => {
    app.moveDays(2);

    const { code } = await startFullPayment(who, repayId);
    await approve(await waive(rupees(10_020)));
    await expectNotRegular();
    await sendWebhook(
      app,
      aPaymentEvent(app, code, rupees(10_020), { paidAtMs: app.deps.now() + 86_400_000 }),
    );

    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      waivedPaise: 0,
    });
    expect(successData(await who.client.send(CALLS.userStatus, {})).bizStatus).toBe(
      UserStatus.regular,
    );
    expect((await readScoreInputs(app.deps.db, app.deps, who.userId))?.inputs.settledLoans).toBe(1);
  });

  test('approved by two operators at once is posted once', async () => {
    const requestId = await waive(500);
    const both = await Promise.allSettled([
      approve(requestId, 'Ravi'),
      approve(requestId, 'Meera'),
    ]);

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRepayDetail(who, repayId)).toMatchObject({ waivedPaise: 500 });
  });

  test('when refused changes nothing, and both names are in the audit log', async () => {
    const requestId = await waive(500);
    await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'refuse' });
    expect(await readRepayDetail(who, repayId)).toMatchObject({ waivedPaise: 0 });

    const acts = await listStaffActs(app.deps.db, { limit: 10 });
    const log = acts.filter(({ subject }) => subject === requestId);

    expect(log).toMatchObject([
      { staffName: 'Ravi', action: 'waiver_refused' },
      {
        staffName: 'Asha',
        action: 'waiver_requested',
        detail: { reason: 'as the borrower was promised' },
      },
    ]);
  });
});

describe('a write-off', () => {
  test('is allowed from the 90th day overdue on; later payments are recoveries, and full recovery closes the order', async () => {
    const early = await propose({ kind: 'write_off', repayId, detail: {} });
    await expect(approve(early)).rejects.toMatchObject({ reason: 'not_possible' });
    app.moveDays(15 + 89);
    await expect(approve(early)).rejects.toMatchObject({
      refusal: { reason: 'write_off_too_early', days: 90 },
    });
    app.moveDays(1);
    await approve(early);

    // 10,150 plus 30 days of 0.1 % of it.
    const lost = rupees(10_150) + 30_450;
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.writtenOff,
      totalPaise: lost,
    });

    expect((await readBill(who, repayId)).bill).toMatchObject({
      borrowStatus: OrderStatus.writtenOff,
      owedPaise: lost,
      next: 'repay',
    });

    const booked = listLines((await readEntries(who, repayId)).entries.at(-1));
    expect(booked).toContainEqual(['write_off_expense', lost]);
    await expect(
      approve(await propose({ kind: 'write_off', repayId, detail: {} })),
    ).rejects.toMatchObject({
      reason: 'not_possible',
    });
    // A payment of the same day would be ordered before it.
    app.moveDays(1);
    await payAfter(106);

    const recovered = listLines((await readEntries(who, repayId)).entries.at(-1));
    expect(recovered).toEqual([
      ['settlement_in', lost],
      ['recovery_income', -lost],
    ]);

    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
    });
    await expectNotRegular();
  });
});

test('a written-off loan stays written off while a rupee of penal charge is unpaid', async () => {
  app.moveDays(15 + 90);
  await approve(await propose({ kind: 'write_off', repayId, detail: {} }));

  const { code, amountPaise } = await startFullPayment(who, repayId);
  await sendWebhook(
    app,
    aPaymentEvent(app, code, amountPaise - rupees(1), {
      paidAtMs: app.deps.now() + 105 * 86_400_000,
    }),
  );

  expect(await readRepayDetail(who, repayId)).toMatchObject({
    borrowStatus: OrderStatus.writtenOff,
    totalPaise: rupees(1),
  });
});

describe('reversing', () => {
  test('a payment of a settled loan makes it owed again from that day and reopens the order', async () => {
    app.moveDays(5);
    await payAfter(5);
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
    });

    const { journalId } = (await readEntries(who, repayId)).entries.find(
      ({ kind }) => kind === 'payment',
    )!;
    await approve(await propose({ kind: 'reversal', repayId, detail: { journalId } }));
    expect(await readRepayDetail(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.active,
      totalPaise: rupees(10_050),
      paidPaise: 0,
    });
    expect((await readBill(who, repayId)).history.at(-1)).toMatchObject({
      borrowStatus: OrderStatus.active,
    });

    const again = await propose({ kind: 'reversal', repayId, detail: { journalId } });
    await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
    app.moveDays(4);
    await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
  });

  test.each(['disbursement', 'another order'] as const)('the %s is refused', async (what) => {
    const other = await aSignedInUser(app);
    const otherId = await anActiveLoan(app, other);
    const entries = await (what === 'disbursement'
      ? readEntries(who, repayId)
      : readEntries(other, otherId));
    const { journalId } = entries.entries[0]!;
    const requestId = await propose({ kind: 'reversal', repayId, detail: { journalId } });

    await expect(approve(requestId)).rejects.toMatchObject({ reason: 'not_possible' });
  });
});

test('unknown orders and unknown requests are refused', async () => {
  await expect(
    propose({ kind: 'write_off', repayId: 'N0000000000', detail: {} }),
  ).rejects.toMatchObject({
    reason: 'unknown',
  });
  await expect(approve('0198c0de-0000-7000-8000-000000000001')).rejects.toMatchObject({
    reason: 'unknown',
  });
});

test('an operator’s coupon is issued when a second operator approves it', async () => {
  const coupon = {
    kind: 'interest' as const,
    discount: { amount: rupees(20) },
    minPrincipal: rupees(1_000),
  };
  const requestId = await propose({
    kind: 'coupon',
    userId: who.userId,
    detail: { coupon, days: 10 },
  });
  const list = async () => successData(await who.client.send(CALLS.couponList, {})).details;

  expect(await list()).toEqual([]);
  await expect(approve(requestId, 'Asha')).rejects.toMatchObject({ reason: 'own_request' });
  await approve(requestId);

  const expiresOn = addDays(app.deps.today(), 10);
  expect(await list()).toMatchObject([
    { kind: 'interest', state: 'usable', source: 'operator', expiresOn },
  ]);
});

test('full KYC lifts the yearly ceiling', async () => {
  const rich = await aSignedInUser(app, {
    bizStatus: UserStatus.regular,
    limitPaise: rupees(80_000),
  });
  expect(await readCredit(rich)).toMatchObject({ availablePaise: rupees(60_000) });
  await approve(await propose({ kind: 'full_kyc', userId: rich.userId, detail: { how: 'video' } }));
  expect(await readCredit(rich)).toMatchObject({ availablePaise: rupees(80_000) });
});

test.each([
  ['no cooling-off', { coolingOffDays: 0 }, 'cooling_off_short'],
  ['GST of 5 %', { gstPpm: 50_000 }, 'gst_differs'],
  [
    'a penal charge of 20 % a day',
    { penal: { ppmPerDay: 200_000, graceDays: 2, maxDays: 30 } },
    'penal_high',
  ],
])('a product version with %s is refused in words and never offered', async (_, change, code) => {
  const n15 = defaultProducts.find(({ code }) => code === 'N15')!;
  const terms = { ...n15, version: 2, ...change };
  const effectiveFrom = addDays(app.deps.today(), 1);

  await expect(
    approve(await propose({ kind: 'product_version', detail: { terms, effectiveFrom } })),
  ).rejects.toMatchObject({ refusal: { faults: [{ code }] } });

  const stored = app.deps.db
    .selectFrom('product_versions')
    .select('version')
    .where('code', '=', 'N15');
  expect(await stored.execute()).toEqual([{ version: 1 }]);
});

test('a new product version is offered from its day; an order keeps the version it was accepted with', async () => {
  const n15 = defaultProducts.find(({ code }) => code === 'N15')!;
  const terms = { ...n15, version: 2, interestPpmPerDay: 900 };
  const effectiveFrom = addDays(app.deps.today(), 2);
  const tooSoon = await propose({
    kind: 'product_version',
    detail: { terms, effectiveFrom: app.deps.today() },
  });

  await expect(approve(tooSoon)).rejects.toMatchObject({ reason: 'not_possible' });
  await decideByName(app.deps, { requestId: tooSoon, checker: 'Ravi', decision: 'refuse' });
  await approve(await propose({ kind: 'product_version', detail: { terms, effectiveFrom } }));

  const rate = async () =>
    successData(
      await who.client.send(CALLS.productList, { params: { param: 'loan' } }),
    ).details.find(({ productCode }) => productCode === 'N15')?.interestPpmPerDay;

  app.moveDays(1);
  expect(await rate()).toBe(1_000);
  app.moveDays(1);
  expect(await rate()).toBe(900);
  expect(await readRepayDetail(who, repayId)).toMatchObject({ interestPaise: rupees(20) });
});

test('a version that the law no longer allows is not offered', async () => {
  const n07 = defaultProducts.find(({ code }) => code === 'N07')!;
  const effectiveFrom = app.deps.today();

  await app.deps.db
    .insertInto('product_versions')
    .values({
      code: 'N07',
      version: 2,
      terms: JSON.stringify({ ...n07, version: 2, gstPpm: 50_000 }),
      effectiveFrom,
    })
    .execute();

  const offered = (await offeredProducts(app.deps.db, effectiveFrom)).map(({ code }) => code);
  expect(offered).toEqual(['N15', 'N30']);
});
