import { randomUUID } from 'node:crypto';
import { UserStatus } from '@noren/core/people/status';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAccountBalance, trialBalance } from '../../testing/balances.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { aSignedInUser, type SignedInUser } from '../../testing/users.ts';
import { verifyLedger } from '../../testing/verify-ledger.ts';
import { post, readJournals } from './journal-store.ts';

let app: TestApp;
let who: SignedInUser;
let orderId: string;

beforeAll(async () => {
  app = await startApp();
  who = await aSignedInUser(app, { bizStatus: UserStatus.regular });
  await anActiveLoan(app, who);

  const order = await app.deps.db.selectFrom('orders').select('orderId').executeTakeFirstOrThrow();
  orderId = order.orderId;
});

afterAll(() => app.stop());

const journal = (cause: string) => ({
  userId: who.userId,
  orderId,
  kind: 'hold' as const,
  valueDay: app.deps.today(),
  bookedAt: app.deps.now(),
  cause,
});

test.each([
  ['journals', `update journals set value_day = value_day - 1`],
  ['journals', 'delete from journals'],
  ['entries', 'update entries set amount_paise = amount_paise + 1'],
  ['entries', 'delete from entries'],
  ['journals', 'truncate journals cascade'],
  ['audit_log', `delete from audit_log`],
  ['audit_log', 'truncate audit_log'],
])('rows of %s are never changed: %s', async (table, statement) => {
  await sql`insert into audit_log (user_id, at, actor, action) values (uuidv7(), now(), 'test', 'test')`.execute(
    app.deps.db,
  );

  const before = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.deps.db);
  await expect(sql.raw(statement).execute(app.deps.db)).rejects.toMatchObject({ code: '23001' });

  const after = await sql<{
    n: number;
  }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.deps.db);
  expect(after.rows).toEqual(before.rows);
});

