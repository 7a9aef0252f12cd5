import { OrderStatus } from '@noren/core/lending/order-status';
import { addDays } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { anActiveLoan, anAppliedLoan, readEntries, runJobs } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { closeMissedDays } from '../close-of-day/close-of-day.ts';
import { checkAll, runSelfChecks, type SelfCheck, selfCheck } from './self-checks.ts';

let app: TestApp;
let who: SignedInUser;
let orderId: string;
let disbursement: string;

/** A loan overdue with its days closed, and an order on its way. */
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
  readonly looked?: number;
  readonly of?: number;
}
function hearLog() {
  const logged: LogLine[] = [];
  const note = (line: LogLine): void => void logged.push(line);
  return { logged, log: { ...app.deps.log, info: note, error: note, warn: () => undefined } as unknown as Deps['log'] };
}

const at = () => ({ today: app.deps.today(), now: app.deps.now() });
const failing = (checks: readonly SelfCheck[]) =>
  checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));

/** What the checks say when something is as it must not be; nothing of it stays. */
async function sayOf(statement: string): Promise<string[]> {
  const found: string[] = [];
  const undo = new Error('undone');
  const run = app.deps.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
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

test('each check looks at something, and a sound ledger has no fault', async () => {
  const checks = await runSelfChecks(app.deps.db, at());
  expect(failing(checks)).toEqual([]);
  const looked = Object.fromEntries(checks.map((check) => [check.name, check.looked]));
  expect(looked).toMatchObject({
    'orders stand as their facts say': 2,
    'holds are those of pending orders': 1,
    'payouts are disbursements': 1,
    'days are closed': 1,
    'borrowers were told': 5,
    'providers’ accounts agree': 1,
  });
  expect(looked['trial balance']).toBeGreaterThan(10);
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
  ['orders stand .*loan_principal stands at 500007, should at 500000 paise', entry('loan_principal', 7)],
  ['orders stand .*waiver_expense stands at 7, should at 0', entry('waiver_expense', 7)],
  [
    'statuses agree .*status 70, and something is owed',
    `update orders set status = ${OrderStatus.settled} where status = ${OrderStatus.overdue}`,
  ],
  [
    'statuses agree .*due on 2026-12-09, by its ledger on 2026-12-01',
    "update orders set due_day = '2026-12-09' where order_id = $order",
  ],
  [
    'statuses agree .*written off, and the ledger says nothing',
    `update orders set status = ${OrderStatus.writtenOff} where status = ${OrderStatus.overdue}`,
  ],
  [
    'holds .*400000 paise are held, should be 0',
    `update orders set status = ${OrderStatus.cancelled} where status = ${OrderStatus.disbursing}`,
  ],
  ['payouts .*0 payouts, 1 disbursements', `update payouts set state = 'waiting' where state = 'confirmed'`],
  [
    'charges .*takes a charge that no accepted statement carries',
    `update orders set charge_codes = '{interest}' where order_id = $order`,
  ],
  ['charges .*the form of it is not there', `update quotes set form_id = '' where user_id = $user`],
  ['charges .*a statement that nobody accepted', 'delete from acceptances where user_id = $user'],
  ['charges .*moved by no accepted addendum', journal('extension', 'none', `'{"addendumNo":"A1","days":7}'`)],
  [
    'coupons .*was used 2 times',
    ['one', 'two']
      .map((cause) => journal('waiver', cause, `'{"couponId":"018f0000-0000-7000-8000-000000000000"}'`))
      .join(';'),
  ],
  [
    'limits .*has 500000 paise of a limit of 499999',
    'update credit_limits set limit_paise = 499999 where user_id = $user',
  ],
  ['year’s ceiling .*was lent 6000001 paise', 'update orders set principal_paise = 6000001 where order_id = $order'],
  [
    'days are closed: order .* is closed through 2026-12-04',
    `update orders set closed_through = '2026-12-04' where order_id = $order`,
  ],
  [
    'days are closed: the last day that was closed is 2026-12-03, not 2026-12-05',
    `delete from closed_days where day > '2026-12-03'`,
  ],
  [
    'providers’ accounts agree: 2026-12-05: payment pay_1 of 700 paise is in the ledger and not the provider’s',
    `update provider_reconciliations set differences =
     '[{"kind":"payment","ref":"pay_1","what":"missing_there","theirsPaise":null,"oursPaise":700}]' where day = '2026-12-05'`,
  ],
  ['accounts agree: the last day looked at is 2026-12-03', `update provider_reconciliations set day = '2026-12-03'`],
  [
    'borrowers were told: order .* on 2026-12-02 still waits',
    `update dunning_messages set state = 'waiting', created_at = '2026-11-01' where day = '2026-12-02'`,
  ],
])('%s', async (sentence, statement) => {
  expect((await sayOf(statement)).filter((said) => new RegExp(sentence).test(said))).not.toHaveLength(0);
});

/** Money in suspense, put there on a day long ago. */
const inSuspense = (journalId: string, state: string) => `
  insert into journals (user_id, journal_id, kind, value_day, booked_at, cause) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 'receipt', '2026-01-01', '2026-01-01', 'sandbox:${journalId}');
  insert into entries (user_id, journal_id, line, account, amount_paise) values
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 1, 'settlement_in', 900),
    ('00000000-0000-0000-0000-000000000000', '${journalId}', 2, 'unclaimed_receipts', -900);
  insert into unclaimed_funds (provider, provider_ref, amount_paise, paid_at, found_at, journal_id, state, decided_at)
    values ('sandbox', '${journalId}', 900, '2026-01-01', '2026-01-01', '${journalId}', '${state}',
            case '${state}' when 'open' then null else timestamptz '2026-01-02' end)`;
const [ONE, TWO] = ['019a0000-0000-7000-8000-000000000001', '019a0000-0000-7000-8000-000000000002'];

test.each([
  ['it waits', inSuspense(ONE, 'open'), []],
  [
    'it waits as another amount, also where two are out by as much',
    `${inSuspense(ONE, 'open')}; ${inSuspense(TWO, 'open')};
     update unclaimed_funds set amount_paise = 800 where journal_id = '${ONE}';
     update unclaimed_funds set amount_paise = 1000 where journal_id = '${TWO}'`,
    [ONE, TWO].map((ref, at) => `payment ${ref}: 900 paise stand in suspense, should be ${[800, 1000][at]}`),
  ],
  [
    'it was claimed and stands there still',
    inSuspense(ONE, 'claimed'),
    [`payment ${ONE}: 900 paise stand in suspense, should be 0`],
  ],
  [
    'no payment bears its name',
    `${inSuspense(ONE, 'open')}; delete from unclaimed_funds`,
    [`journal ${ONE} moves money in suspense of no payment`],
  ],
])('money in suspense: %s', async (_what, statement, problems) => {
  const said = (await sayOf(statement)).filter((one) => one.startsWith('money nobody claims'));
  expect(said).toEqual(problems.map((problem) => `money nobody claims is in suspense: ${problem}`));
});

test('each night those are looked at that are not over, or ended or were booked on of late', async () => {
  const { db } = app.deps;
  const looked = async (since: string) => {
    const scope = { since: addDays(app.deps.today(), Number(since)) };
    const checks = await runSelfChecks(db, { ...at(), scope });
    return checks.find(({ name }) => name === 'orders stand as their facts say')?.looked;
  };
  await db
    .updateTable('orders')
    .set({ closedAt: new Date(app.deps.now()), status: OrderStatus.settled })
    .where('orderId', '=', orderId)
    .execute();
  expect([await looked('-20'), await looked('20')]).toEqual([2, 1]);
});

test('a night looks at what changed since all held: what one found wrong is looked at until it is mended', async () => {
  const { db } = app.deps;
  const { logged, log } = hearLog();
  const night = () => selfCheck({ ...app.deps, log });
  const heldAt = async () =>
    new Map(
      (await db.selectFrom('self_check_passes').selectAll().execute()).map((row) => [row.name, row.lastPassedAt]),
    );
  const name = 'money nobody claims is in suspense';
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(inSuspense(ONE, 'claimed')).execute(tx);
  });
  // Decided long ago: found by the first night, which looks at everything, and by each after it.
  await db.deleteFrom('self_check_passes').execute();
  const gone = { name: 'a check of before', lastPassedAt: new Date(0) };
  await db.insertInto('self_check_passes').values(gone).execute();
  for (let nights = 0; nights < 2; nights += 1) {
    await night();
    app.advance(40 * 86_400_000);
    expect(logged.splice(0).filter((one) => one.check === name)).toMatchObject([{ looked: 1, of: 1 }]);
    expect((await heldAt()).get(name)).toBe(0);
    expect((await heldAt()).has(gone.name)).toBe(false);
  }
  await sql`update unclaimed_funds set state = 'open', decided_at = null`.execute(db);
  await night();
  expect((await heldAt()).get(name)).toBe(app.deps.now());
  await sql`update unclaimed_funds set state = 'claimed', decided_at = '2026-01-02'`.execute(db);
  await db
    .updateTable('self_check_passes')
    .set({ lastPassedAt: new Date(app.deps.now()) })
    .execute();
  await night();
  expect(logged.filter((one) => one.check === name).at(-1)).toMatchObject({ looked: 0 });
  expect((await runSelfChecks(db, at())).find((one) => one.name === name)).toMatchObject({ looked: 1 });
});
