import {
  type RequestEvent,
  type RequestedDocument,
  type RequestReason,
  type ReviewKind,
  requestAfter,
} from '@noren/core/people/document-request';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/** A document that a reviewer waits for. */
export interface DocumentRequest {
  readonly requestId: string;
  readonly kind: Extract<ReviewKind, 'identity' | 'bank_name'>;
  readonly document: RequestedDocument;
  readonly reason: RequestReason;
  /** UTC ms. */
  readonly requestedAt: number;
}

/** The open requests of a user, oldest first. */
export async function readDocumentRequests(
  db: Db | Tx,
  userId: string,
): Promise<DocumentRequest[]> {
  return db
    .selectFrom('document_requests')
    .select(['requestId', 'kind', 'document', 'reason', 'requestedAt'])
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .orderBy('requestedAt')
    .execute();
}

/** @throws a unique violation of `document_requests_open_key` when one of this kind is open */
export async function addDocumentRequest(
  tx: Tx,
  request: Omit<DocumentRequest, 'requestId' | 'requestedAt'> & {
    userId: string;
    requestedBy: string;
    now: number;
  },
): Promise<string> {
  const { now, ...row } = request;
  const added = await tx
    .insertInto('document_requests')
    .values({ ...row, requestedAt: timestamp(now) })
    .returning('requestId')
    .executeTakeFirstOrThrow();

  return added.requestId;
}

/**
 * Ends the open requests of a user: those of a kind of review, or of one document.
 * @returns whether there was one
 */
export async function endDocumentRequests(
  tx: Tx,
  userId: string,
  of: { kind: ReviewKind } | { document: RequestedDocument },
  { event, now }: { event: RequestEvent; now: number },
): Promise<boolean> {
  const open = (await readDocumentRequests(tx, userId)).filter((request) =>
    'kind' in of ? request.kind === of.kind : request.document === of.document,
  );
  const state = requestAfter('open', event);
  if (open.length === 0 || state === null) return false;

  await tx
    .updateTable('document_requests')
    .set({ state, endedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .where(
      'requestId',
      'in',
      open.map(({ requestId }) => requestId),
    )
    .execute();

  return true;
}

/**
 * From when face checks count: the newest request for one, UTC ms; 0 when none was ever asked for
 * again. One without which a reviewer approved takes nothing from the checks before it.
 */
export async function readFaceCheckedFrom(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('document_requests')
    .select('requestedAt')
    .where('userId', '=', userId)
    .where('document', '=', 'face')
    .where(
      sql<boolean>`not (state = 'withdrawn' and exists (
        select from review_decisions d
        where d.user_id = ${userId} and d.kind = 'identity' and d.decision = 'approve'
          and d.at >= requested_at))`,
    )
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.requestedAt ?? 0;
}
