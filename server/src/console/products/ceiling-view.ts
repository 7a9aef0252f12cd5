import type { LevelCeiling } from '@noren/contract/staff/products';
import {
  CEILING_LEVELS,
  type CeilingRow,
  type CeilingRules,
  ceilingRowOn,
  ceilingRows,
} from '@noren/core/lending/level-ceilings';
import { listCeilings } from '../../lending/credit/level-ceilings-store.ts';
import type { Db } from '../../platform/db/db.ts';

/** Every ceiling of the program and of the lender, newest day first, and which is in force. */
export async function listCeilingViews(
  db: Db,
  { day, mode }: Pick<CeilingRules, 'day' | 'mode'>,
): Promise<LevelCeiling[]> {
  const lenderRows = await listCeilings(db);
  const rows: readonly (CeilingRow & { decision?: LevelCeiling['decision'] })[] = [
    ...lenderRows,
    ...ceilingRows[mode],
  ];
  const inForce = new Set(
    CEILING_LEVELS.map((level) => ceilingRowOn(level, { day, mode, lenderRows })),
  );

  return rows
    .map((row) => ({
      level: row.level,
      ceilingPaise: row.ceiling,
      effectiveFrom: row.effectiveFrom,
      citation: row.citation,
      decision: row.decision ?? null,
      isInForce: inForce.has(row),
    }))
    .sort((a, b) => b.effectiveFrom.localeCompare(a.effectiveFrom));
}
