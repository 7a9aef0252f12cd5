import { addDays, businessDay } from '@noren/core/money/time';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { storeFile } from '../../platform/files/stored-file.ts';
import type { JobPayloads } from '../../platform/jobs/job-store.ts';
import { listEntries, readAccountTotals } from './books-store.ts';
import {
  type ExportProblem,
  findLedgerExport,
  finishLedgerExport,
  type LedgerExportRow,
} from './ledger-export-store.ts';
import { controlTotals, ledgerCsv, ledgerXlsx } from './ledger-file.ts';

/** What is bound into the encryption of the file, beside who may fetch it. */
export const EXPORT_FILE = 'ledger_export';
/** What one file may hold: a sheet has 1,048,576 rows, and a file is made in memory. */
const MOST_LINES = { csv: 1_000_000, xlsx: 200_000 } as const;

/** The first and the last day of a month `YYYY-MM`. */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const next =
    number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
  return { from: `${month}-01`, to: addDays(businessDay(next), -1) };
}

/** Job: makes the file of an export. It is deleted an hour later, fetched or not. */
export async function makeLedgerExportFile(
  deps: Deps,
  { exportId }: JobPayloads['make-ledger-export'],
): Promise<void> {
  const request = await findLedgerExport(deps.db, exportId);
  if (request?.state !== 'making') return;

  const made = await makeFile(deps, request);
  const { staffId } = request;
  const done =
    'problem' in made
      ? { state: 'failed' as const, problem: made.problem }
      : {
          state: 'ready' as const,
          ...made.totals,
          fileId: await storeFile(deps, { userId: staffId, kind: EXPORT_FILE }, made.bytes),
        };

  await deps.db
    .transaction()
    .execute((tx) => finishLedgerExport(tx, exportId, { ...done, now: deps.now() }));
}

/**
 * Compares the sums of the file with those the database counts by account: they must be the same.
 */
async function makeFile(
  deps: Deps,
  { month, format }: LedgerExportRow,
): Promise<
  { problem: ExportProblem } | { totals: ReturnType<typeof controlTotals>; bytes: Buffer }
> {
  const { from, to } = daysOfMonth(month);
  const most = MOST_LINES[format];
  const { entries, accounts } = await inSnapshot(deps.db, async (tx) => ({
    entries: await listEntries(tx, { from, to, limit: most + 1 }),
    accounts: await readAccountTotals(tx, from, to),
  }));

  if (entries.length > most)
    return { problem: format === 'xlsx' ? 'export_too_long_for_workbook' : 'export_too_long' };

  const totals = controlTotals(entries);
  const debit = accounts.reduce((sum, row) => sum + row.debit, 0);
  const credit = accounts.reduce((sum, row) => sum + row.credit, 0);
  if (totals.debitPaise !== debit || totals.creditPaise !== credit)
    return { problem: 'export_totals_differ' };

  return {
    totals,
    bytes: format === 'csv' ? ledgerCsv(entries) : await ledgerXlsx(entries, month),
  };
}
