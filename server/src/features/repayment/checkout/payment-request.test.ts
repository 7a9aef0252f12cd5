import { OrderStatus } from '@noren/core/lending/order-status';
import { rupees } from '@noren/core/money/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../../operations/self-checks/verify-ledger.ts';
import { borrow, readBill, readEntries, readOwed } from '../../../testing/borrow.ts';
import { given } from '../../../testing/given.ts';
import { agree, ask, begin, bookOn, pay, payAsked, postChargeback } from '../../../testing/servicing.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
});

const refusal = (reason: string) => ({ code: 409, data: { reason } });

test('a part is at least ₹100 and at most what is owed; less than ₹100 owed is paid whole', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  expect((await readOwed(who, repayId)).leastPartPaise).toBe(rupees(100));
  expect(await ask(who, { repayId, kind: 'part' })).toMatchObject(refusal('amount_missing'));
  expect(await ask(who, { repayId, kind: 'part', amountPaise: rupees(100) - 1 })).toMatchObject(
    refusal('part_too_small'),
  );
  expect(await ask(who, { repayId, kind: 'part', amountPaise: rupees(10_010) + 1 })).toMatchObject(
    refusal('part_too_big'),
  );
  // Nobody could pay what it would leave.
  expect(await ask(who, { repayId, kind: 'part', amountPaise: rupees(10_010) - 1 })).toMatchObject(
    refusal('part_leaves_paise'),
  );
  await payAsked(app, who, { repayId, kind: 'part', amountPaise: rupees(9_950) });
  expect(await readOwed(who, repayId)).toMatchObject({ totalPaise: rupees(60), leastPartPaise: rupees(60) });
  expect(await ask(who, { repayId, kind: 'part', amountPaise: rupees(59) })).toMatchObject(refusal('part_too_small'));
  await payAsked(app, who, { repayId, kind: 'part', amountPaise: rupees(60) });
  expect((await readOwed(who, repayId)).borrowStatus).toBe(OrderStatus.settled);
  expect(await ask(who, { repayId, kind: 'full' })).toMatchObject(refusal('nothing_owed'));
});

test.each([1, 45, 99])(
  '%i paise that money leaves, and nobody could pay, are let go; a rupee is owed',
  async (left) => {
    const who = await given.user(app);
    for (const kind of ['full', 'part'] as const) {
      const repayId = await borrow(app, who, { rupees: 2_000 });
      const { code } = await begin(who, { repayId, kind, ...(kind === 'part' && { amountPaise: rupees(500) }) });
      // A transfer of another amount than was asked for.
      await pay(app, code, rupees(2_002) - left);
      expect(await readOwed(who, repayId)).toMatchObject({
        borrowStatus: OrderStatus.settled,
        totalPaise: 0,
        waivedPaise: left,
      });
      const waiver = (await readEntries(who, repayId)).entries.find((one) => one.kind === 'waiver');
      expect(waiver).toMatchObject({ why: 'tolerance' });
    }
    const repayId = await borrow(app, who, { rupees: 2_000 });
    await pay(app, (await begin(who, { repayId, kind: 'full' })).code, rupees(2_001));
    expect(await readOwed(who, repayId)).toMatchObject({
      borrowStatus: OrderStatus.active,
      totalPaise: rupees(1),
      waivedPaise: 0,
    });
  },
);

test('an extension is paid by its addendum, and by nobody else’s or no other order’s', async () => {
  const who = await given.user(app);
  const [one, two] = [await borrow(app, who), await borrow(app, who, { productCode: 'N15', rupees: 5_000 })];
  app.moveDays(14);
  const { addendumNo } = await agree(who, one);
  expect(await ask(who, { repayId: one, kind: 'extension' })).toMatchObject(refusal('addendum_missing'));
  expect((await ask(who, { repayId: two, kind: 'extension', addendumNo })).code).toBe(404);
  const stranger = await given.user(app);
  const theirs = await borrow(app, stranger);
  expect((await ask(stranger, { repayId: theirs, kind: 'extension', addendumNo })).code).toBe(404);
  expect((await ask(stranger, { repayId: one, kind: 'extension', addendumNo })).code).toBe(404);
  app.moveDays(-14);
});

test('asked for again as it stands it is the same payment; another kind or another amount is another', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  const full = await begin(who, { repayId, kind: 'full' });
  expect((await begin(who, { repayId, kind: 'full' })).code).toBe(full.code);
  const part = await begin(who, { repayId, kind: 'part', amountPaise: rupees(500) });
  const other = await begin(who, { repayId, kind: 'part', amountPaise: rupees(600) });
  const back = await begin(who, { repayId, kind: 'return' });
  expect(new Set([full, part, other, back].map(({ code }) => code)).size).toBe(4);
  expect((await readOwed(who, repayId)).openIntent).toMatchObject({ code: back.code, kind: 'return' });
});

test('an order goes where its ledger puts it: settled, owing again, overdue, and settled again', async () => {
  const who = await given.user(app);
  const repayId = await borrow(app, who);
  await payAsked(app, who, { repayId, kind: 'full' });
  await postChargeback(app, who, repayId, 'payment');
  const day = app.deps.today();
  await bookOn(app, who, repayId, () => ({
    kind: 'waiver',
    day,
    amountPaise: rupees(10_010),
    cause: 'w',
    reason: 'test',
  }));
  app.moveDays(20);
  await postChargeback(app, who, repayId, 'waiver');
  await payAsked(app, who, { repayId, kind: 'full' });
  const { bill, history } = await readBill(who, repayId);
  expect(bill).toMatchObject({ borrowStatus: OrderStatus.settled, owedPaise: 0, next: null });
  expect(history.slice(3).map(({ borrowStatus, reason }) => [borrowStatus, reason])).toEqual([
    [OrderStatus.settled, 'Everything is repaid'],
    [OrderStatus.active, 'A payment was taken back, so an amount is owed again.'],
    [OrderStatus.settled, 'Everything is repaid'],
    [OrderStatus.overdue, 'A payment was taken back, so an amount is owed again.'],
    [OrderStatus.settled, 'Everything is repaid'],
  ]);
  app.moveDays(-20);
});
