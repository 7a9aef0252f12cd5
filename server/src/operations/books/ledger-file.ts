import { businessDayOf, formatTime } from '@noren/core/money/time';
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
  'Account',
  'Debit (INR)',
  'Credit (INR)',
] as const;

function bookedText(at: number): string {
  return `${businessDayOf(at)} ${formatTime(at)}`;
}

function textsOf(entry: EntryRow): string[] {
  const { bookDay, valueDay, bookedAt, journalId, line, kind, repayId, cause, account } = entry;
  return [bookDay, valueDay, bookedText(bookedAt), journalId, String(line), kind, repayId ?? '', cause, account];
}

/** Rupees with two decimals, for other programs to read. */
function rupees(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** The entries and their totals as CSV. */
export function ledgerCsv(entries: readonly EntryRow[]): Buffer {
  const rows = entries.map((entry) => {
    const { amount } = entry;
    return [...textsOf(entry), amount > 0 ? rupees(amount) : '', amount < 0 ? rupees(-amount) : ''];
  });
  const { debitPaise, creditPaise } = controlTotals(entries);
  const total = ['Total', ...Array.from({ length: 8 }, () => ''), rupees(debitPaise), rupees(creditPaise)];
  return csvFile(HEADINGS, [...rows, total]);
}

const MONEY_FORMAT = '#,##0.00';
const bold = (value: string) => ({ value, type: String, fontWeight: 'bold' as const });
const money = (amount: number) => ({ value: amount / 100, type: Number, format: MONEY_FORMAT });

/** The same as a workbook. Its texts are texts: a spreadsheet evaluates none of them. */
export async function ledgerXlsx(entries: readonly EntryRow[], month: string): Promise<Buffer> {
  const { debitPaise, creditPaise } = controlTotals(entries);
  const rows = entries.map((entry) => [
    ...textsOf(entry).map((value) => ({ value, type: String })),
    entry.amount > 0 ? money(entry.amount) : null,
    entry.amount < 0 ? money(-entry.amount) : null,
  ]);
  const total = [bold('Total'), ...Array.from({ length: 8 }, () => null), money(debitPaise), money(creditPaise)];
  const made = writeXlsxFile([HEADINGS.map(bold), ...rows, total], { sheet: `Ledger ${month}` });
  return made.toBuffer();
}
