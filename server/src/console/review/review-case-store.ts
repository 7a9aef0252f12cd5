import { DUE_DILIGENCE } from '@noren/core/people/face-check';
import { sql } from 'kysely';
import { CHECK_PURPOSE } from '../../people/certification/liveness-store.ts';
import { selectPersonLabel } from '../../people/person-label-store.ts';
import { type Db, instantValue, type Tx } from '../../platform/db/db.ts';

/** The person of a case. */
export interface ReviewedPerson {
  readonly nameEnc: Buffer | null;
  readonly maskedPhone: string;
  readonly language: string;
}

/** Undefined for somebody erased. */
export async function findReviewedPerson(
  db: Db | Tx,
  userId: string,
): Promise<ReviewedPerson | undefined> {
  return selectPersonLabel(db, userId).where('u.erasedAt', 'is', null).executeTakeFirst();
}

/** The newest decided face check of the identity since an instant (UTC ms). */
export async function readNewestFaceCheck(db: Db, userId: string, since: number) {
  return db
    .selectFrom('liveness_checks')
    .select([
      'mode',
      'poses',
      'outcome',
      'reason',
      'pose',
      'score',
      'likeness',
      'similarity',
      'decidedAt',
    ])
    .select(sql<boolean>`review_file_id is not null`.as('hasPicture'))
    .select('hints')
    .where('userId', '=', userId)
    .where('outcome', 'is not', null)
    .where(CHECK_PURPOSE, 'in', DUE_DILIGENCE)
    .where('createdAt', '>=', instantValue(since))
    .orderBy('decidedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The evaluation that a score review is about. */
export async function readReviewedScore(db: Db, userId: string, evaluationId: string) {
  return db
    .selectFrom('credit_evaluations')
    .select(['cardVersion', 'inputs', 'outcome'])
    .where('userId', '=', userId)
    .where('evaluationId', '=', evaluationId)
    .executeTakeFirst();
}

/**
 * What was decided of this person before, newest first; `by` is a name where somebody of the lender
 * decided.
 */
export async function readEarlierDecisions(db: Db, userId: string) {
  return db
    .selectFrom('review_decisions as d')
    .leftJoin('staff as s', (join) =>
      join.on(sql`'staff:' || s.staff_id::text`, '=', sql.ref('d.operator')),
    )
    .select(['d.kind', 'd.decision', 'd.reason', 'd.at'])
    .select(sql<string>`coalesce(s.name, d.operator)`.as('by'))
    .where('d.userId', '=', userId)
    .orderBy('d.at', 'desc')
    .limit(20)
    .execute();
}
