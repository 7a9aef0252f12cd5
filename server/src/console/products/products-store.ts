import type { ScoreDecision, ScoreInputs } from '@noren/core/lending/scorecard';
import type { ProductTerms } from '@noren/core/lending/terms';
import { PRODUCT_KINDS } from '@noren/core/staff/approval-kinds';
import { sql } from 'kysely';
import { type Db, instantValue } from '../../platform/db/db.ts';

/** Every version of every product: by code, newest first. */
export async function listProductVersions(db: Db) {
  return db
    .selectFrom('product_versions')
    .select([sql<ProductTerms>`terms`.as('terms'), 'effectiveFrom', 'effectiveTo'])
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/** An evaluation as it was stored, with the person's masked phone. */
export interface StoredEvaluation {
  readonly evaluationId: string;
  readonly person: string;
  readonly at: number;
  readonly cardVersion: string;
  readonly inputs: ScoreInputs;
  readonly decision: ScoreDecision;
}

function selectEvaluations(db: Db) {
  return db
    .selectFrom('credit_evaluations as e')
    .innerJoin('users as u', 'u.userId', 'e.userId')
    .select([
      'e.evaluationId',
      'u.maskedPhone as person',
      'e.at',
      'e.cardVersion',
      sql<ScoreInputs>`e.inputs`.as('inputs'),
      sql<ScoreDecision>`e.outcome`.as('decision'),
    ]);
}

/** The newest evaluations since an instant (UTC ms). */
export async function listEvaluations(
  db: Db,
  since: number,
  limit: number,
): Promise<StoredEvaluation[]> {
  return selectEvaluations(db)
    .where('e.at', '>=', instantValue(since))
    .orderBy('e.at', 'desc')
    .limit(limit)
    .execute();
}

/** A person's evaluations, newest first. */
export async function listUserEvaluations(
  db: Db,
  userId: string,
  limit: number,
): Promise<StoredEvaluation[]> {
  return selectEvaluations(db)
    .where('e.userId', '=', userId)
    .orderBy('e.evaluationId', 'desc')
    .limit(limit)
    .execute();
}

/** Open requests about products, oldest first; at most 100. */
export async function listProductRequests(db: Db) {
  const rows = await db
    .selectFrom('operator_requests as r')
    .innerJoin('staff as m', 'm.staffId', 'r.makerId')
    .select(['r.requestId', 'r.kind', 'r.makerId', 'm.name as makerName', 'r.reason', 'r.detail'])
    .select(['r.createdAt as madeAt', 'r.expiresAt'])
    .where('r.state', '=', 'open')
    .where('r.kind', 'in', PRODUCT_KINDS)
    .orderBy('r.createdAt')
    .limit(100)
    .execute();

  return rows.map((row) => ({
    ...row,
    kind: row.kind as (typeof PRODUCT_KINDS)[number],
    detail: row.detail as Record<string, unknown>,
  }));
}
