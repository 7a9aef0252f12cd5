import { type StaffRefusal, toRefusal } from '@noren/contract/staff/refusals';
import { CHART_OF_ACCOUNTS } from '@noren/core/lending/chart-of-accounts';
import { addDays, businessDay, daysBetween } from '@noren/core/money/time';
import { trendDays } from '@noren/core/money/trend-days';
import { JOBS } from '../../job-list.ts';
import {
  firstMonth,
  listClosedPeriods,
  lockPeriods,
  savePeriod,
  waitForPostings,
} from '../../lending/book/closed-periods-store.ts';
import { isClosedThrough } from '../../lending/close/closed-days-store.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { toBinding } from '../../platform/files/pictures.ts';
import { FileAnswer } from '../../platform/http/call-handler.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { FileStoreError } from '../../platform/ports/files.ts';
import { appendStaffAct } from '../../platform/staff/audit-chain-store.ts';
import { cutPage } from '../../platform/staff/page.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';
import type { StaffHandlers } from '../../platform/staff/staff-handler.ts';
import { listDayJournals, listLedger, readAccountTotals } from './books-store.ts';
import { daysOfMonth, EXPORT_FILE } from './ledger-export.ts';
import {
  EXPORT_PROBLEMS,
  findLedgerExport,
  type LedgerExportRow,
  listLedgerExports,
  markExportFetched,
  saveLedgerExport,
} from './ledger-export-store.ts';
import { sumPortfolio } from './portfolio.ts';
import { findPortfolioDay, listPortfolioDays, readPortfolios } from './portfolio-days-store.ts';

const PAGE = 100;
const MOST_LEDGER_DAYS = 92;
/** How long a file waits to be fetched. */
const FILE_MS = 3_600_000;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** The month that is closed next: the one after the last closed, once it has ended. */
function nextToClose(last: string | null, first: string | null, today: string): string | null {
  const next = last === null ? first : daysOfMonth(last).to < today ? monthAfter(last) : null;
  return next !== null && daysOfMonth(next).to < today ? next : null;
}

/**
 * Whether the days of a month are closed. What is accrued for them later would count in the next
 * month, for good.
 */
const hasClosedDays = (db: Db | Tx, month: string): Promise<boolean> =>
  isClosedThrough(db, businessDay(daysOfMonth(month).to));

function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

function decideState({ state, readyAt }: LedgerExportRow, now: number) {
  return state === 'ready' && readyAt !== null && now - readyAt > FILE_MS
    ? ('gone' as const)
    : state;
}

/** A year and the month before it. */
const TREND_DAYS = 396;

