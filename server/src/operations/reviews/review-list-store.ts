import type { RequestedDocument, ReviewKind } from '@noren/core/people/document-request';
import { type RawBuilder, sql } from 'kysely';
import { PENDING_REVIEWS, waitsForBorrower } from '../../features/certification/review-store.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

export interface ClaimOfReview {
  readonly staffId: string;
  readonly name: string;
  readonly until: number;
}

/** A case that waits, without personal data but the masked phone. */
export interface ListedReview {
  readonly userId: string;
  readonly kind: ReviewKind;
  readonly maskedPhone: string;
  readonly since: number;
  readonly reasons: readonly string[];
  /** Tells corrections of one user apart; empty for the other kinds. */
  readonly changeId: string;
  readonly asked: RequestedDocument | null;
  readonly claimStaffId: string | null;
  readonly claimName: string | null;
  readonly claimUntil: number | null;
}

/** The last row of the page before. */
export interface ReviewPlace {
  readonly since: number;
  readonly userId: string;
  readonly kind: string;
  readonly changeId: string;
}

/** A correction is claimed by its own id, every other case by its user. */
const SOURCES: Readonly<Record<ReviewKind, RawBuilder<unknown>>> = {
  identity: sql`select p.user_id, p.kind, p.since, p.reasons, '' as change_id from (${PENDING_REVIEWS.identity}) p`,
  bank_name: sql`select p.user_id, p.kind, p.since, p.reasons, '' as change_id from (${PENDING_REVIEWS.bank_name}) p`,
  score: sql`select p.user_id, p.kind, p.since, p.reasons, '' as change_id from (${PENDING_REVIEWS.score}) p`,
  correction: sql`select c.user_id, 'correction' as kind, c.requested_at as since, jsonb_build_array(c.field) as reasons,
    c.change_id::text as change_id from data_changes c where c.state = 'waiting'`,
};

/** Cases of some kinds, oldest first: those that wait for us, or for the borrower. */
export async function listReviews(
  db: Db,
  of: {
    kinds: readonly ReviewKind[];
    isWithBorrower: boolean;
    after: ReviewPlace | null;
    now: number;
    limit: number;
  },
): Promise<ListedReview[]> {
  const { kinds, isWithBorrower, after, now, limit } = of;
  const sources = sql.join(
    kinds.map((kind) => SOURCES[kind]),
    sql` union all `,
  );
  const place = after
    ? sql`and (w.since, w.user_id, w.kind, w.change_id) >
          (${timestamp(after.since)}::timestamptz, ${after.userId}::uuid, ${after.kind}, ${after.changeId})`
    : sql``;
  const isTheirs = waitsForBorrower(sql`u.user_id`);
  const read = await sql<ListedReview>`
    select w.user_id, w.kind, u.masked_phone, w.since, w.reasons, w.change_id,
           (select r.document from document_requests r
            where r.user_id = u.user_id and r.kind = w.kind and r.state = 'open') as asked,
           c.staff_id as claim_staff_id, s.name as claim_name, c.until as claim_until
    from (${sources}) w join users u using (user_id)
    left join work_claims c on c.kind = w.kind and c.until > ${instantValue(now)}
      and c.subject = case w.kind when 'correction' then w.change_id else w.user_id::text end
    left join staff s on s.staff_id = c.staff_id
    where ${isWithBorrower ? isTheirs : sql`not ${isTheirs}`} ${place}
    order by w.since, w.user_id, w.kind, w.change_id limit ${limit}`.execute(db);
  return read.rows;
}

/** Who works on a case now: of a correction's user any of them. */
export async function findReviewClaim(
  db: Db | Tx,
  { kind, subjects, now }: { kind: ReviewKind; subjects: readonly string[]; now: number },
): Promise<ClaimOfReview | undefined> {
  return db
    .selectFrom('work_claims as c')
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select(['c.staffId', 's.name', 'c.until'])
    .where('c.kind', '=', kind)
    .where('c.subject', 'in', [...subjects])
    .where('c.until', '>', instantValue(now))
    .executeTakeFirst();
}

/** The case is done: nobody works on it any more. */
export async function endReviewClaims(tx: Tx, kind: ReviewKind, subject: string): Promise<void> {
  await tx.deleteFrom('work_claims').where('kind', '=', kind).where('subject', '=', subject).execute();
}
