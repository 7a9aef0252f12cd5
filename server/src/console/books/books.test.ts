import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { post } from '../../lending/book/journal-store.ts';
import { compareTotals, sumPostedJournals } from '../../lending/book/ledger-totals-store.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { closeMissedDays } from '../../processes/close-of-day/close-of-day.ts';
import { decideByName, proposeByName } from '../../testing/decisions.ts';
import { expectTotalsAgree } from '../../testing/ledger-totals.ts';
import { anActiveLoan, openSandboxBank, runJobs, startFullPayment } from '../../testing/loans.ts';
import { olderTransactionsEnd } from '../../testing/older-transactions.ts';
import { useConsole } from '../../testing/staff.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { takePortfolioOfDay } from '../day/portfolio-of-day.ts';
import { listEntries } from './books-store.ts';
import { ledgerCsv } from './ledger-file.ts';

const app = await useApp();
const desk = await useConsole(app);
const accountant = await desk.as('accountant');
const who = await aSignedInUser(app);
const repayId = await anActiveLoan(app, who);
const paidOut = app.deps.today();
const toMonth = (day: string) => day.slice(0, 7);

async function totalsOfDatabase(where = sql`true`) {
  const read = await sql<{ debit: number; credit: number; n: number }>`
    select sum(amount_paise) filter (where amount_paise > 0)::bigint as debit,
           -sum(amount_paise) filter (where amount_paise < 0)::bigint as credit, count(*)::int as n
    from journals join entries using (user_id, journal_id) where ${where}`.execute(app.deps.db);
  return read.rows[0]!;
}

describe('balances', () => {
  test('the trial balance of a day counts what was valued by then, and sums to zero', async () => {
    app.moveDays(1);
    await closeMissedDays(app.deps);
    app.moveDays(1);
    await closeMissedDays(app.deps);

    const on = await accountant.data('bookBalances', { query: { to: paidOut } });
    const later = await accountant.data('bookBalances', { query: { to: app.deps.today() } });
    const closing = (of: typeof on, account: string) =>
      of.accounts.find((row) => row.account === account)?.closing;

    expect(closing(on, 'loan_principal')).toBe(1_000_000);
    expect(closing(on, 'interest_receivable')).toBe(1_000);
    expect(closing(later, 'interest_receivable')).toBeGreaterThanOrEqual(1_000);
    for (const { accounts } of [on, later])
      expect(accounts.reduce((sum, row) => sum + row.closing, 0)).toBe(0);

    const { debit, credit } = await totalsOfDatabase();
    const sum = (side: 'debit' | 'credit') =>
      later.accounts.reduce((all, row) => all + row[side], 0);

    expect([sum('debit'), sum('credit')]).toEqual([debit, credit]);

    const dayOnly = await accountant.data('bookBalances', {
      query: { from: app.deps.today(), to: app.deps.today() },
    });
    expect(closing(dayOnly, 'loan_principal')).toBe(1_000_000);
    expect(dayOnly.accounts.every(({ debit: moved }) => moved === 0)).toBe(true);
  });

  test('a day’s journal and an account’s ledger agree with them, page by page', async () => {
    const { rows } = await accountant.data('dayJournal', { query: { day: paidOut } });
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      'accrual',
      'disbursement',
      'hold',
      'release',
    ]);
    for (const { lines } of rows)
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    expect(rows.every((row) => row.repayId === repayId)).toBe(true);

    const rest = await accountant.data('dayJournal', {
      query: { day: paidOut, after: rows[0]!.journalId },
    });
    expect(rest.rows.map(({ journalId }) => journalId)).toEqual(
      rows.slice(1).map(({ journalId }) => journalId),
    );

    const query = { account: 'interest_receivable', from: paidOut, to: app.deps.today() };
    const ledger = await accountant.data('generalLedger', { query });
    const { accounts } = await accountant.data('bookBalances', { query: { to: app.deps.today() } });

    expect(ledger.rows.reduce((sum, { amount }) => sum + amount, 0)).toBe(
      accounts.find(({ account }) => account === 'interest_receivable')?.closing,
    );

    const [first] = ledger.rows;
    const after = `${first?.valueDay},${first?.journalId}`;

    expect(
      (await accountant.data('generalLedger', { query: { ...query, after } })).rows,
    ).toHaveLength(ledger.rows.length - 1);
    expect(
      await accountant.send('generalLedger', { query: { ...query, from: '2026-01-01' } }),
    ).toMatchObject({
      error: { code: 'invalid' },
    });
  });

  test('the portfolio counts a late loan at risk', async () => {
    const before = await accountant.data('portfolio');
    expect(before).toMatchObject({ loans: 1 });
    expect(before.funnel.find(({ step }) => step === 'paid_out')?.people).toBe(1);
    expect(before.atRisk.map(({ loans }) => loans)).toEqual([0, 0, 0, 0]);
    app.moveDays(25);

    const after = await accountant.data('portfolio');
    expect(after.atRisk.map(({ loans }) => loans)).toEqual([1, 0, 0, 0]);
    expect(after.vintages[0]).toMatchObject({
      loans: 1,
      due: 1,
      firstPaymentDefault: 1,
      lent: 1_000_000,
    });
    expect(after.collections).toMatchObject({ collected: 0 });
    expect(after.collections.due).toBeGreaterThanOrEqual(1_000_000);
  });

  test('all that is lent is at risk when the only loan is late', async () => {
    const { outstanding, atRisk, vintages } = await accountant.data('portfolio');
    expect(outstanding).toBe(1_000_000);
    expect(vintages[0]?.outstanding).toBe(outstanding);
    expect(atRisk[0]?.principal).toBe(outstanding);
  });

  test('a late payment counts as collected once, until it is reversed', async () => {
    const readCollections = async () => (await accountant.data('portfolio')).collections;
    await closeMissedDays(app.deps);
    const { due } = await readCollections();

    const { code } = await startFullPayment(who, repayId);
    await openSandboxBank(app).payIntent(code);
    await openSandboxBank(app).deliverAll(app.url);
    expect(await readCollections()).toEqual({ due, collected: due });

    const { journalId } = await app.deps.db
      .selectFrom('provider_payments')
      .select('journalId')
      .executeTakeFirstOrThrow();
    const requestId = await proposeByName(app.deps, {
      kind: 'reversal',
      repayId,
      detail: { journalId },
      maker: 'Asha',
      reason: 'it was for another loan',
    });
    await decideByName(app.deps, { requestId, checker: 'Ravi', decision: 'approve' });
    expect(await readCollections()).toEqual({ due, collected: 0 });
  });
});

