import type { CeilingRow } from '@noren/core/lending/level-ceilings';
import { paise } from '@noren/core/money/money';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** The {@link CeilingRow}s that have started by a day, as a table of one row. */
export const selectCeilings = (day: BusinessDay) => sql<{ ceilings: CeilingRow[] }>`
  select coalesce(json_agg(json_build_object('level', level, 'ceiling', ceiling_paise,
      'effectiveFrom', effective_from, 'citation', citation)), '[]') as ceilings
  from level_ceilings where effective_from <= ${day}::date`;

/** The decision behind a row of the lender's. */
interface CeilingDecision {
  readonly requestId: string;
  readonly reason: string;
  readonly makerName: string;
  readonly checkerName: string | null;
  readonly decidedAt: number | null;
}

/** Every row that two people of the lender decided, later ones too, with who and why. */
export async function listCeilings(
  db: Db | Tx,
): Promise<(CeilingRow & { decision: CeilingDecision })[]> {
  const rows = await db
    .selectFrom('level_ceilings as l')
    .innerJoin('operator_requests as r', 'r.requestId', 'l.requestId')
    .innerJoin('staff as m', 'm.staffId', 'r.makerId')
    .leftJoin('staff as c', 'c.staffId', 'r.checkerId')
    .select(['l.level', 'l.effectiveFrom', 'l.ceilingPaise', 'l.citation', 'l.requestId'])
    .select(['r.reason', 'r.decidedAt', 'm.name as makerName', 'c.name as checkerName'])
    .execute();

  return rows.map(({ level, effectiveFrom, ceilingPaise, citation, ...decision }) => ({
    level,
    effectiveFrom,
    ceiling: paise(ceilingPaise),
    citation,
    decision,
  }));
}

/** Adds a row. @throws a unique violation for a level's day that is taken */
export async function insertCeiling(
  tx: Tx,
  {
    level,
    ceiling,
    effectiveFrom,
    citation,
    requestId,
  }: CeilingRow & {
    ceiling: number;
    requestId: string;
  },
): Promise<void> {
  await tx
    .insertInto('level_ceilings')
    .values({ level, effectiveFrom, ceilingPaise: ceiling, citation, requestId })
    .execute();
}
