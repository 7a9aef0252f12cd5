import { CALLS } from '@noren/contract/index';
import { OrderStatus } from '@noren/core/lending/order-status';
import { defaultProducts } from '@noren/core/lending/terms';
import { rupees } from '@noren/core/money/money';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listStaffActs } from '../../platform/staff/audit-chain-store.ts';
import { decideByName } from '../../testing/decisions.ts';
import {
  anActiveLoan,
  listCoupons,
  listLines,
  readBill,
  readCredit,
  readEntries,
  readRepayDetail,
} from '../../testing/loans.ts';
import { useNamedApprovals } from '../../testing/named-approvals.ts';
import { aSignedInUser, successData } from '../../testing/users.ts';
import { listOpenRequests } from '../../testing/waiting-lists.ts';

const lent = await useNamedApprovals();
const { payAfter, propose, approve, waive, expectNotRegular } = lent;

describe('a waiver', () => {
  test('is posted when a second operator approves it, and shows as waived', async () => {
    lent.app.moveDays(10);

    const requestId = await waive(4_000, { bucket: 'interest' });
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      waivedPaise: 0,
      totalPaise: rupees(10_100),
    });
    await approve(requestId);
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      waivedPaise: 4_000,
      totalPaise: rupees(10_060),
    });

    expect(listLines((await readEntries(lent.who, lent.repayId)).entries.at(-1))).toContainEqual([
      'waiver_expense',
      4_000,
    ]);
    await expect(approve(requestId)).rejects.toMatchObject({ reason: 'decided' });
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({ waivedPaise: 4_000 });
  });

  test.each(['Asha', ' asha ', 'ASHA'])(
    'cannot be approved by its own maker (%j)',
    async (checker) => {
      const requestId = await waive(4_000);
      await expect(approve(requestId, checker)).rejects.toMatchObject({ reason: 'own_request' });

      const forced = sql`update operator_requests set state = 'approved', checker_id = maker_id, decided_at = now()`;
      await expect(forced.execute(lent.app.deps.db)).rejects.toMatchObject({ code: '23514' });
      expect(await listOpenRequests(lent.app.deps.db)).toMatchObject([
        { requestId, repayId: lent.repayId, makerName: 'Asha' },
      ]);
    },
  );

  test('above the amount owed is refused and stays open; of the whole amount settles the loan', async () => {
    lent.app.moveDays(2);

    const tooMuch = await waive(rupees(10_020) + 1);
    await expect(approve(tooMuch)).rejects.toMatchObject({ reason: 'not_possible' });
    expect(await listOpenRequests(lent.app.deps.db)).toHaveLength(1);
    await expect(waive(500)).rejects.toMatchObject({ reason: 'open', requestId: tooMuch });
    await decideByName(lent.app.deps, { requestId: tooMuch, checker: 'Ravi', decision: 'refuse' });
    await approve(await waive(rupees(10_020)));
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
    });
    await expectNotRegular();
  });

  test('when refused changes nothing, and both names are in the audit log', async () => {
    const requestId = await waive(500);
    await decideByName(lent.app.deps, { requestId, checker: 'Ravi', decision: 'refuse' });
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({ waivedPaise: 0 });

    const acts = await listStaffActs(lent.app.deps.db, { limit: 10 });
    const log = acts.filter(({ subject }) => subject === requestId);

    expect(log).toMatchObject([
      { staffName: 'Ravi', action: 'waiver_refused' },
      {
        staffName: 'Asha',
        action: 'waiver_requested',
        detail: { reason: 'as was agreed' },
      },
    ]);
  });
});

describe('a write-off', () => {
  test('is allowed from the 90th day overdue on; later payments are recoveries, and full recovery closes the order', async () => {
    const early = await propose({ kind: 'write_off', repayId: lent.repayId, detail: {} });
    await expect(approve(early)).rejects.toMatchObject({ reason: 'not_possible' });
    lent.app.moveDays(15 + 89);
    await expect(approve(early)).rejects.toMatchObject({
      refusal: { reason: 'write_off_too_early', days: 90 },
    });
    lent.app.moveDays(1);
    await approve(early);

    // 10,150 plus 30 days of 0.1 % of it.
    const lost = rupees(10_150) + 30_450;
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.writtenOff,
      totalPaise: lost,
    });

    expect((await readBill(lent.who, lent.repayId)).bill).toMatchObject({
      borrowStatus: OrderStatus.writtenOff,
      owedPaise: lost,
      next: 'repay',
    });

    const booked = listLines((await readEntries(lent.who, lent.repayId)).entries.at(-1));
    expect(booked).toContainEqual(['write_off_expense', lost]);
    await expect(
      approve(await propose({ kind: 'write_off', repayId: lent.repayId, detail: {} })),
    ).rejects.toMatchObject({
      reason: 'not_possible',
    });
    // A payment of the same day would be ordered before it.
    lent.app.moveDays(1);
    await payAfter(106);

    const recovered = listLines((await readEntries(lent.who, lent.repayId)).entries.at(-1));
    expect(recovered).toEqual([
      ['settlement_in', lost],
      ['recovery_income', -lost],
    ]);

    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
      totalPaise: 0,
    });
    await expectNotRegular();
  });
});

