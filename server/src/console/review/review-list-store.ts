import type { RequestedDocument, ReviewKind } from '@noren/core/people/document-request';
import { type RawBuilder, sql } from 'kysely';
import { PENDING_REVIEWS, waitsForBorrower } from '../../people/certification/review-store.ts';
import { OPEN_HITS } from '../../people/sanctions/hit-store.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** A case that waits. */
export interface ListedReview {
  readonly userId: string;
  readonly kind: ReviewKind;
  readonly nameEnc: Buffer | null;
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
  identity: selectCases(PENDING_REVIEWS.identity),
  bank_name: selectCases(PENDING_REVIEWS.bank_name),
  score: selectCases(PENDING_REVIEWS.score),
  sanctions: selectCases(OPEN_HITS),
  correction: sql`
    select c.user_id, 'correction' as kind, c.requested_at as since,
           jsonb_build_array(c.field) as reasons, c.change_id::text as change_id
    from data_changes c where c.state = 'waiting'`,
};

/** The cases of a statement that gives no `change_id`. */
function selectCases(statement: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select p.user_id, p.kind, p.since, p.reasons, '' as change_id from (${statement}) p`;
}

const uniteSources = (kinds: readonly ReviewKind[]): RawBuilder<unknown> =>
  sql.join(
    kinds.map((kind) => SOURCES[kind]),
    sql` union all `,
  );

/** The subject of a claim on a row `w` of a source. */
const claimSubject = sql`case w.kind when 'correction' then w.change_id else w.user_id::text end`;

/** Cases of some kinds, oldest first: those that wait for us, or for the borrower. */
export async function listReviews(
  db: Db,
  page: {
    kinds: readonly ReviewKind[];
    isWithBorrower: boolean;
    after: ReviewPlace | null;
    now: number;
    limit: number;
  },
): Promise<ListedReview[]> {
  const { kinds, isWithBorrower, after, now, limit } = page;
  const place = after
    ? sql`
      and (w.since, w.user_id, w.kind, w.change_id) > (
        ${timestamp(after.since)}::timestamptz, ${after.userId}::uuid, ${after.kind},
        ${after.changeId})`
    : sql``;
  const isTheirs = waitsForBorrower(sql`u.user_id`);
  const read = await sql<ListedReview>`
    select w.user_id, w.kind, i.name_enc, u.masked_phone, w.since, w.reasons, w.change_id,
           (select r.document from document_requests r
            where r.user_id = u.user_id and r.kind = w.kind and r.state = 'open') as asked,
           c.staff_id as claim_staff_id, s.name as claim_name, c.until as claim_until
    from (${uniteSources(kinds)}) w
    join users u using (user_id)
    left join identities i on i.user_id = u.user_id
    left join work_claims c
      on c.kind = w.kind and c.until > ${instantValue(now)} and c.subject = ${claimSubject}
    left join staff s on s.staff_id = c.staff_id
    where ${isWithBorrower ? isTheirs : sql`not ${isTheirs}`} ${place}
    order by w.since, w.user_id, w.kind, w.change_id limit ${limit}`.execute(db);

  return read.rows;
}

export interface ReviewKey {
  readonly userId: string;
  readonly kind: ReviewKind;
}

export interface ReviewQueue {
  readonly kinds: readonly ReviewKind[];
  readonly staffId: string;
  readonly now: number;
}

/**
 * Selects the cases that wait for staff, one row each, without those a colleague has claimed unless
 * it is `shown`.
 */
function selectQueue(
  { kinds, staffId, now }: ReviewQueue,
  shown: ReviewKey | null,
): RawBuilder<unknown> {
  const isShown = shown
    ? sql`(w.user_id, w.kind) = (${shown.userId}::uuid, ${shown.kind})`
    : sql`false`;

  return sql`
    select w.user_id, w.kind, min(w.since) as since, min(w.change_id) as change_id
    from (${uniteSources(kinds)}) w join users u using (user_id)
    left join work_claims c
      on c.kind = w.kind and c.until > ${instantValue(now)}
      and c.staff_id <> ${staffId}::uuid and c.subject = ${claimSubject}
    where not ${waitsForBorrower(sql`u.user_id`)} and (c.staff_id is null or ${isShown})
    group by w.user_id, w.kind`;
}

/** A case's number in the queue and its neighbours; undefined while the borrower has to act. */
export async function findReviewPlace(
  db: Db,
  queue: ReviewQueue,
  shown: ReviewKey,
): Promise<
  { number: number; count: number; previous: ReviewKey | null; next: ReviewKey | null } | undefined
> {
  const key = sql`jsonb_build_object('userId', q.user_id, 'kind', q.kind)`;
  const read = await sql<{
    number: number;
    count: number;
    previous: ReviewKey | null;
    next: ReviewKey | null;
  }>`
    select number, count, previous, next from (
      select q.user_id, q.kind, row_number() over places as number, count(*) over () as count,
             lag(${key}) over places as previous, lead(${key}) over places as next
      from (${selectQueue(queue, shown)}) q
      window places as (order by q.since, q.user_id, q.kind)
    ) placed
    where (user_id, kind) = (${shown.userId}::uuid, ${shown.kind})`.execute(db);

  return read.rows[0];
}

/** The cases to open next, the longest waiting first. */
export async function listNextReviews(
  tx: Tx,
  queue: ReviewQueue,
  limit: number,
): Promise<(ReviewKey & { changeId: string })[]> {
  const read = await sql<ReviewKey & { changeId: string }>`
    select q.user_id, q.kind, q.change_id from (${selectQueue(queue, null)}) q
    order by q.since, q.user_id, q.kind limit ${limit}`.execute(tx);
  return read.rows;
}

/** Ends every claim on a case that was decided. */
export async function endReviewClaims(tx: Tx, kind: ReviewKind, subject: string): Promise<void> {
  await tx
    .deleteFrom('work_claims')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute();
}
