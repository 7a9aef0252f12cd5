import type { StaffReason } from '@noren/contract/staff/refusals';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** Why a file could not be made; the console has the sentence for each. */
export const EXPORT_PROBLEMS = [
  'export_too_long',
  'export_too_long_for_workbook',
  'export_totals_differ',
] as const satisfies readonly StaffReason[];

export type ExportProblem = (typeof EXPORT_PROBLEMS)[number];

export type ExportFormat = 'csv' | 'xlsx';

const columns = [
  'exportId',
  'staffId',
  'month',
  'format',
  'state',
  'fileId',
  'lines',
  'debitPaise',
  'creditPaise',
  'problem',
  'requestedAt',
  'readyAt',
] as const;

export type LedgerExportRow = Columns<'ledger_exports', (typeof columns)[number]>;

export async function saveLedgerExport(
  tx: Tx,
  request: { staffId: string; month: string; format: ExportFormat; now: number },
): Promise<string> {
  const { now, ...values } = request;
  const row = await tx
    .insertInto('ledger_exports')
    .values({ ...values, requestedAt: timestamp(now) })
    .returning('exportId')
    .executeTakeFirstOrThrow();

  return row.exportId;
}

export async function findLedgerExport(
  db: Db | Tx,
  exportId: string,
): Promise<LedgerExportRow | undefined> {
  return db
    .selectFrom('ledger_exports')
    .select(columns)
    .where('exportId', '=', exportId)
    .executeTakeFirst();
}

/** A page of exports, newest first, each with the name of the person who requested it. */
export async function listLedgerExports(
  db: Db,
  after: string | null,
  limit: number,
): Promise<(LedgerExportRow & { name: string })[]> {
  let query = db
    .selectFrom('ledger_exports as x')
    .innerJoin('staff as s', 's.staffId', 'x.staffId')
    .select(columns.map((column) => `x.${column}` as const))
    .select('s.name');
  if (after !== null) query = query.where('x.exportId', '<', after);

  return query.orderBy('x.exportId', 'desc').limit(limit).execute();
}

/** Records that an export is ready or has failed. */
export async function finishLedgerExport(
  tx: Tx,
  exportId: string,
  result:
    | {
        state: 'ready';
        fileId: string;
        lines: number;
        debitPaise: number;
        creditPaise: number;
        now: number;
      }
    | { state: 'failed'; problem: ExportProblem; now: number },
): Promise<void> {
  const { now, ...values } = result;
  await tx
    .updateTable('ledger_exports')
    .set({ ...values, readyAt: timestamp(now) })
    .where('exportId', '=', exportId)
    .where('state', '=', 'making')
    .execute();
}

/** Marks an export as fetched. @returns false when it was fetched before */
export async function markExportFetched(tx: Tx, exportId: string, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('ledger_exports')
    .set({ state: 'fetched', fetchedAt: timestamp(now) })
    .where('exportId', '=', exportId)
    .where('state', '=', 'ready')
    .returning('exportId')
    .executeTakeFirst();
  return row !== undefined;
}