describe('reversing', () => {
  test('a payment of a settled loan makes it owed again from that day and reopens the order', async () => {
    lent.app.moveDays(5);
    await payAfter(5);
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.settled,
    });

    const { journalId } = (await readEntries(lent.who, lent.repayId)).entries.find(
      ({ kind }) => kind === 'payment',
    )!;
    await approve(
      await propose({ kind: 'reversal', repayId: lent.repayId, detail: { journalId } }),
    );
    expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
      borrowStatus: OrderStatus.active,
      totalPaise: rupees(10_050),
      paidPaise: 0,
    });
    expect((await readBill(lent.who, lent.repayId)).history.at(-1)).toMatchObject({
      borrowStatus: OrderStatus.active,
    });

    const again = await propose({ kind: 'reversal', repayId: lent.repayId, detail: { journalId } });
    await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
    lent.app.moveDays(4);
    await expect(approve(again)).rejects.toMatchObject({ reason: 'not_possible' });
  });

  test.each(['the disbursement', 'a journal of another order'] as const)(
    '%s is refused',
    async (what) => {
      const other = await aSignedInUser(lent.app);
      const otherId = await anActiveLoan(lent.app, other);
      const entries = await (what === 'the disbursement'
        ? readEntries(lent.who, lent.repayId)
        : readEntries(other, otherId));
      const { journalId } = entries.entries[0]!;
      const requestId = await propose({
        kind: 'reversal',
        repayId: lent.repayId,
        detail: { journalId },
      });

      await expect(approve(requestId)).rejects.toMatchObject({ reason: 'not_possible' });
    },
  );
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
    userId: lent.who.userId,
    detail: { coupon, days: 10 },
  });

  expect(await listCoupons(lent.who)).toEqual([]);
  await expect(approve(requestId, 'Asha')).rejects.toMatchObject({ reason: 'own_request' });
  await approve(requestId);

  const expiresOn = addDays(lent.app.deps.today(), 10);
  expect(await listCoupons(lent.who)).toMatchObject([
    { kind: 'interest', state: 'usable', source: 'operator', expiresOn },
  ]);
});

test('full KYC lifts the yearly ceiling', async () => {
  const rich = await aSignedInUser(lent.app, {
    bizStatus: UserStatus.regular,
    limitPaise: rupees(80_000),
  });
  expect(await readCredit(rich)).toMatchObject({ availablePaise: rupees(60_000) });
  await approve(await propose({ kind: 'full_kyc', userId: rich.userId, detail: { how: 'video' } }));
  expect(await readCredit(rich)).toMatchObject({ availablePaise: rupees(80_000) });
});

test.each([
  ['GST of 5 %', { gstPpm: 50_000 }, 'gst_differs'],
  ['no cooling-off', { coolingOffDays: 0 }, 'cooling_off_short'],
  [
    'a penal charge of 20 % a day',
    { penal: { ppmPerDay: 200_000, graceDays: 2, maxDays: 30 } },
    'penal_high',
  ],
])('a product version with %s is refused in words and never offered', async (_, change, code) => {
  const n15 = defaultProducts.find(({ code }) => code === 'N15')!;
  const terms = { ...n15, version: 2, ...change };
  const effectiveFrom = addDays(lent.app.deps.today(), 1);

  await expect(
    approve(await propose({ kind: 'product_version', detail: { terms, effectiveFrom } })),
  ).rejects.toMatchObject({ refusal: { faults: [{ code }] } });

  const stored = lent.app.deps.db
    .selectFrom('product_versions')
    .select('version')
    .where('code', '=', 'N15');
  expect(await stored.execute()).toEqual([{ version: 1 }]);
});

test('a new product version is offered from its day; an order keeps the version it was accepted with', async () => {
  const n15 = defaultProducts.find(({ code }) => code === 'N15')!;
  const terms = { ...n15, version: 2, interestPpmPerDay: 900 };
  const effectiveFrom = addDays(lent.app.deps.today(), 2);
  const tooSoon = await propose({
    kind: 'product_version',
    detail: { terms, effectiveFrom: lent.app.deps.today() },
  });

  await expect(approve(tooSoon)).rejects.toMatchObject({ reason: 'not_possible' });
  await decideByName(lent.app.deps, { requestId: tooSoon, checker: 'Ravi', decision: 'refuse' });
  await approve(await propose({ kind: 'product_version', detail: { terms, effectiveFrom } }));

  const rate = async () =>
    successData(
      await lent.who.client.send(CALLS.productList, { params: { param: 'loan' } }),
    ).details.find(({ productCode }) => productCode === 'N15')?.interestPpmPerDay;

  lent.app.moveDays(1);
  expect(await rate()).toBe(1_000);
  lent.app.moveDays(1);
  expect(await rate()).toBe(900);
  expect(await readRepayDetail(lent.who, lent.repayId)).toMatchObject({
    interestPaise: rupees(20),
  });
});