describe('the totals of the ledger', () => {
  const agree = () => expectTotalsAgree(app, accountant, [paidOut, app.deps.today()]);

  const isCounted = async () =>
    (await sql`select from ledger_totals`.execute(app.deps.db)).rows.length > 0;

  test('agree with every entry, whether a job counted it or it was posted since', async () => {
    const { db, now } = app.deps;
    await agree();
    await olderTransactionsEnd(db);
    await sumPostedJournals(db, now());
    expect(await isCounted()).toBe(true);
    await agree();
    await anActiveLoan(app, await aSignedInUser(app));
    await agree();
    await Promise.allSettled([sumPostedJournals(db, now()), sumPostedJournals(db, now())]);
    await sumPostedJournals(db, now());
    await agree();
    expect((await inSnapshot(db, (tx) => compareTotals(tx, null))).problems).toEqual([]);
  });

  test.each([
    ['further on than this one', 'before_xact + 1000000000', 'cluster'],
    // Journals posted here since, of transactions with lower numbers, are in no total.
    [
      'passed by this one meanwhile',
      'pg_snapshot_xmin(pg_current_snapshot())::text::bigint',
      `'7000000000000000001'`,
    ],
  ])(
    'of a dump from an installation whose transactions were %s are summed again',
    async (_where, before, cluster) => {
      const { db, now } = app.deps;
      await anActiveLoan(app, await aSignedInUser(app));
      await sql
        .raw(`update ledger_totals_head set before_xact = ${before}, cluster = ${cluster}`)
        .execute(db);
      await agree();
      await sumPostedJournals(db, now());
      await agree();
    },
  );

  test('that were changed are found by the self-checks', async () => {
    await sql`
      update ledger_totals set debit_paise = debit_paise + 5
      where account = 'loan_principal'
      and ctid = (select min(ctid) from ledger_totals where account = 'loan_principal')`.execute(
      app.deps.db,
    );

    const { problems } = await inSnapshot(app.deps.db, (tx) => compareTotals(tx, null));
    expect(problems).toEqual([
      expect.stringMatching(/^the total of loan_principal is \d+ paise, its entries are \d+$/),
    ]);
    await sql`delete from ledger_totals`.execute(app.deps.db);
    await sql`update ledger_totals_head set before_xact = 0`.execute(app.deps.db);
    await agree();
  });
});

