import {
  finishRotation,
  type KeyRotation,
  readRotation,
} from '../../people/encryption/key-rotation-store.ts';
import type { RotationDeps } from '../../people/encryption/rotate-keys.ts';
import { NO_ID } from '../../platform/db/db.ts';
import {
  claimMoved,
  freeMoved,
  hasOlderHashes,
  nextOlderHashes,
  replaceHashes,
  saveHashProgress,
} from './hash-move-store.ts';
import { HASHED_COLUMNS, type HashedColumn } from './hashed-columns.ts';

/** Rows in one statement. */
const BATCH = 500;

/**
 * Job: makes every keyed hash that ends with an earlier key end with the newest, column by column
 * and in batches of users. Each step may be repeated, and several processes may run it at once.
 * @throws Error in a process whose newest hash key is another one
 */
export async function moveHashes(
  deps: RotationDeps,
  { rotationId }: { rotationId: string },
  {
    batch = BATCH,
    onProgress,
  }: { batch?: number; onProgress?: (rotation: KeyRotation) => void } = {},
): Promise<void> {
  for (;;) {
    const rotation = await readRotation(deps.db, rotationId);
    if (rotation?.state !== 'running') return;

    const { keyId, tablesDone } = rotation;
    const { current, stored } = deps.crypto.hashKeyIds;
    if (current !== keyId || stored[0] !== keyId)
      throw new Error(
        `hash key ${keyId} is not the newest of this process: set NOREN_HASH_KEY everywhere first`,
      );

    onProgress?.(rotation);

    const column = HASHED_COLUMNS[tablesDone];
    if (column) await moveBatch(deps, rotation, { column, batch });
    else if (await endOrRepeat(deps, rotation)) return;
  }
}

async function moveBatch(
  { db, crypto }: RotationDeps,
  { rotationId, keyId, tablesDone, doneUpTo }: KeyRotation,
  { column, batch }: { column: HashedColumn; batch: number },
): Promise<void> {
  const older = await nextOlderHashes(db, column, { after: doneUpTo, keyId, limit: batch });
  const last = older.at(-1);

  if (!last)
    return saveHashProgress(db, {
      rotationId,
      moved: 0,
      tablesDone: tablesDone + 1,
      doneUpTo: NO_ID,
    });

  const moves = older.map(({ userId, hash, isInUse }) => ({
    userId,
    from: hash,
    to: crypto.lift(hash),
    isInUse,
  }));
  const { kind } = column;
  const claimed = moves.filter(({ isInUse }) => isInUse);

  // The later hash is claimed before a row has it, and the earlier one is freed after. In between
  // the user owns both.
  if (kind && claimed.length > 0) await claimMoved(db, kind, claimed);

  const moved = await replaceHashes(db, column, moves);

  if (kind && claimed.length > 0) {
    // The sweep removes a claim whose row does not follow within minutes: a process may have slept
    // that long.
    await claimMoved(db, kind, claimed);
    await freeMoved(db, kind, claimed);
  }

  await saveHashProgress(db, { rotationId, moved, tablesDone, doneUpTo: last.userId });
}

/**
 * Ends the move once no earlier key is left; else begins again at the first column.
 * @returns whether it ended
 */
async function endOrRepeat(
  { db, log, now }: RotationDeps,
  rotation: KeyRotation,
): Promise<boolean> {
  const { rotationId, keyId, fields } = rotation;
  for (const column of HASHED_COLUMNS) {
    if (!(await hasOlderHashes(db, column, keyId))) continue;
    await saveHashProgress(db, { rotationId, moved: 0, tablesDone: 0, doneUpTo: NO_ID });
    return false;
  }

  await db.transaction().execute((tx) => finishRotation(tx, rotationId, now()));
  log.info({ rotationId, keyId, hashes: fields }, 'every keyed hash ends with the newest key');

  return true;
}
