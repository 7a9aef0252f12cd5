import { sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';

/** The request that comments are about. */
interface Subject {
  readonly requestId: string;
  readonly userId: string | null;
}

/** What the rows lie beside: the borrower, or the request itself where it is about none. */
const toOwnerId = ({ userId, requestId }: Subject): string => userId ?? requestId;

const toContext = (ownerId: string): string => `request_comments.text_enc:${ownerId}`;

/** Comments in the order in which they were written. */
export async function listComments(db: Db, crypto: FieldCrypto, request: Subject) {
  const userId = toOwnerId(request);
  const rows = await db
    .selectFrom('request_comments as c')
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select(['c.commentId', 'c.staffId', 's.name as staffName', 'c.textEnc', 'c.writtenAt'])
    .where('c.userId', '=', userId)
    .where('c.requestId', '=', request.requestId)
    .orderBy('c.commentId')
    .execute();

  return rows.map(({ textEnc, ...row }) => ({
    ...row,
    text: crypto.decrypt(textEnc, toContext(userId)),
  }));
}

export async function addComment(
  tx: Tx,
  crypto: FieldCrypto,
  { request, staffId, text, now }: { request: Subject; staffId: string; text: string; now: number },
): Promise<void> {
  const userId = toOwnerId(request);
  const { requestId } = request;
  const textEnc = crypto.encrypt(text, toContext(userId));

  await tx
    .insertInto('request_comments')
    .values({ userId, requestId, staffId, textEnc, writtenAt: timestamp(now) })
    .execute();
}

/** How many comments a request has, and who wrote the last one. */
export interface CommentCount {
  readonly count: number;
  readonly lastStaffId: string | null;
}

/** The counts of those requests that have comments, by the request's id. */
export async function countComments(
  db: Db | Tx,
  requests: readonly Subject[],
): Promise<ReadonlyMap<string, CommentCount>> {
  if (requests.length === 0) return new Map();

  const owners = [...new Set(requests.map(toOwnerId))];
  const ids = requests.map(({ requestId }) => requestId);

  const read = await sql<CommentCount & { requestId: string }>`
    select c.request_id, count(*)::int as count,
           (array_agg(c.staff_id order by c.comment_id desc))[1] as last_staff_id
    from request_comments c where c.user_id = any(${owners}::uuid[]) and c.request_id = any(${ids}::uuid[])
    group by c.request_id`.execute(db);

  return new Map(read.rows.map((row) => [row.requestId, row]));
}

/** How many open requests of somebody have a last comment by somebody else. */
export async function countToAnswer(db: Db, staffId: string, now: number): Promise<number> {
  const open = await db
    .selectFrom('operator_requests')
    .select(['requestId', 'userId'])
    .where('makerId', '=', staffId)
    .where('state', '=', 'open')
    .where('expiresAt', '>', instantValue(now))
    .execute();

  const counts = [...(await countComments(db, open)).values()];
  return counts.filter(({ lastStaffId }) => lastStaffId !== staffId).length;
}

/** How many comments were written in a time on requests that are still open. */
export async function countNewComments(
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<number> {
  const read = await sql<{ count: number }>`
    select count(*)::int as count
    from operator_requests r
    join request_comments c on c.user_id = coalesce(r.user_id, r.request_id) and c.request_id = r.request_id
    where r.state = 'open' and c.written_at > ${instantValue(from)} and c.written_at <= ${instantValue(until)}`.execute(
    db,
  );
  return read.rows[0]?.count ?? 0;
}