/** The books: balances, journals, the portfolio, closed months and exports. */
export const bookStaffHandlers = {
  bookBalances: async (_ctx, { query }, db) => {
    const { from, to } = query;
    if (from !== undefined && from > to) throw new StaffError('invalid', 'period_reversed');

    const rows = await inSnapshot(db, (tx) => readAccountTotals(tx, from ?? null, to));

    return {
      to,
      accounts: CHART_OF_ACCOUNTS.map(({ account }) => {
        const row = rows.find((found) => found.account === account);
        const { opening, debit, credit, closing } = row ?? {
          opening: 0,
          debit: 0,
          credit: 0,
          closing: 0,
        };

        return { account, opening, debit, credit, closing };
      }),
      entries: rows.reduce((sum, row) => sum + row.entries, 0),
    };
  },

  dayJournal: async (_ctx, { query }, db) => {
    const found = await listDayJournals(db, {
      day: query.day,
      after: query.after ?? null,
      limit: PAGE + 1,
    });
    const { rows, next } = cutPage(found, PAGE, ({ journalId }) => journalId);

    return { rows: rows.map((row) => ({ ...row, lines: [...row.lines] })), next };
  },

  generalLedger: async (_ctx, { query }, db) => {
    const { account, from, to, after } = query;
    if (from > to) throw new StaffError('invalid', 'period_reversed');
    if (daysBetween(businessDay(from), businessDay(to)) > MOST_LEDGER_DAYS)
      throw new StaffError('invalid', { reason: 'period_too_long', days: MOST_LEDGER_DAYS });

    const [day = '', journalId = ''] = after?.split(',') ?? [];
    const place = after === undefined ? null : ([day, journalId] as const);
    const found = await inSnapshot(db, (tx) =>
      listLedger(tx, { account, from, to, after: place, limit: PAGE + 1 }),
    );

    return cutPage(found, PAGE, (last) => `${last.valueDay},${last.journalId}`);
  },

  portfolio: async ({ today }, _input, db) =>
    (await findPortfolioDay(db))?.portfolio ?? inSnapshot(db, (tx) => sumPortfolio(tx, today)),

  portfolioTrend: async ({ today }, _input, db) => {
    const days = trendDays(await listPortfolioDays(db, addDays(today, -TREND_DAYS)));
    return { days: await readPortfolios(db, days) };
  },

  closedPeriods: async ({ today }, { query }, db) => {
    const found = await listClosedPeriods(db, query.after ?? null, PAGE + 1);
    const [last] = await listClosedPeriods(db, null, 1);
    const next = nextToClose(last?.month ?? null, await firstMonth(db), today);
    const closable = next !== null && (await hasClosedDays(db, next)) ? next : null;

    return { ...cutPage(found, PAGE, ({ month }) => month), closable };
  },

  closePeriod: async ({ staff, now, today, deps }, { body }, tx) => {
    await lockPeriods(tx);

    const [last] = await listClosedPeriods(tx, null, 1);
    const closable = nextToClose(last?.month ?? null, await firstMonth(tx), today);
    if (closable === null) throw new StaffError('not_possible', 'months_all_closed');

    if (body.month !== closable)
      throw new StaffError('not_possible', { reason: 'month_not_next', month: closable });

    if (!(await hasClosedDays(tx, closable)))
      throw new StaffError('not_possible', 'month_days_open');

    const xact = await waitForPostings(tx, deps.db);
    if (xact === null) throw new StaffError('not_possible', 'month_postings_running');

    const { staffId } = staff;
    await savePeriod(tx, body.month, { staffId, now, xact });
    await appendStaffAct(tx, { at: now, staffId, action: 'period_closed', subject: body.month });

    return {};
  },

  ledgerExports: async ({ staff, now }, { query }, db) => {
    const found = await listLedgerExports(db, query.after ?? null, PAGE + 1);
    const { rows, next } = cutPage(found, PAGE, ({ exportId }) => exportId);
    const shown = rows.map((row) => ({
      exportId: row.exportId,
      month: row.month,
      format: row.format,
      state: decideState(row, now),
      requestedAt: row.requestedAt,
      requestedBy: row.name,
      isMine: row.staffId === staff.staffId,
      lines: row.lines,
      debit: row.debitPaise,
      credit: row.creditPaise,
      problem: toProblem(row.problem),
    }));

    return { rows: shown, next };
  },

  makeLedgerExport: async ({ staff, now, today }, { body }, tx) => {
    const { staffId } = staff;
    const { month, format } = body;
    if (`${month}-01` > today) throw new StaffError('not_possible', 'month_not_started');

    const exportId = await saveLedgerExport(tx, { staffId, month, format, now });
    await addJob(tx, JOBS['make-ledger-export'], { exportId });

    const detail = { month, format };
    await appendStaffAct(tx, {
      at: now,
      staffId,
      action: 'ledger_export_requested',
      subject: exportId,
      detail,
    });

    return { exportId };
  },

  fetchLedgerExport: async ({ deps, staff, now }, { body }, db) => {
    const { staffId } = staff;
    const found = await findLedgerExport(db, body.exportId);
    if (found?.staffId !== staffId) throw new StaffError('not_found', 'export_unknown');

    const state = decideState(found, now);
    if (state === 'making') throw new StaffError('not_possible', 'export_not_ready');
    if (state !== 'ready' || found.fileId === null)
      throw new StaffError('not_possible', 'export_gone');

    const { month, format, fileId } = found;
    const bytes = await deps.files
      .get(fileId, toBinding(staffId, EXPORT_FILE))
      .catch((error: unknown) => {
        throw error instanceof FileStoreError
          ? new StaffError('not_possible', 'export_gone')
          : error;
      });

    await db.transaction().execute(async (tx) => {
      if (!(await markExportFetched(tx, body.exportId, now)))
        throw new StaffError('not_possible', 'export_gone');

      await addJob(tx, JOBS['delete-file'], { fileId });

      const detail = { month, format, lines: found.lines ?? 0 };
      await appendStaffAct(tx, {
        at: now,
        staffId,
        action: 'ledger_export_fetched',
        subject: body.exportId,
        detail,
      });
    });

    return new FileAnswer(bytes, TYPES[format], `noren-ledger-${month}.${format}`);
  },
} satisfies Partial<StaffHandlers>;

/** A former version stored the sentence. */
function toProblem(stored: string | null): StaffRefusal | string | null {
  const reason = EXPORT_PROBLEMS.find((one) => one === stored);
  return reason === undefined ? stored : toRefusal(reason);
}
