import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/db.ts';

export interface UserFile {
  readonly fileId: string;
  /** The kind that its encryption is bound to; see `toBinding`. */
  readonly kind: string;
  /** True for the picture of an identity card, which the law may require us to retain. */
  readonly isCard: boolean;
}

/** Every stored picture of a user. */
export async function listPictures(db: Db | Tx, userId: string): Promise<UserFile[]> {
  const { rows } = await sql<UserFile>`
    select file_id, type as kind, true as is_card from identity_documents
      where user_id = ${userId} and file_id is not null
    union all select review_file_id, 'faceReview', false from liveness_checks
      where user_id = ${userId} and review_file_id is not null
    union all select photo_file_id, 'sourcePhoto', false from identity_sources
      where user_id = ${userId} and photo_file_id is not null
    union all select unnest(file_ids), 'feedback', false from feedback_tickets
      where user_id = ${userId}
    union all select file_id, 'proof', false from repayment_proofs
      where user_id = ${userId} and file_id is not null`.execute(db);
  return rows;
}

/** The files of a user's ready data exports. */
export async function listExportFiles(db: Db | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    select unnest(array[json_file_id, pdf_file_id]) as file_id from data_exports
    where user_id = ${userId} and state = 'ready'`.execute(db);
  return rows.map(({ fileId }) => fileId);
}
