import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SELF_CHECK_NAMES } from '../../lending/reconciliation/self-check-names.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { olderTransactionsEnd } from '../../testing/older-transactions.ts';
import { writePastTriggers } from '../../testing/past-triggers.ts';
import {
  entry,
  failing,
  inSuspense,
  journal,
  ONE,
  useSelfChecks,
} from '../../testing/self-checks.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';
import { type CheckMark, readMark } from './check-scope-store.ts';
import { runSelfChecks, selfCheck } from './self-checks.ts';

const books = await useSelfChecks();
const { recordLog, at, problemsAfter } = books;

test('each check examines something, and a sound ledger has no problems', async () => {
  const checks = await runSelfChecks(books.app.deps.db, at());
  expect(failing(checks)).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual(SELF_CHECK_NAMES);

  const examined = Object.fromEntries(checks.map((check) => [check.name, check.examined]));
  expect(examined).toMatchObject({
    'order balances match loan events': 2,
    'credit holds match pending orders': 1,
    'payouts match disbursements': 1,
    'business days are closed': 1,
    'dunning messages are sent': 5,
    'provider reconciliation balances': 1,
  });
  expect(examined['trial balance']).toBeGreaterThan(10);
});

test.each([
  ['trial balance: the trial balance is out by 7 paise', entry('loan_principal', 7)],
  ['journals balance: journal .* does not balance', entry('loan_principal', 7)],
  ['order balances .*loan_principal is 500007, should be 500000 paise', entry('loan_principal', 7)],
  [
    'order status .*status 70, but something is owed',
    `update orders set status = ${OrderStatus.settled} where status = ${OrderStatus.overdue}`,
  ],
  [
    'holds .*400000 paise are held, should be 0',
    `update orders set status = ${OrderStatus.cancelled} where status = ${OrderStatus.disbursing}`,
  ],
  [
    'payouts .*0 payouts, 1 disbursements',
    `update payouts set state = 'waiting' where state = 'confirmed'`,
  ],
  [
    'charges .*posts a charge that is in no accepted statement',
    `update orders set charge_codes = '{interest}' where order_id = $order`,
  ],
  [
    'coupons .*was used 2 times',
    ['one', 'two']
      .map((cause) =>
        journal('waiver', cause, `'{"couponId":"018f0000-0000-7000-8000-000000000000"}'`),
      )
      .join(';'),
  ],
  [
    'limits .*uses 500000 paise of a limit of 499999',
    'update credit_limits set limit_paise = 499999 where user_id = $user',
  ],
  [
    'yearly lending ceiling .*was lent 6000001 paise',
    'update orders set principal_paise = 6000001 where order_id = $order',
  ],
  [
    'business days are closed: order .* is closed through 2026-12-04',
    `update orders set closed_through = '2026-12-04' where order_id = $order`,
  ],
  [
    'provider reconciliation balances: 2026-12-05: payment pay_1 of 700 paise is in the ledger and not in the provider’s statement',
    `update provider_reconciliations set differences =
     '[{"kind":"payment","ref":"pay_1","what":"missing_there","theirsPaise":null,"oursPaise":700}]' where day = '2026-12-05'`,
  ],
  [
    'dunning messages are sent: order .*: the dunning message of 2026-12-02 still waits',
    `update dunning_messages set state = 'waiting', created_at = '2026-11-01' where day = '2026-12-02'`,
  ],
])('%s', async (sentence, statement) => {
  expect(
    (await problemsAfter(statement)).filter((problem) => new RegExp(sentence).test(problem)),
  ).not.toHaveLength(0);
});

test.each([['it is open', inSuspense(ONE, 'open'), []]])(
  'unclaimed funds: %s',
  async (_what, statement, problems) => {
    const found = (await problemsAfter(statement)).filter((one) =>
      one.startsWith('unclaimed funds'),
    );
    expect(found).toEqual(problems.map((problem) => `unclaimed funds are in suspense: ${problem}`));
  },
);

test('a nightly check covers orders that wait for their payout, ended or were posted to since the mark', async () => {
  const { db } = books.app.deps;

  const examined = async (since: CheckMark) => {
    const checks = await runSelfChecks(db, { ...at(), scope: { since } });
    return checks.find(({ name }) => name === 'order balances match loan events')?.examined;
  };

  const mark = async () => {
    await olderTransactionsEnd(db);
    return inSnapshot(db, (tx) => readMark(tx, books.app.deps.now()));
  };

  const before = await mark();
  expect(await examined({ beforeXact: 0, at: 0 })).toBe(2);
  // The pending one alone; the overdue one too once something is posted to it, or once it has
  // ended.
  expect(await examined(before)).toBe(1);
  books.app.moveDays(1);
  await closeMissedDays(books.app.deps);
  expect(await examined(before)).toBe(2);
  books.app.advance(7_200_000);

  const after = await mark();
  expect(await examined(after)).toBe(1);
  await db
    .updateTable('orders')
    .set({ closedAt: new Date(books.app.deps.now()), status: OrderStatus.settled })
    .where('orderId', '=', books.orderId)
    .execute();
  expect(await examined(after)).toBe(2);
  await db
    .updateTable('orders')
    .set({ closedAt: null, status: OrderStatus.overdue })
    .where('orderId', '=', books.orderId)
    .execute();
});

test('a nightly check covers what changed since all passed, so a problem is reported until it is fixed', async () => {
  const { db } = books.app.deps;
  const { logged, log } = recordLog();
  const night = () => selfCheck({ ...books.app.deps, log });

  const readPasses = async () =>
    new Map(
      (await db.selectFrom('self_check_passes').selectAll().execute()).map((row) => [
        row.name,
        row.lastPassedAt,
      ]),
    );

  const name = 'unclaimed funds are in suspense';
  await db.transaction().execute(async (tx) => {
    await writePastTriggers(tx);
    await sql.raw(inSuspense(ONE, 'claimed')).execute(tx);
  });
  // Decided long ago: found by the first night, which covers everything, and by each after it.
  await db.deleteFrom('self_check_passes').execute();

  const removed = { name: 'a removed check', lastPassedAt: new Date(0), sums: null };
  await db.insertInto('self_check_passes').values(removed).execute();

  for (let nights = 0; nights < 2; nights += 1) {
    await night();
    books.app.advance(40 * 86_400_000);
    expect(logged.splice(0).filter((one) => one.check === name)).toMatchObject([
      { examined: 1, of: 1 },
    ]);
    expect((await readPasses()).get(name)).toBe(0);
    expect((await readPasses()).has(removed.name)).toBe(false);
  }

  await sql`update unclaimed_funds set state = 'open', decided_at = null`.execute(db);
  // What other tests have under way would hold the mark before the payment.
  await olderTransactionsEnd(db);
  await night();
  expect((await readPasses()).get(name)).toBe(books.app.deps.now());
  await sql`update unclaimed_funds set state = 'claimed', decided_at = '2026-01-02'`.execute(db);
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ examined: 0 });
  // Restored from a dump into another installation, whose transactions have passed the mark:
  // everything is checked once.
  await sql`update self_check_passes set cluster = '7000000000000000001'`.execute(db);
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ examined: 1, of: 1 });
  await sql`update unclaimed_funds set state = 'open', decided_at = null`.execute(db);
  await night();
  await sql`update unclaimed_funds set state = 'claimed', decided_at = '2026-01-02'`.execute(db);
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ examined: 0 });
  // A week after the last run over everything the next one is due.
  books.app.advance(7 * 86_400_000);
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ examined: 1, of: 1 });
});