test('the portfolio over time is what each close summed', async () => {
  await takePortfolioOfDay(app.deps);

  const first = app.deps.today();
  const then = await accountant.data('portfolio');

  app.moveDays(1);
  await takePortfolioOfDay(app.deps);

  const { days } = await accountant.data('portfolioTrend');
  expect(days.map(({ day }) => day)).toEqual([first, app.deps.today()]);

  const { outstanding, atRisk } = then;
  expect(days[0]).toMatchObject({
    outstanding,
    atRisk: atRisk.map(({ days: over, principal }) => ({ days: over, principal })),
  });
  expect(Object.keys(days[0]!).toSorted()).toEqual(['atRisk', 'day', 'outstanding', 'vintages']);
});

describe('exports', () => {
  async function made(format: 'csv' | 'xlsx') {
    const month = toMonth(paidOut);
    const { exportId } = await accountant.data('makeLedgerExport', { body: { month, format } });

    expect(await accountant.send('fetchLedgerExport', { body: { exportId } })).toMatchObject({
      error: { code: 'not_possible' },
    });
    await runJobs(app);

    const { rows } = await accountant.data('ledgerExports', { query: {} });
    const row = rows.find((one) => one.exportId === exportId)!;

    expect(row).toMatchObject({ state: 'ready', isMine: true, problem: null });

    return { exportId, row };
  }

  const inMonth = sql`to_char(value_day, 'YYYY-MM') = ${toMonth(paidOut)}`;

  test('the CSV of a month has every entry, and totals equal to the database’s; it is fetched once', async () => {
    const { exportId, row } = await made('csv');
    const { debit, credit, n } = await totalsOfDatabase(inMonth);

    expect(row).toMatchObject({ lines: n, debit, credit });
    expect(debit).toBe(credit);

    const other = await desk.as('accountant', 'second');
    expect(await other.send('fetchLedgerExport', { body: { exportId } })).toMatchObject({
      error: { code: 'not_found' },
    });

    const file = await accountant.send('fetchLedgerExport', { body: { exportId } });
    const text = (file as unknown as { data: Buffer }).data.toString('utf8');
    const lines = text.trim().split('\r\n');

    expect(lines).toHaveLength(n + 2);

    const cells = lines.slice(1, -1).map((line) => line.split(','));
    const sum = (column: number) =>
      cells.reduce((all, line) => all + Math.round(Number(line[column] || 0) * 100), 0);

    expect([sum(10), sum(11)]).toEqual([debit, credit]);
    expect(lines.at(-1)?.split(',').slice(-2)).toEqual([
      (debit / 100).toFixed(2),
      (credit / 100).toFixed(2),
    ]);
    expect(await accountant.send('fetchLedgerExport', { body: { exportId } })).toMatchObject({
      error: { code: 'not_possible' },
    });
  });

  test('the workbook has the same totals', async () => {
    const { exportId, row } = await made('xlsx');
    const file = await accountant.send('fetchLedgerExport', { body: { exportId } });
    const parts = unzipSync(new Uint8Array((file as unknown as { data: Buffer }).data));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml']!);

    expect(sheet.match(/<row /g)).toHaveLength(row.lines! + 2);
    expect(sheet.match(/<f>[^<]*<\/f>/g)).toEqual([
      `<f>SUM(K2:K${row.lines! + 1})</f>`,
      `<f>SUM(L2:L${row.lines! + 1})</f>`,
    ]);

    const columnSum = (column: string) =>
      [
        ...sheet.matchAll(
          new RegExp(`<c r="${column}(?:[2-9]|\\d\\d+)"[^>]*><v>([\\d.]+)</v>`, 'g'),
        ),
      ].reduce((sum, [, value]) => sum + Math.round(Number(value) * 100), 0);

    expect([columnSum('K'), columnSum('L')]).toEqual([row.debit, row.credit]);
  });

  test('a file is gone after an hour', async () => {
    const { exportId } = await made('csv');
    app.advance(3_600_001);

    const again = await desk.as('accountant');
    expect(await again.send('fetchLedgerExport', { body: { exportId } })).toMatchObject({
      error: { code: 'not_possible' },
    });
  });

  test('a text that a spreadsheet would take for a formula is marked as text', async () => {
    const [entry] = await listEntries(app.deps.db, { from: paidOut, to: paidOut, limit: 1 });
    const csv = ledgerCsv([{ ...entry!, cause: '=HYPERLINK("http://x")' }]).toString();

    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    for (const cause of ['+1', '＝1', '＠SUM(1)'])
      expect(ledgerCsv([{ ...entry!, cause }]).toString()).toContain(`"'${cause}"`);
    expect(ledgerCsv([{ ...entry!, cause: '\n=1' }]).toString()).toContain(`"'\n'=1"`);
  });
});