test('a journal notes the transaction that writes it, not one that the statement says', async () => {
  const undo = new Error('undone');
  const write = app.deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into journals (user_id, order_id, kind, value_day, booked_at, cause, written_by_xact)
      values (${who.userId}, ${orderId}, 'hold', now(), now(), 'backdated', '3')
      returning written_by_xact = pg_current_xact_id() as "isOwn"`.execute(tx);
    expect(rows).toEqual([{ isOwn: true }]);
    throw undo;
  });
  await expect(write).rejects.toBe(undo);
});

/** Inserts directly, in the two statements that the code uses. */
const writeRound = (
  cause: string,
  lines: readonly (readonly [line: number, account: string, paise: number])[],
  {
    order = sql`${orderId}::uuid`,
    kind = 'hold',
  }: { order?: RawBuilder<unknown>; kind?: string } = {},
) =>
  app.deps.db.transaction().execute(async (tx) => {
    await sql`
      insert into journals (user_id, order_id, kind, value_day, booked_at, cause)
      values (${who.userId}, ${order}, ${kind}, now(), now(), ${cause})`.execute(tx);
    return sql`
      insert into entries (user_id, journal_id, line, account, amount_paise)
      select j.user_id, j.journal_id, l.line, l.account, l.paise
      from journals j, unnest(${lines.map(([line]) => line)}::int[], ${lines.map(([, account]) => account)}::text[],
                              ${lines.map(([, , paise]) => paise)}::bigint[]) l(line, account, paise)
      where j.user_id = ${who.userId} and j.kind = ${kind} and j.cause = ${cause}`.execute(tx);
  });

test('an unbalanced journal is refused by the code, and by the database when inserted directly', async () => {
  const { db } = app.deps;
  const crooked = {
    ...journal('crooked'),
    lines: [['limit_held', 5] as const, ['limit_promised', -4] as const],
  };

  await expect(db.transaction().execute((tx) => post(tx, crooked))).rejects.toThrow(
    /out of balance/,
  );

  const pair = [
    [1, 'limit_held', 7],
    [2, 'limit_promised', -7],
  ] as const;
  await expect(writeRound('crooked', [...pair, [3, 'limit_held', 1]])).rejects.toMatchObject({
    code: '23514',
  });
  await expect(writeRound('crooked', [[1, 'limit_held', 7]])).rejects.toMatchObject({
    code: '23514',
  });
  await expect(
    sql`insert into journals (user_id, order_id, kind, value_day, booked_at, cause)
        values (${who.userId}, ${orderId}, 'hold', now(), now(), 'empty')`.execute(db),
  ).rejects.toMatchObject({ code: '23514' });
  await writeRound('straight', pair);

  const back = pair.map(([line, account, paise]) => [line, account, -paise] as const);
  await expect(writeRound('of no order', back, { order: sql`uuidv7()` })).rejects.toMatchObject({
    code: '23503',
  });
  await expect(writeRound('of the house', back, { order: sql`null` })).rejects.toMatchObject({
    code: '23514',
  });
  await writeRound('straight back', back);
});

test.each([
  [
    'an account that is not in the chart',
    'hold',
    [
      ['limit_held', 7],
      ['pocket', -7],
    ],
  ],
  [
    'a journal of an unknown kind',
    'gift',
    [
      ['limit_held', 7],
      ['limit_promised', -7],
    ],
  ],
  [
    'a hold of principal',
    'hold',
    [
      ['loan_principal', 7],
      ['limit_promised', -7],
    ],
  ],
  [
    'money out without a payout',
    'payment',
    [
      ['loan_principal', 7],
      ['settlement_out', -7],
    ],
  ],
  [
    'GST with a payment',
    'payment',
    [
      ['settlement_in', 7],
      ['gst_payable', -7],
    ],
  ],
  [
    'a payout of another amount',
    'disbursement',
    [
      ['loan_principal', 7],
      ['settlement_out', -7],
    ],
  ],
  ['a payout with a paisa less GST', 'disbursement', payout({ gst: 5_399, net: 964_601 })],
  ['a payout with a paisa more fee', 'disbursement', payout({ fee: 30_001, net: 964_599 })],
  [
    'an extension without an accepted addendum',
    'extension',
    [
      ['fees_receivable', 7],
      ['gst_payable', -7],
    ],
  ],
  [
    'GST that a reversal adds',
    'reversal',
    [
      ['loan_principal', 7],
      ['gst_payable', -7],
    ],
  ],
  [
    'a fee reversal above the fee',
    'fee_reversal',
    [
      ['fee_income', 30_001],
      ['loan_principal', -30_001],
    ],
  ],
] as const)('the database refuses %s', async (_what, kind, lines) => {
  const numbered = lines.map(([account, paise], index) => [index + 1, account, paise] as const);
  await expect(writeRound(`refused ${_what}`, numbered, { kind })).rejects.toMatchObject({
    code: '23514',
  });
});

/** The lines of a payout of ₹10,000 with a fee of ₹300 and ₹54 GST, changed. */
function payout(changed: { fee?: number; gst?: number; net: number }) {
  const { fee = 30_000, gst = 5_400, net } = changed;
  return [
    ['loan_principal', 1_000_000],
    ['settlement_out', -net],
    ['fee_income', -fee],
    ['gst_payable', -gst],
  ] as const;
}

test('an order in the ledger cannot be deleted', async () => {
  const { db } = app.deps;
  const removed = db.deleteFrom('orders').where('orderId', '=', orderId).execute();
  await expect(removed).rejects.toMatchObject({ code: '23001' });
  await expect(sql`truncate orders cascade`.execute(db)).rejects.toMatchObject({ code: '23001' });
});

test('no ledger table can be truncated', async () => {
  const { db } = app.deps;
  const may = await sql<{ name: string }>`
    select relname as name from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 32 <> 0)`.execute(
    db,
  );

  expect(may.rows).toEqual([]);

  for (const table of [
    'product_versions',
    'users',
    'acceptances',
    'order_status_changes',
    'provider_payments',
  ])
    await expect(sql.raw(`truncate ${table} cascade`).execute(db)).rejects.toMatchObject({
      code: '23001',
    });
});

test('a posted journal takes no further entries, not even a balanced pair', async () => {
  const { db } = app.deps;
  const more = sql`insert into entries (user_id, journal_id, line, account, amount_paise)
    select user_id, journal_id, line + 100, account, amount_paise from entries where user_id = ${who.userId}`;

  await expect(more.execute(db)).rejects.toMatchObject({ code: '23001' });
  expect(await verifyLedger(db)).toEqual([]);
});

test.each([
  ['of a journal just written', ['line'], '23001'],
  ['of no journal', ['stray'], '23001'],
])(
  'entries are inserted with their journal: more %s are refused at once',
  async (_what, steps, code) => {
    const { db } = app.deps;
    const entry = (journalId: string, line: number) => sql`
    insert into entries (user_id, journal_id, line, account, amount_paise)
    values (${who.userId}, ${journalId}, ${line}, 'limit_held', 7), (${who.userId}, ${journalId}, ${line + 1}, 'limit_promised', -7)`;
    const more = db.transaction().execute(async (tx) => {
      const lines = [['limit_held', 5] as const, ['limit_promised', -5] as const];
      const journalId = (await post(tx, { ...journal(`more ${steps.join()}`), lines })) ?? '';

      for (const step of steps) {
        if (step === 'line') await entry(journalId, 3).execute(tx);
        else await entry(randomUUID(), 1).execute(tx);
      }
    });

    await expect(more).rejects.toMatchObject({ code });
  },
);

test('one cause is posted once', async () => {
  const { db } = app.deps;
  const lines = [['limit_held', 100] as const, ['limit_promised', -100] as const];
  const first = await db.transaction().execute((tx) => post(tx, { ...journal('once'), lines }));
  const second = await db.transaction().execute((tx) => post(tx, { ...journal('once'), lines }));

  expect([first === null, second]).toEqual([false, null]);
  expect(await readAccountBalance(db, who.userId, 'limit_held')).toBe(100);

  const back = [['limit_held', -100] as const, ['limit_promised', 100] as const];
  await db
    .transaction()
    .execute((tx) => post(tx, { ...journal('back'), kind: 'release', lines: back }));
  expect(await trialBalance(db)).toMatchObject({
    total: 0,
    accounts: { limit_held: 0, loan_principal: 1_000_000 },
  });
  expect((await readJournals(db, who.userId, orderId)).length).toBe(7);
});

test.each([
  ['extension_fee', 'extension', 'fee_income'],
  ['processing_fee', 'disbursement', 'fee_income'],
  ['interest', 'accrual', 'interest_income'],
  ['penal_charge', 'accrual', 'penal_income'],
] as const)(
  'the ledger takes no %s that no accepted key facts statement carries',
  async (code, kind, income) => {
    const { db } = app.deps;

    const take = (cause: string) =>
      db.transaction().execute((tx) =>
        post(tx, {
          ...journal(cause),
          kind,
          lines: [['settlement_in', 100] as const, [income, -100] as const],
        }),
      );

    const carry = (codes: string[]) =>
      db.updateTable('orders').set({ chargeCodes: codes }).where('orderId', '=', orderId).execute();
    const { chargeCodes: before } = await db
      .selectFrom('orders')
      .select('chargeCodes')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow();

    await carry(before.filter((one) => one !== code));
    await expect(take(`none carries ${code}`)).rejects.toMatchObject({
      code: '23514',
      message: expect.stringContaining(code),
    });
    await carry(before);
  },
);
