import { type RawBuilder, sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** What may need manual review: an identity, the name on a bank account, a borderline score. */
export type ReviewKind = 'identity' | 'bank_name' | 'score';

/** Reason codes of a decision, for the audit log and the borrower's message. */
const REVIEW_REASONS = {
  approve: ['agrees'],
  refuse: ['documents_differ', 'not_readable', 'face_differs', 'name_differs', 'means_too_low'],
} as const;

export type ReviewReason = (typeof REVIEW_REASONS)['approve' | 'refuse'][number];

/** A review awaiting an operator. Its only personal data is the masked phone. */
export interface PendingReview {
  readonly userId: string;
  readonly kind: ReviewKind;
  readonly maskedPhone: string;
  readonly since: number;
  /** Codes of what differs or could not be read. */
  readonly reasons: readonly string[];
  /** Identifies the version under review; each is decided once. */
  readonly subject: string;
  /** Whether a liveness picture is stored for the reviewer. */
  readonly hasPicture: boolean;
}

// A value, not a join: the planner would join all decisions there are to the few reviews that wait.
const undecided = sql`(select d.decision from review_decisions d
  where d.user_id = w.user_id and d.kind = w.kind and d.subject = w.subject) is null`;

/**
 * The reviews of each kind that nobody has decided: user_id, kind, since, reasons, subject of the
 * version.
 */
export const PENDING_REVIEWS: Readonly<Record<ReviewKind, RawBuilder<unknown>>> = {
  identity: sql`select w.* from (
    select i.user_id, 'identity' as kind, i.saved_at as since, i.reasons, i.saved_at::text as subject
    from identities i where i.state = 'review') w where ${undecided}`,
  bank_name: sql`select w.* from (
    select a.user_id, 'bank_name' as kind, a.saved_at as since, '["name_differs"]'::jsonb as reasons,
           a.account_id::text as subject
    from bank_accounts a
    where a.replaced_at is null and a.name_match <> 'match'
      and (select c.state from credit_limits c where c.user_id = a.user_id) in ('review', 'approved')) w where ${undecided}`,
  score: sql`select w.* from (
    select c.user_id, 'score' as kind, c.evaluated_at as since, e.outcome->'reasons' as reasons,
           e.evaluation_id::text as subject
    from credit_limits c
    cross join lateral (select evaluation_id, outcome from credit_evaluations e where e.user_id = c.user_id
                        order by evaluation_id desc limit 1) e
    where c.state = 'review' and e.outcome->'reasons' ?| '{score-borderline,device-shared}') w where ${undecided}`,
};

/**
 * Of a pending review `w`: whether it waits for a document of the borrower, not for us.
 * @param user the user of a table joined to it, where there is one: of rows of several tables Citus
 * does not know whose they are
 */
export const waitsForBorrower = (user = sql`w.user_id`): RawBuilder<unknown> => sql`(
  select r.request_id from document_requests r
  where r.user_id = ${user} and r.kind = w.kind and r.state = 'open') is not null`;

/**
 * Pending reviews of all users or one, oldest first. Those that wait for a document of the borrower
 * are left out, unless they are asked for.
 */
export async function readPendingReviews(
  db: Db | Tx,
  userId?: string,
  { withBorrower = false }: { withBorrower?: boolean } = {},
): Promise<PendingReview[]> {
  const ofUser = userId === undefined ? sql`true` : sql`w.user_id = ${userId}`;
  const isWithUs = withBorrower ? sql`true` : sql`not ${waitsForBorrower(sql`u.user_id`)}`;
  const read = await sql<PendingReview>`
    select w.user_id, w.kind, u.masked_phone, w.since, w.reasons, w.subject,
           w.kind = 'identity' and exists (select from liveness_checks l
             where l.user_id = w.user_id and l.review_file_id is not null) as has_picture
    from (${sql.join(Object.values(PENDING_REVIEWS), sql` union all `)}) w join users u using (user_id)
    where ${ofUser} and ${isWithUs}
    order by w.since limit 50`.execute(db);

  return read.rows;
}

/** @throws a unique violation when the subject was already decided */
export async function writeReviewDecision(
  tx: Tx,
  input: {
    userId: string;
    kind: ReviewKind;
    subject: string;
    decision: 'approve' | 'refuse';
    operator: string;
    reason: ReviewReason;
    now: number;
  },
): Promise<void> {
  const { userId, now, ...rest } = input;
  await tx
    .insertInto('review_decisions')
    .values({ userId, ...rest, at: timestamp(now) })
    .execute();
}

/** Whether the newest decision about the identity is a refusal: only a person may end that. */
export async function isIdentityRefused(tx: Tx, userId: string): Promise<boolean> {
  const newest = await tx
    .selectFrom('review_decisions')
    .select('decision')
    .where('userId', '=', userId)
    .where('kind', '=', 'identity')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

  return newest?.decision === 'refuse';
}

export async function setIdentityState(
  tx: Tx,
  userId: string,
  state: 'verified' | 'refused',
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ state, wasVerified: false })
    .where('userId', '=', userId)
    .execute();
}

