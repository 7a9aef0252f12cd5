import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  compareTotals,
  sumPostedJournals,
  type VerifiedSums,
} from '../../lending/book/ledger-totals-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { anActiveLoan } from '../../testing/loans.ts';
import { olderTransactionsEnd } from '../../testing/older-transactions.ts';
import { writePastTriggers } from '../../testing/past-triggers.ts';
import { entry, inSuspense, journal, ONE, TWO, useSelfChecks } from '../../testing/self-checks.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { selfCheck } from './self-checks.ts';

const books = await useSelfChecks();
const { recordLog, problemsAfter } = books;

test.each([
  ['journals balance: journal .* does not balance', journal('hold', 'without entries')],
  ['order balances .*waiver_expense is 7, should be 0', entry('waiver_expense', 7)],
  [
    'order status .*due on 2026-12-09, but on 2026-12-01 by its ledger',
    "update orders set due_day = '2026-12-09' where order_id = $order",
  ],
  [
    'order status .*written off, but not in the ledger',
    `update orders set status = ${OrderStatus.writtenOff} where status = ${OrderStatus.overdue}`,
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
    'business days are closed: the last day that was closed is 2026-12-03, not 2026-12-05',
    `delete from closed_days where day > '2026-12-03'`,
  ],
  [
    'reconciliation balances: the last reconciled day is 2026-12-03',
    `update provider_reconciliations set day = '2026-12-03'`,
  ],
])('%s', async (sentence, statement) => {
  expect(
    (await problemsAfter(statement)).filter((problem) => new RegExp(sentence).test(problem)),
  ).not.toHaveLength(0);
});

test.each([
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

test('what a transaction wrote that commits after the mark was taken is covered by the next run', async () => {
  const { db } = books.app.deps;
  const night = () => selfCheck({ ...books.app.deps, log: recordLog().log });

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
       values ('${books.who.userId}', '${books.orderId}', 'accrual', '2026-11-25', '2026-11-25', 'late')`,
    )
    .execute(late);
  // Transactions that began later end before it, and a whole run passes in between.
  await sql`select pg_current_xact_id()`.execute(db);
  books.app.advance(86_400_000);
  await night();
  expect(await wrong()).toEqual([]);
  await late.commit().execute();
  books.app.advance(86_400_000);
  await night();
  expect(await wrong()).toEqual([expect.stringMatching(/^journal .* does not balance$/)]);
  await db.transaction().execute(async (tx) => {
    await writePastTriggers(tx);
    await sql`delete from journals where cause = 'late'`.execute(tx);
  });
});

test('a nightly run compares the totals by sums verified before, and a whole one by every entry', async () => {
  const { db } = books.app.deps;
  const entries = async () =>
    Number((await sql<{ n: number }>`select count(*) as n from entries`.execute(db)).rows[0]!.n);
  const compare = async (verified: VerifiedSums | null) =>
    inSnapshot(db, (tx) => compareTotals(tx, verified));

  await olderTransactionsEnd(db);
  await sumPostedJournals(db, books.app.deps.now());

  const whole = await compare(null);
  expect([whole.entries, whole.problems]).toEqual([await entries(), []]);

  const again = await compare(whole.verified);
  expect([again.entries, again.problems, again.totalPaise]).toEqual([0, [], 0]);
  await anActiveLoan(books.app, await aSignedInUser(books.app));

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
  await sumPostedJournals(db, books.app.deps.now());
});
