import type { Tx } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import { addJob, cancelJob, DELETE_FILE } from '../jobs/job-store.ts';
import { toBinding } from './pictures.ts';

/** A file not attached to a saved row by then is deleted: its request failed after the upload. */
const ORPHAN_FILE_TTL_MS = 3_600_000;

/**
 * Stores a user's file and schedules its deletion, which {@link attachFile} cancels.
 * @returns the file id
 */
export async function storeFile(
  deps: Deps,
  { userId, kind }: { userId: string; kind: string },
  bytes: Buffer,
): Promise<string> {
  const fileId = await deps.files.put(bytes, toBinding(userId, kind));
  await addJob(deps.db, DELETE_FILE, { fileId }, { afterMs: ORPHAN_FILE_TTL_MS });
  return fileId;
}

/** Cancels the deletion of a file, in the transaction that stores a reference to it. */
export async function attachFile(tx: Tx, userId: string, fileId: string): Promise<void> {
  await cancelJob(tx, DELETE_FILE.key({ fileId }), userId);
}