describe('closed months', () => {
  test('wait until their last day is closed', async () => {
    const someone = await desk.as('accountant');
    const month = toMonth(paidOut);
    const readClosable = async () => (await someone.data('closedPeriods', { query: {} })).closable;

    await sql`
      update closed_days set finished_at = null
      where day >= date_trunc('month', ${paidOut}::date) + interval '1 month - 1 day'`.execute(
      app.deps.db,
    );
    expect(await readClosable()).toBeNull();
    expect(await someone.send('closePeriod', { body: { month } })).toMatchObject({
      error: { code: 'not_possible', refusal: { reason: 'month_days_open' } },
    });

    await closeMissedDays(app.deps);
    expect(await readClosable()).toBe(month);
  });

  test('close in order once they ended; what is valued in one later counts in the first open month', async () => {
    const someone = await desk.as('accountant');
    const month = toMonth(paidOut);
    const { closable } = await someone.data('closedPeriods', { query: {} });

    expect(closable).toBe(month);

    const auditor = await desk.as('auditor');
    expect(await auditor.send('closePeriod', { body: { month } })).toMatchObject({ status: 403 });
    expect(await someone.send('closePeriod', { body: { month: '2027-09' } })).toMatchObject({
      error: { code: 'not_possible' },
    });

    const readMonth = () => someone.data('bookBalances', { query: { to: `${month}-28` } });
    const bookedAt = app.deps.now() - 1_000;
    await olderTransactionsEnd(app.deps.db);

    // Posted before the close, and not committed yet: the close waits.
    const commit = await beginPosting({ cause: 'during', bookedAt });
    let before: Awaited<ReturnType<typeof readMonth>> | undefined;
    const closing = someone.data('closePeriod', { body: { month } }).then(async () => {
      before = await readMonth();
    });
    await expect.poll(async () => before !== undefined || (await isCloseWaiting())).toBe(true);
    await commit();
    await closing;
    expect(await readMonth()).toEqual(before);

    // Posted after the close, with a time before it.
    await (await beginPosting({ cause: 'late', bookedAt }))();
    expect(await readMonth()).toEqual(before);
    await sumPostedJournals(app.deps.db, app.deps.now());
    expect(await readMonth()).toEqual(before);

    const all = await someone.data('bookBalances', { query: { to: '2099-12-31' } });
    const { debit } = await totalsOfDatabase();

    expect(all.accounts.reduce((sum, row) => sum + row.debit, 0)).toBe(debit);
    expect((await someone.data('closedPeriods', { query: {} })).rows).toMatchObject([{ month }]);

    const late = await listEntries(app.deps.db, {
      from: `${month}-01`,
      to: '2099-12-31',
      limit: 1_000,
    });
    const monthOf = (name: string) =>
      late.find(({ cause }) => cause === name)?.bookDay.slice(0, 7) ?? '';
    expect(monthOf('during')).toBe(month);
    expect(monthOf('late') > month).toBe(true);
  });

  /** Posts in a transaction of its own, which ends when the answer is called. */
  async function beginPosting(of: { cause: string; bookedAt: number }) {
    const order = await app.deps.db
      .selectFrom('orders')
      .select(['userId', 'orderId'])
      .executeTakeFirstOrThrow();
    const [posted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

    const ended = app.deps.db.transaction().execute(async (tx) => {
      await post(tx, {
        ...order,
        ...of,
        kind: 'accrual',
        valueDay: paidOut,
        lines: [
          ['interest_receivable', 700],
          ['interest_income', -700],
        ],
      } as never);
      posted.resolve();
      await mayEnd.promise;
    });
    await posted.promise;

    return () => {
      mayEnd.resolve();
      return ended;
    };
  }

  /** Whether the close of a month asks which transactions have ended. */
  async function isCloseWaiting(): Promise<boolean> {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and query like '%pg_snapshot_xmin%::bigint as is_left%'`.execute(
      app.deps.db,
    );
    return rows.length > 0;
  }
});
