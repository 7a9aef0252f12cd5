import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  compareTotals,
  sumPostedJournals,
  type VerifiedSums,
} from '../../lending/book/ledger-totals-store.ts';
import { SELF_CHECK_NAMES } from '../../lending/reconciliation/self-check-names.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { anActiveLoan, anAppliedLoan, readEntries, runJobs } from '../../testing/loans.ts';
import { olderTransactionsEnd } from '../../testing/older-transactions.ts';
import { writePastTriggers } from '../../testing/past-triggers.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';
import { type CheckMark, readMark } from './check-scope-store.ts';
import { checkAll, runSelfChecks, type SelfCheck, selfCheck } from './self-checks.ts';

let app: TestApp;
let who: SignedInUser;
let orderId: string;
let disbursement: string;

/** An overdue loan with its days closed, and a pending order. */
beforeAll(async () => {
  app = await startApp();
  who = await aSignedInUser(app, { bizStatus: UserStatus.regular });

  const other = await aSignedInUser(app);
  const repayId = await anActiveLoan(app, who, { productCode: 'N07', rupees: 5_000 });

  disbursement = (await readEntries(who, repayId)).entries[0]?.journalId ?? '';
  app.moveDays(12);
  await closeMissedDays(app.deps);
  await runJobs(app, { delayed: true });

  const order = await app.deps.db.selectFrom('orders').select('orderId').executeTakeFirstOrThrow();
  orderId = order.orderId;
  await anAppliedLoan(other, { rupees: 4_000 });
});

afterAll(() => app.stop());

interface LogLine {
  readonly check?: string;
  readonly examined?: number;
  readonly of?: number;
}

function recordLog() {
  const logged: LogLine[] = [];
  const note = (line: LogLine): void => void logged.push(line);

  return {
    logged,
    log: {
      ...app.deps.log,
      info: note,
      error: note,
      warn: () => undefined,
    } as unknown as Deps['log'],
  };
}

const at = () => ({ today: app.deps.today(), now: app.deps.now() });
const failing = (checks: readonly SelfCheck[]) =>
  checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));

/**
 * Runs the checks after a corrupting statement, then rolls it back.
 * @returns the problems
 */
async function problemsAfter(statement: string): Promise<string[]> {
  const found: string[] = [];
  const undo = new Error('undone');
  const run = app.deps.db.transaction().execute(async (tx) => {
    await writePastTriggers(tx);

    const filled = statement
      .replaceAll('$user', `'${who.userId}'`)
      .replaceAll('$order', `'${orderId}'`)
      .replaceAll('$disbursement', `'${disbursement}'`);
    await sql.raw(filled).execute(tx);
    found.push(...failing(await checkAll(tx, at())));
    throw undo;
  });

  await expect(run).rejects.toBe(undo);

  return found;
}