/** Records that an operator found the account holder to be the borrower. */
export async function confirmAccountName(tx: Tx, userId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('bank_accounts')
    .set({ nameMatch: 'match' })
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .execute();
}

/** A verified identity waits for a reviewer once more; its level stays until the decision. */
export async function reopenIdentity(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ state: 'review', wasVerified: true })
    .where('userId', '=', userId)
    .where('state', '=', 'verified')
    .execute();
}

/** A new version of its case makes no identity younger: the next update stays due. */
const CONFIRMED_AT = sql<Date>`coalesce(confirmed_at, saved_at)`;

/**
 * Makes an identity in review a new version of its case, because what it is compared with changed:
 * a decision on the former version does not count for it.
 */
export async function renewReview(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ savedAt: timestamp(now), confirmedAt: CONFIRMED_AT })
    .where('userId', '=', userId)
    .where('state', '=', 'review')
    .execute();
}

/**
 * Takes a verified identity back, because a card or signed source came that nobody compared with it:
 * it is verified once it is confirmed again, or a reviewer looked.
 */
export async function reviewNewEvidence(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ state: 'review' })
    .where('userId', '=', userId)
    .where('state', '=', 'verified')
    .execute();
  await renewReview(tx, userId, now);
}

/** What the reviewer of an identity compares its documents with. */
export interface IdentityToReview {
  readonly name: string;
  readonly birthDay: string;
  readonly pan: string;
  readonly aadhaarLast4: string;
  readonly aadhaarHash: Buffer;
}

/** Null when the identity is not in review. */
export async function readIdentityToReview(
  tx: Tx | Db,
  crypto: FieldCrypto,
  userId: string,
): Promise<IdentityToReview | null> {
  const row = await tx
    .selectFrom('identities')
    .select(['nameEnc', 'birthDayEnc', 'panEnc', 'aadhaarLast4', 'aadhaarHash'])
    .where('userId', '=', userId)
    .where('state', '=', 'review')
    .executeTakeFirst();
  if (!row) return null;

  return {
    name: crypto.decrypt(row.nameEnc, `identities.name_enc:${userId}`),
    birthDay: crypto.decrypt(row.birthDayEnc, `identities.birth_day_enc:${userId}`),
    pan: crypto.decrypt(row.panEnc, `identities.pan_enc:${userId}`),
    aadhaarLast4: row.aadhaarLast4,
    aadhaarHash: row.aadhaarHash,
  };
}

/** A document was sent again: what differs now, under a new version, which is decided by itself. */
export async function writeReviewReasons(
  tx: Tx,
  crypto: FieldCrypto,
  userId: string,
  review: { reasons: readonly string[]; read: unknown; savedAt: ReturnType<typeof timestamp> },
): Promise<void> {
  const { reasons, read, savedAt } = review;
  const ocrFieldsEnc = crypto.encrypt(JSON.stringify(read), `identities.ocr_fields_enc:${userId}`);

  await tx
    .updateTable('identities')
    .set({ reasons: JSON.stringify(reasons), ocrFieldsEnc, savedAt, confirmedAt: CONFIRMED_AT })
    .where('userId', '=', userId)
    .where('state', '=', 'review')
    .execute();
}
