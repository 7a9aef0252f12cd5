import { businessDay } from '@noren/core/money/time';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { post } from '../../lending/book/journal-store.ts';
import { sumPostedJournals } from '../../lending/book/ledger-totals-store.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { expectTotalsAgree } from '../../testing/ledger-totals.ts';
import { anActiveLoan, runJobs } from '../../testing/loans.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { takePortfolioOfDay } from '../day/portfolio-of-day.ts';
import { listEntries } from './books-store.ts';
import { ledgerXlsx } from './ledger-file.ts';

const app = await useApp();
const desk = await useConsole(app);
const accountant = await desk.as('accountant');
await anActiveLoan(app, await aSignedInUser(app));
const paidOut = app.deps.today();

describe('the totals of the ledger', () => {
  const agree = () => expectTotalsAgree(app, accountant, [paidOut, app.deps.today()]);

  test('do not count what an open transaction has posted until it ends', async () => {
    const { db, now } = app.deps;
    const order = await db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .executeTakeFirstOrThrow();
    const valueDay = app.deps.today();

    await db.transaction().execute(async (tx) => {
      const lines = [
        ['interest_receivable', 300],
        ['interest_income', -300],
      ];
      await post(tx, {
        ...order,
        kind: 'accrual',
        valueDay,
        bookedAt: now(),
        cause: 'open',
        lines,
      } as never);
      await anActiveLoan(app, await aSignedInUser(app));
      await sumPostedJournals(db, now());
      await agree();
    });
    await agree();
    await sumPostedJournals(db, now());
    await agree();
  });
});

describe('the portfolio of a large lender', () => {
  const manyOrders = (rows: number) =>
    sql`
      select pg_restore_relation_stats(
        'schemaname', 'public', 'relname', 'orders', 'reltuples', ${rows}::real)`.execute(
      app.deps.db,
    );

  test('is summed once a day, with the same figures', async () => {
    const collector = await desk.as('collections');
    app.moveDays(1);
    await closeMissedDays(app.deps);

    const figures = async () => ({
      portfolio: await accountant.data('portfolio'),
      buckets: await collector.data('collectionBuckets'),
    });

    const live = await figures();
    await runJobs(app);
    await manyOrders(1_000_000);
    expect(await figures()).toEqual(live);
    await anActiveLoan(app, await aSignedInUser(app));
    expect((await accountant.data('portfolio')).loans).toBe(live.portfolio.loans);
    await takePortfolioOfDay(app.deps);
    expect((await accountant.data('portfolio')).loans).toBe(live.portfolio.loans + 1);
    await manyOrders(10);
  });
});

describe('exports', () => {
  test('the workbook’s days are days, its accounts have codes, and a text like a formula stays text', async () => {
    const [found] = await listEntries(app.deps.db, { from: paidOut, to: paidOut, limit: 1 });
    const entry = {
      ...found!,
      bookDay: businessDay('2026-11-24'),
      bookedAt: Date.UTC(2026, 10, 23, 20, 0),
      cause: '=1+1',
    };
    const parts = unzipSync(
      new Uint8Array(await ledgerXlsx([{ ...entry, account: 'loan_principal' }], '2026-11')),
    );
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);
    const strings = strFromU8(parts['xl/sharedStrings.xml']!);

    // Days since 30 December 1899; 01:30 of the 24th in India.
    expect(sheet).toMatch(/<c r="A2"[^>]*><v>46350<\/v>/);
    expect(sheet).toMatch(/<c r="C2"[^>]*><v>46350\.0625<\/v>/);
    expect(strFromU8(parts['xl/styles.xml']!)).toContain('dd/mm/yyyy');
    for (const text of ['1100', 'Loans: principal', '=1+1']) expect(strings).toContain(`>${text}<`);
  });
});