test('each check examines something, and a sound ledger has no problems', async () => {
  const checks = await runSelfChecks(app.deps.db, at());
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

const entry = (account: string, paise: number) =>
  `insert into entries (user_id, journal_id, line, account, amount_paise) values ($user, $disbursement, 99, '${account}', ${paise})`;

const journal = (kind: string, cause: string, detail = 'null') =>
  `insert into journals (user_id, order_id, kind, value_day, booked_at, cause, detail)
   values ($user, $order, '${kind}', '2026-11-25', now(), '${cause}', ${detail})`;

test.each([
  ['trial balance: the trial balance is out by 7 paise', entry('loan_principal', 7)],
  ['journals balance: journal .* does not balance', entry('loan_principal', 7)],
  ['journals balance: journal .* does not balance', journal('hold', 'without entries')],
  ['order balances .*loan_principal is 500007, should be 500000 paise', entry('loan_principal', 7)],
  ['order balances .*waiver_expense is 7, should be 0', entry('waiver_expense', 7)],
  [
    'order status .*status 70, but something is owed',
    `update orders set status = ${OrderStatus.settled} where status = ${OrderStatus.overdue}`,
  ],
  [
    'order status .*due on 2026-12-09, but on 2026-12-01 by its ledger',
    "update orders set due_day = '2026-12-09' where order_id = $order",
  ],
  [
    'order status .*written off, but not in the ledger',
    `update orders set status = ${OrderStatus.writtenOff} where status = ${OrderStatus.overdue}`,
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
  ['charges .*its form is missing', `update quotes set form_id = '' where user_id = $user`],
  [
    'charges .*disbursed without an accepted statement',
    'delete from acceptances where user_id = $user',
  ],
  [
    'charges .*moved without an accepted addendum',
    journal('extension', 'none', `'{"addendumNo":"A1","days":7}'`),
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
    'business days are closed: the last day that was closed is 2026-12-03, not 2026-12-05',
    `delete from closed_days where day > '2026-12-03'`,
  ],
  [
    'provider reconciliation balances: 2026-12-05: payment pay_1 of 700 paise is in the ledger and not in the provider’s statement',
    `update provider_reconciliations set differences =
     '[{"kind":"payment","ref":"pay_1","what":"missing_there","theirsPaise":null,"oursPaise":700}]' where day = '2026-12-05'`,
  ],
  [
    'reconciliation balances: the last reconciled day is 2026-12-03',
    `update provider_reconciliations set day = '2026-12-03'`,
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

/** SQL that inserts unclaimed funds posted long ago. */
const inSuspense = (journalId: string, state: string) => `
  insert into journals (user_id, journal_id, kind, value_day, booked_at, cause) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 'unclaimed_payment', '2026-01-01', '2026-01-01', 'sandbox:${journalId}');
  insert into entries (user_id, journal_id, line, account, amount_paise) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 1, 'settlement_in', 900),
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 2, 'unclaimed_funds', -900);
  insert into unclaimed_funds (provider, provider_ref, amount_paise, paid_at, found_at, journal_id, state, decided_at)
    values ('sandbox', '${journalId}', 900, '2026-01-01', '2026-01-01', '${journalId}', '${state}',
            ${state === 'open' ? 'null' : "'2026-01-02'"})`;

const [ONE, TWO] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];

test.each([
  ['it is open', inSuspense(ONE, 'open'), []],
  [
    'two are open with wrong amounts that cancel out',
    `${inSuspense(ONE, 'open')}; ${inSuspense(TWO, 'open')};
     update unclaimed_funds set amount_paise = 800 where journal_id = '${ONE}';
     update unclaimed_funds set amount_paise = 1000 where journal_id = '${TWO}'`,
    [ONE, TWO].map(
      (ref, at) => `payment ${ref}: 900 paise are in suspense, should be ${[800, 1000][at]}`,
    ),
  ],
  [
    'it was claimed and is still in suspense',
    inSuspense(ONE, 'claimed'),
    [`payment ${ONE}: 900 paise are in suspense, should be 0`],
  ],
  [
    'its journal belongs to no payment',
    `${inSuspense(ONE, 'open')}; delete from unclaimed_funds`,
    [`journal ${ONE} moves money in suspense for no known payment`],
  ],
])('unclaimed funds: %s', async (_what, statement, problems) => {
  const found = (await problemsAfter(statement)).filter((one) => one.startsWith('unclaimed funds'));
  expect(found).toEqual(problems.map((problem) => `unclaimed funds are in suspense: ${problem}`));
});

test('a nightly check covers orders that wait for their payout, ended or were posted to since the mark', async () => {
  const { db } = app.deps;

  const examined = async (since: CheckMark) => {
    const checks = await runSelfChecks(db, { ...at(), scope: { since } });
    return checks.find(({ name }) => name === 'order balances match loan events')?.examined;
  };

  const mark = async () => {
    await olderTransactionsEnd(db);
    return inSnapshot(db, (tx) => readMark(tx, app.deps.now()));
  };

  const before = await mark();
  expect(await examined({ beforeXact: 0, at: 0 })).toBe(2);
  // The pending one alone; the overdue one too once something is posted to it, or once it has
  // ended.
  expect(await examined(before)).toBe(1);
  app.moveDays(1);
  await closeMissedDays(app.deps);
  expect(await examined(before)).toBe(2);
  app.advance(7_200_000);

  const after = await mark();
  expect(await examined(after)).toBe(1);
  await db
    .updateTable('orders')
    .set({ closedAt: new Date(app.deps.now()), status: OrderStatus.settled })
    .where('orderId', '=', orderId)
    .execute();
  expect(await examined(after)).toBe(2);
  await db
    .updateTable('orders')
    .set({ closedAt: null, status: OrderStatus.overdue })
    .where('orderId', '=', orderId)
    .execute();
});

test('what a transaction wrote that commits after the mark was taken is covered by the next run', async () => {
  const { db } = app.deps;
  const night = () => selfCheck({ ...app.deps, log: recordLog().log });

  const wrong = async () =>
    (
      await sql<{ problems: string[] }>`
      select problems from self_check_results where name = 'journals balance' order by run_at desc limit 1`.execute(
        db,
      )
    ).rows[0]?.problems;

  await night();

  const late = await db.startTransaction().execute();
  await writePastTriggers(late);
  await sql
    .raw(
      `insert into journals (user_id, order_id, kind, value_day, booked_at, cause)
       values ('${who.userId}', '${orderId}', 'accrual', '2026-11-25', '2026-11-25', 'late')`,
    )
    .execute(late);
  // Transactions that began later end before it, and a whole run passes in between.
  await sql`select pg_current_xact_id()`.execute(db);
  app.advance(86_400_000);
  await night();
  expect(await wrong()).toEqual([]);
  await late.commit().execute();
  app.advance(86_400_000);
  await night();
  expect(await wrong()).toEqual([expect.stringMatching(/^journal .* does not balance$/)]);
  await db.transaction().execute(async (tx) => {
    await writePastTriggers(tx);
    await sql`delete from journals where cause = 'late'`.execute(tx);
  });
});

test('a nightly run compares the totals by sums verified before, and a whole one by every entry', async () => {
  const { db } = app.deps;
  const entries = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from entries`.execute(db)).rows[0]!.n);
  const compare = async (verified: VerifiedSums | null) =>
    inSnapshot(db, (tx) => compareTotals(tx, verified));

  await olderTransactionsEnd(db);
  await sumPostedJournals(db, app.deps.now());

  const whole = await compare(null);
  expect([whole.entries, whole.problems]).toEqual([await entries(), []]);

  const again = await compare(whole.verified);
  expect([again.entries, again.problems, again.totalPaise]).toEqual([0, [], 0]);
  await anActiveLoan(app, await aSignedInUser(app));

  const since = await compare(whole.verified);
  expect([since.entries, since.problems, since.totalPaise]).toEqual([
    (await entries()) - whole.entries,
    [],
    0,
  ]);
  await sql`update ledger_totals set debit_paise = debit_paise + 5 where account = 'loan_principal'`.execute(
    db,
  );
  expect((await compare(since.verified)).problems).toEqual([
    expect.stringMatching(/^the total of loan_principal is/),
  ]);

  // Sums of another database, whose transactions were further on.
  const other = await compare({ ...since.verified, beforeXact: Number.MAX_SAFE_INTEGER });
  expect(other.entries).toBe(await entries());
  await sql`update ledger_totals_head set before_xact = ${Number.MAX_SAFE_INTEGER}`.execute(db);
  await sumPostedJournals(db, app.deps.now());
});

test('a nightly check covers what changed since all passed, so a problem is reported until it is fixed', async () => {
  const { db } = app.deps;
  const { logged, log } = recordLog();
  const night = () => selfCheck({ ...app.deps, log });

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
    app.advance(40 * 86_400_000);
    expect(logged.splice(0).filter((one) => one.check === name)).toMatchObject([
      { examined: 1, of: 1 },
    ]);
    expect((await readPasses()).get(name)).toBe(0);
    expect((await readPasses()).has(removed.name)).toBe(false);
  }

  await sql`update unclaimed_funds set state = 'open', decided_at = null`.execute(db);
  await night();
  expect((await readPasses()).get(name)).toBe(app.deps.now());
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
  app.advance(7 * 86_400_000);
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ examined: 1, of: 1 });
});
