import { JOBS } from '../../job-list.ts';
import { NO_ID, type Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { buildContext, ENCRYPTED_TABLES, type EncryptedTable } from './encrypted-fields.ts';
import {
  finishRotation,
  hasOutdatedRows,
  type KeyRotation,
  listNextUsers,
  lockOutdatedRows,
  lockRotation,
  type OutdatedRow,
  readNewestRotation,
  saveFileProgress,
  saveProgress,
  startRotation,
  writeSealed,
} from './key-rotation-store.ts';

/** Users in one transaction. */
const BATCH = 200;
/** Files after which the progress is saved. */
const FILES_A_SAVE = 500;

/** What a rotation needs; a command has no more. */
export type RotationDeps = Pick<Deps, 'db' | 'crypto' | 'files' | 'now' | 'log'>;

const queue = (db: Tx | Deps['db'], rotationId: string) =>
  addJob(db, JOBS['rotate-keys'], { rotationId });

/**
 * Starts a rotation and queues its job in the same transaction.
 * @param of.requestId null when it is started by a command on the server
 * @returns its id; null when another one of its sort runs
 */
export async function beginRotation(
  tx: Tx,
  {
    what = 'fields',
    ...of
  }: { what?: KeyRotation['what']; requestId: string | null; keyId: number; now: number },
): Promise<string | null> {
  const rotationId = await startRotation(tx, { what, ...of });
  if (rotationId === undefined) return null;
  await queue(tx, rotationId);
  return rotationId;
}

/** Queues the rotations that run, in case a job was lost. */
export async function queueRotations(deps: Deps): Promise<void> {
  for (const what of ['fields', 'hashes'] as const) {
    const newest = await readNewestRotation(deps.db, what);
    if (newest?.state === 'running') await queue(deps.db, newest.rotationId);
  }
}

/**
 * Job: encrypts the fields that have another key with the rotation's, table by table and in batches
 * of users, each batch with its progress in one transaction; then the files, folder by folder.
 * Several processes may run it at once.
 * @throws Error in a process whose newest key is another one
 */
export async function rotateKeys(
  deps: RotationDeps,
  { rotationId }: { rotationId: string },
  onProgress: (rotation: KeyRotation) => void = () => undefined,
): Promise<void> {
  for (;;) {
    const rotation = await rotateBatch(deps, rotationId);
    if (!rotation) return;

    onProgress(rotation);
    if (rotation.tablesDone < ENCRYPTED_TABLES.length) continue;
    if ((await rotateFiles(deps, rotation, onProgress)) > 0) continue;
    if (await endOrRepeat(deps, rotationId)) return;
  }
}

/** @returns the rotation as it was before the batch; null when it has ended */
async function rotateBatch(deps: RotationDeps, rotationId: string): Promise<KeyRotation | null> {
  return deps.db.transaction().execute(async (tx) => {
    const rotation = await lockRotation(tx, rotationId);
    if (rotation?.state !== 'running') return null;
    if (deps.crypto.keyIds.current !== rotation.keyId)
      throw new Error(
        `key ${rotation.keyId} is not the newest of this process: set NOREN_FIELD_KEY everywhere first`,
      );

    const table = ENCRYPTED_TABLES[rotation.tablesDone];
    if (!table) return rotation;

    const { keyId, fields, tablesDone } = rotation;
    const userIds = await listNextUsers(tx, table, rotation.doneUpTo, BATCH);
    const last = userIds.at(-1);
    if (last === undefined) {
      await saveProgress(tx, { rotationId, tablesDone: tablesDone + 1, doneUpTo: NO_ID, fields });
      return rotation;
    }

    let changed = 0;
    for (const row of await lockOutdatedRows(tx, table, { userIds, keyId }))
      changed += await reencrypt(tx, deps, table, row);
    await saveProgress(tx, { rotationId, tablesDone, doneUpTo: last, fields: fields + changed });

    return rotation;
  });
}

/**
 * Encrypts the files of the folders after the last one that is done.
 * @returns how many had another key
 */
async function rotateFiles(
  deps: RotationDeps,
  rotation: KeyRotation,
  onProgress: (rotation: KeyRotation) => void,
): Promise<number> {
  const { rotationId } = rotation;
  let total = 0;
  let unsaved = 0;
  let seen = 0;

  const save = async (folder: string) => {
    const files = await saveFileProgress(deps.db, { rotationId, folder, files: unsaved });
    onProgress({ ...rotation, files });
    [unsaved, seen] = [0, 0];
  };

  for await (const { folder, fileIds } of deps.files.list(rotation.foldersDone)) {
    for (const fileId of fileIds)
      if (await deps.files.reencrypt(fileId)) [unsaved, total] = [unsaved + 1, total + 1];
    seen += fileIds.length;
    if (seen >= FILES_A_SAVE) await save(folder);
  }

  // The next pass begins at the first folder: a process with the former key may have stored a file
  // meanwhile.
  await save('');

  return total;
}

/**
 * Ends the rotation once no value of another key is left; else begins again at the first table.
 * @returns whether it ended
 */
async function endOrRepeat(deps: RotationDeps, rotationId: string): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const rotation = await lockRotation(tx, rotationId);
    if (rotation?.state !== 'running') return true;

    const { keyId, fields, files } = rotation;
    for (const table of ENCRYPTED_TABLES) {
      if (!(await hasOutdatedRows(tx, table, keyId))) continue;
      await saveProgress(tx, { rotationId, tablesDone: 0, doneUpTo: NO_ID, fields });
      return false;
    }

    await finishRotation(tx, rotationId, deps.now());
    deps.log.info(
      { rotationId, keyId, fields, files },
      'every field and file is encrypted with the newest key',
    );

    return true;
  });
}

/** @returns how many fields were encrypted */
async function reencrypt(
  tx: Tx,
  { crypto }: RotationDeps,
  table: EncryptedTable,
  row: OutdatedRow,
): Promise<number> {
  let changed = 0;
  const sealed = table.columns.map((column, at) => {
    const value = row.sealed[at] ?? null;
    if (value === null || value[0] === crypto.keyIds.current) return value;

    changed++;

    const context = buildContext(table, column, row);
    return crypto.encrypt(crypto.decrypt(value, context), context);
  });

  await writeSealed(tx, table, { userId: row.userId, place: row.place, sealed });

  return changed;
}
