import { CHART_OF_ACCOUNTS } from '@noren/core/lending/chart-of-accounts';
import { formatTime, toBusinessDay } from '@noren/core/money/time';
import writeXlsxFile from 'write-excel-file/node';
import { csvFile } from '../../platform/csv.ts';
import type { EntryRow } from './books-store.ts';

/** Sums of an export, in paise: they equal each other and the database's. */
export interface ControlTotals {
  readonly lines: number;
  readonly debitPaise: number;
  readonly creditPaise: number;
}

export function controlTotals(entries: readonly EntryRow[]): ControlTotals {
  let [debitPaise, creditPaise] = [0, 0];
  for (const { amount } of entries) {
    if (amount > 0) debitPaise += amount;
    else creditPaise -= amount;
  }

  return { lines: entries.length, debitPaise, creditPaise };
}

const HEADINGS = [
  'Book day',
  'Value day',
  'Booked at (IST)',
  'Journal',
  'Line',
  'Kind',
  'Order',
  'Cause',
  'Account code',
  'Account',
  'Debit (INR)',
  'Credit (INR)',
] as const;

/** Columns before the amounts. */
const BEFORE_AMOUNTS = HEADINGS.length - 2;

const CHART = new Map<string, (typeof CHART_OF_ACCOUNTS)[number]>(
  CHART_OF_ACCOUNTS.map((row) => [row.account, row]),
);

function bookedText(at: number): string {
  return `${toBusinessDay(at)} ${formatTime(at)}`;
}

/** Rupees with two decimals, for other programs to read. */
function rupees(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/**
 * The entries and their totals as CSV: days as ISO 8601 and accounts by their ids, for other
 * programs.
 */
export function ledgerCsv(entries: readonly EntryRow[]): Buffer {
  const rows = entries.map((entry) => {
    const { bookDay, valueDay, bookedAt, journalId, line, kind, repayId, cause, account, amount } =
      entry;
    const code = CHART.get(account)?.code ?? '';
    const texts = [
      bookDay,
      valueDay,
      bookedText(bookedAt),
      journalId,
      String(line),
      kind,
      repayId ?? '',
      cause,
    ];

    return [
      ...texts,
      code,
      account,
      amount > 0 ? rupees(amount) : '',
      amount < 0 ? rupees(-amount) : '',
    ];
  });
  const { debitPaise, creditPaise } = controlTotals(entries);
  const blanks = Array.from({ length: BEFORE_AMOUNTS - 1 }, () => '');

  return csvFile(HEADINGS, [
    ...rows,
    ['Total', ...blanks, rupees(debitPaise), rupees(creditPaise)],
  ]);
}

const IST_MS = 5.5 * 3_600_000;
const MONEY_FORMAT = '#,##0.00';

const text = (value: string) => ({ value, type: String });
const bold = (value: string) => ({ ...text(value), fontWeight: 'bold' as const });
const money = (amount: number) => ({ value: amount / 100, type: Number, format: MONEY_FORMAT });

const day = (value: string) => ({
  value: new Date(`${value}T00:00:00Z`),
  type: Date,
  format: 'dd/mm/yyyy',
});

/** A spreadsheet's times have no zone: this is the time in India, to the minute. */
const time = (at: number) => ({
  value: new Date(Math.floor((at + IST_MS) / 60_000) * 60_000),
  type: Date,
  format: 'dd/mm/yyyy hh:mm',
});

function sumColumn(column: string, entries: number) {
  const value = entries === 0 ? '0' : `SUM(${column}2:${column}${entries + 1})`;
  return { value, type: 'Formula' as const, format: MONEY_FORMAT, fontWeight: 'bold' as const };
}

/**
 * The same as a workbook, for people: real days, accounts in words, totals that a spreadsheet adds
 * up. Its texts are texts.
 */
export async function ledgerXlsx(entries: readonly EntryRow[], month: string): Promise<Buffer> {
  const rows = entries.map((entry) => {
    const { bookDay, valueDay, bookedAt, journalId, line, kind, repayId, cause, account, amount } =
      entry;
    const { code = '', name = account } = CHART.get(account) ?? {};

    return [
      day(bookDay),
      day(valueDay),
      time(bookedAt),
      text(journalId),
      { value: line, type: Number },
      text(kind),
      text(repayId ?? ''),
      text(cause),
      text(code),
      text(name),
      amount > 0 ? money(amount) : null,
      amount < 0 ? money(-amount) : null,
    ];
  });
  const blanks = Array.from({ length: BEFORE_AMOUNTS - 1 }, () => null);
  const total = [
    bold('Total'),
    ...blanks,
    sumColumn('K', entries.length),
    sumColumn('L', entries.length),
  ];
  const columns = [11, 11, 17, 38, 6, 16, 16, 30, 13, 26, 15, 15].map((width) => ({ width }));
  const made = writeXlsxFile([HEADINGS.map(bold), ...rows, total], {
    sheet: `Ledger ${month}`,
    columns,
    stickyRowsCount: 1,
  });

  return made.toBuffer();
}
