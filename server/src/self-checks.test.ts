import { addDays } from '@noren/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMissedDays } from './close-of-day.ts';
import { checkAll, runSelfChecks, type SelfCheck } from './self-checks.ts';
import { apply, borrow, readEntries, runJobs } from './test/borrow.ts';
import { type GivenUser, given } from './test/given.ts';
import { startApp, type TestApp } from './test/start-app.ts';

let app: TestApp;
let who: GivenUser;
let orderId: string;
let disbursement: string;

/** A loan overdue with its days closed, and an order on its way. */
beforeAll(async () => {
  app = await startApp();
  who = await given.user(app, { bizStatus: 70 });
  const other = await given.user(app);
  const repayId = await borrow(app, who, { productCode: 'N07', rupees: 5_000 });
  disbursement = (await readEntries(who, repayId)).entries[0]?.journalId ?? '';
  app.moveDays(12);
  await closeMissedDays(app.deps);
  await runJobs(app, { delayed: true });
  const order = await app.deps.db.selectFrom('orders').select('order_id').executeTakeFirstOrThrow();
  orderId = order.order_id;
  await apply(other, { rupees: 4_000 });
});
afterAll(() => app.stop());

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
  ['statuses agree .*status 70, and something is owed', 'update orders set status = 70 where status = 60'],
  [
    'statuses agree .*due on 2026-12-09, by its ledger on 2026-12-01',
    "update orders set due_day = '2026-12-09' where order_id = $order",
  ],
  ['statuses agree .*written off, and the ledger says nothing', 'update orders set status = 80 where status = 60'],
  ['holds .*400000 paise are held, should be 0', 'update orders set status = 35 where status = 40'],
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
    `update statement_checks set differences =
     '[{"kind":"payment","ref":"pay_1","what":"missing_there","theirsPaise":null,"oursPaise":700}]' where day = '2026-12-05'`,
  ],
  ['accounts agree: the last day looked at is 2026-12-03', `update statement_checks set day = '2026-12-03'`],
  [
    'borrowers were told: order .* on 2026-12-02 still waits',
    `update debt_messages set state = 'waiting', made_at = '2026-11-01' where day = '2026-12-02'`,
  ],
])('%s', async (sentence, statement) => {
  expect((await sayOf(statement)).filter((said) => new RegExp(sentence).test(said))).not.toHaveLength(0);
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
    .set({ closed_at: new Date(app.deps.now()), status: 70 })
    .where('order_id', '=', orderId)
    .execute();
  expect([await looked('-20'), await looked('20')]).toEqual([2, 1]);
});
