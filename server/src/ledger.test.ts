import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balanceOf, type Journal, type Line, post, readJournals, trialBalance } from './ledger.ts';
import { startApp, type TestApp } from './test/start-app.ts';

let app: TestApp;
let userId: string;
let orderId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

beforeEach(async () => {
  const at = new Date(app.deps.now());
  userId = randomUUID();
  orderId = randomUUID();
  const number = randomUUID().slice(0, 8).toUpperCase();
  await sql`
    with u as (insert into users (user_id, phone_hash, phone_enc, masked_phone, created_at)
      values (${userId}, ${Buffer.from(userId)}, '\\x00', '', ${at})),
    q as (insert into quotes (user_id, proposal_no, product_code, product_version, principal_paise, quote, kfs, kfs_hash,
        language, made_at, valid_until) values (${userId}, ${number}, 'N07', 1, 100000, '{}', '{}', '', 'en', ${at}, ${at}))
    insert into orders (user_id, order_id, repay_id, proposal_no, product_code, terms, principal_paise, net_paise, purpose,
      status, applied_at, applied_day)
    values (${userId}, ${orderId}, ${number}, ${number}, 'N07', '{}', 100000, 96460, 'medical', 50, ${at}, '2026-11-24')
  `.execute(app.deps.db);
});

function journal(lines: readonly Line[], more: Partial<Journal> = {}): Journal {
  const bookedAt = app.deps.now();
  return { userId, orderId, kind: 'payment', valueDay: '2026-11-24', bookedAt, cause: randomUUID(), lines, ...more };
}
const write = (given: Journal) => app.deps.db.transaction().execute((tx) => post(tx, given));
const PAID: readonly Line[] = [
  ['settlement_in', 500],
  ['loan_principal', -500],
];

describe('posting', () => {
  test('a balanced journal is read back as it was written', async () => {
    const journalId = await write(journal(PAID));
    expect(await readJournals(app.deps.db, userId, orderId)).toMatchObject([
      { journalId, kind: 'payment', lines: PAID },
    ]);
    expect(await balanceOf(app.deps.db, userId, 'settlement_in')).toBe(500);
    expect((await trialBalance(app.deps.db)).total).toBe(0);
  });

  test('one journal for a cause, however often it is posted, also at once', async () => {
    const once = journal(PAID);
    const ids = await Promise.all(Array.from({ length: 20 }, () => write(once)));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await balanceOf(app.deps.db, userId, 'settlement_in')).toBe(500);
  });

  test.each<[string, readonly Line[]]>([
    [
      'out of balance',
      [
        ['settlement_in', 500],
        ['loan_principal', -499],
      ],
    ],
    ['one-sided', [['settlement_in', 500]]],
    ['empty', []],
    [
      'of nothing but zeros',
      [
        ['settlement_in', 0],
        ['loan_principal', 0],
      ],
    ],
  ])('a journal %s is refused', async (_, lines) => {
    await expect(write(journal(lines))).rejects.toThrow('out of balance');
    expect(await readJournals(app.deps.db, userId, orderId)).toEqual([]);
  });
});

describe('the database itself refuses', () => {
  test.each([
    ['an entry changed', sql`update entries set amount_paise = amount_paise + 1`],
    ['an entry deleted', sql`delete from entries`],
    ['a journal changed', sql`update journals set value_day = '2020-01-01'`],
    ['a journal deleted', sql`delete from journals`],
    ['entries emptied', sql`truncate entries`],
    ['journals emptied', sql`truncate journals cascade`],
  ])('%s', async (_, statement) => {
    await write(journal(PAID));
    await expect(statement.execute(app.deps.db)).rejects.toThrow('never changed or deleted');
  });

  test('entries that do not balance, at commit', async () => {
    const id = await write(journal(PAID));
    const added = sql`insert into entries values (${userId}, ${id}, 3, 'settlement_in', 1)`;
    await expect(added.execute(app.deps.db)).rejects.toThrow('out of balance');
  });

  test('a journal without entries, at commit', async () => {
    const empty = sql`insert into journals (user_id, order_id, kind, value_day, booked_at, cause)
      values (${userId}, ${orderId}, 'payment', '2026-11-24', now(), 'x')`;
    await expect(empty.execute(app.deps.db)).rejects.toThrow('out of balance');
  });
});
