import { CHART_OF_ACCOUNTS } from '@noren/core/lending/chart-of-accounts';
import * as z from 'zod/mini';
import { call } from '../call.ts';
import { day, instant, nothing, repayId, signedPaise, uuid } from '../fields.ts';
import { dayCursor, listPage } from './cursor.ts';
import { staffRefusal } from './refusals.ts';

const accountNames = CHART_OF_ACCOUNTS.map(({ account }) => account) as [
  (typeof CHART_OF_ACCOUNTS)[number]['account'],
  ...(typeof CHART_OF_ACCOUNTS)[number]['account'][],
];

const ledgerAccount = z.enum(accountNames);
/** A calendar month, `YYYY-MM`, 1900 to 2199. */
const month = z.string().check(z.regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/, 'format'));
const amount = z.int().check(z.gte(0));

/**
 * Debits and credits of each account in a period, with opening and closing balances: the trial
 * balance of the last day. Balances are positive for debit.
 */
export const bookBalances = call({
  method: 'GET',
  path: '/staff/books/balances',
  who: { permission: 'books.read' },
  query: z.object({ from: z.optional(day), to: day }),
  response: z.object({
    to: day,
    accounts: z.array(
      z.object({
        account: ledgerAccount,
        opening: signedPaise,
        debit: amount,
        credit: amount,
        closing: signedPaise,
      }),
    ),
    /** Number of entries in the balances. */
    entries: z.int(),
  }),
});

const line = z.object({ account: ledgerAccount, amount: signedPaise });

const journal = z.object({
  journalId: uuid,
  kind: z.string(),
  /** The borrower's order, or null for a journal of the lender itself. */
  repayId: z.nullable(repayId),
  valueDay: day,
  bookedAt: instant,
  reason: z.nullable(z.string()),
  lines: z.array(line),
});

export type BookJournal = z.infer<typeof journal>;

/** The journals of a value day, in the order they were posted. */
export const dayJournal = call({
  method: 'GET',
  path: '/staff/books/journal',
  who: { permission: 'books.read' },
  query: z.object({ day, after: z.optional(uuid) }),
  response: listPage(journal),
});

/** The entries of an account in at most 92 days, in the order of their value days. */
export const generalLedger = call({
  method: 'GET',
  path: '/staff/books/ledger',
  who: { permission: 'books.read' },
  query: z.object({
    account: ledgerAccount,
    from: day,
    to: day,
    after: z.optional(dayCursor(',')),
  }),
  response: listPage(
    z.object({
      journalId: uuid,
      kind: z.string(),
      repayId: z.nullable(repayId),
      valueDay: day,
      amount: signedPaise,
    }),
  ),
});

const count = z.int();
const FUNNEL_STEPS = ['signed_up', 'identified', 'limit', 'applied', 'paid_out', 'repaid'] as const;

/** Portfolio figures; amounts in paise. */
export const portfolio = call({
  method: 'GET',
  path: '/staff/books/portfolio',
  who: { permission: 'books.read' },
  response: z.object({
    day,
    loans: count,
    /** Principal that was lent and not repaid. */
    outstanding: signedPaise,
    /** Principal of loans overdue by more than `days`. */
    atRisk: z.array(z.object({ days: count, loans: count, principal: signedPaise })),
    /** Loans by month of payout. */
    vintages: z.array(
      z.object({
        month,
        loans: count,
        lent: signedPaise,
        outstanding: signedPaise,
        /** Loans overdue by more than 30 days now, or written off. */
        late30: count,
        /** Loans past their due day, and how many of them were unpaid on it. */
        due: count,
        firstPaymentDefault: count,
      }),
    ),
    /** Number of people who reached each step. */
    funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), people: count })),
    decisions: z.object({ approved: count, declined: count }),
    /**
     * Principal and interest that fell due in the last 30 days, and how much of it has been paid.
     */
    collections: z.object({ due: signedPaise, collected: signedPaise }),
  }),
});

/**
 * The portfolio over time, as it was at each close: days, weeks or months, by how long there is a
 * history.
 */
export const portfolioTrend = call({
  method: 'GET',
  path: '/staff/books/portfolio/trend',
  who: { permission: 'books.read' },
  response: z.object({
    days: z.array(
      z.object({
        day,
        outstanding: signedPaise,
        atRisk: z.array(z.object({ days: count, principal: signedPaise })),
        vintages: z.array(z.object({ month, loans: count, late30: count })),
      }),
    ),
  }),
});

export type PortfolioPoint = z.infer<typeof portfolioTrend.response>['days'][number];

const period = z.object({ month, closedAt: instant, closedBy: z.string() });

/** Closed months, newest first, and the month that can be closed next, if one can. */
export const closedPeriods = call({
  method: 'GET',
  path: '/staff/books/periods',
  who: { permission: 'books.read' },
  query: z.object({ after: z.optional(month) }),
  response: z.object({
    rows: z.array(period),
    next: z.nullable(z.string()),
    closable: z.nullable(month),
  }),
});

/**
 * Closes a month permanently. Later postings with a value day in it count in the first open month.
 */
export const closePeriod = call({
  method: 'POST',
  path: '/staff/books/periods/close',
  who: { permission: 'books.close' },
  needsPasskey: true,
  body: z.object({ month }),
  response: nothing,
  changes: true,
});

const ledgerExport = z.object({
  exportId: uuid,
  month,
  format: z.enum(['csv', 'xlsx']),
  /** A `ready` file can be fetched once, by its requester, within an hour. */
  state: z.enum(['making', 'ready', 'fetched', 'failed', 'gone']),
  requestedAt: instant,
  requestedBy: z.string(),
  isMine: z.boolean(),
  lines: z.nullable(z.int()),
  debit: z.nullable(amount),
  credit: z.nullable(amount),
  problem: z.nullable(staffRefusal),
});

export type LedgerExport = z.infer<typeof ledgerExport>;

/** Exports of the ledger, newest first. */
export const ledgerExports = call({
  method: 'GET',
  path: '/staff/books/exports',
  who: { permission: 'books.export' },
  query: z.object({ after: z.optional(uuid) }),
  response: listPage(ledgerExport),
});

/** Requests the entries of a month as a file, which a job makes. */
export const makeLedgerExport = call({
  method: 'POST',
  path: '/staff/books/exports/make',
  who: { permission: 'books.export' },
  body: z.object({ month, format: z.enum(['csv', 'xlsx']) }),
  response: z.object({ exportId: uuid }),
  changes: true,
});

/** Answers the file of the reader's own export, once. */
export const fetchLedgerExport = call({
  method: 'POST',
  path: '/staff/books/exports/fetch',
  who: { permission: 'books.export' },
  needsPasskey: true,
  body: z.object({ exportId: uuid }),
  response: nothing,
  answerTypes: [
    'text/csv; charset=utf-8',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
});
