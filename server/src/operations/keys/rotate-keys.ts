import { NO_ID, type Tx } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { contextOf, ENCRYPTED_TABLES, type EncryptedTable } from './encrypted-fields.ts';
import {
  finishRotation,
  hasOlderRows,
  type KeyRotation,
  lockOlderRows,
  lockRotation,
  nextUsersOf,
  type OlderRow,
  readNewestRotation,
  saveProgress,
  startRotation,
  writeSealed,
} from './key-rotation-store.ts';

/** Users in one transaction. */
const BATCH = 200;

const jobKeyOf = (rotationId: string): string => `key-rotation:${rotationId}`;

const queue = (db: Tx | Deps['db'], rotationId: string) =>
  addJob(db, 'rotate-keys', { rotationId }, { key: jobKeyOf(rotationId) });

/** Starts a rotation and queues its job in the same transaction. @returns false when another one runs */
export async function beginRotation(tx: Tx, of: { requestId: string; keyId: number; now: number }): Promise<boolean> {
  const rotationId = await startRotation(tx, of);
  if (rotationId === undefined) return false;
  await queue(tx, rotationId);
  return true;
}

/** Queues the rotation that runs, in case its job was lost. */
export async function queueRotation(deps: Deps): Promise<void> {
  const newest = await readNewestRotation(deps.db);
  if (newest?.state === 'running') await queue(deps.db, newest.rotationId);
}

/**
 * Job: encrypts the fields that have another key with the rotation's, table by table and in batches of users, each batch with
 * its progress in one transaction. Keyed hashes stay: they find rows and are not rotated.
 * @throws Error in a process whose newest key is another one
 */
export async function rotateKeys(deps: Deps, { rotationId }: { rotationId: string }): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await deps.db.transaction().execute((tx) => rotateBatch(tx, deps, rotationId));
}

/** @returns whether there may be more to do */
async function rotateBatch(tx: Tx, deps: Deps, rotationId: string): Promise<boolean> {
  const rotation = await lockRotation(tx, rotationId);
  if (rotation?.state !== 'running') return false;
  if (deps.crypto.keyIds.current !== rotation.keyId)
    throw new Error(`key ${rotation.keyId} is not the newest of this process: set NOREN_FIELD_KEY everywhere first`);
  const table = ENCRYPTED_TABLES[rotation.tablesDone];
  if (!table) return endOrRepeat(tx, deps, rotation);
  const { keyId, fields, tablesDone } = rotation;
  const userIds = await nextUsersOf(tx, table, rotation.doneUpTo, BATCH);
  const last = userIds.at(-1);
  if (last === undefined) {
    await saveProgress(tx, { rotationId, tablesDone: tablesDone + 1, doneUpTo: NO_ID, fields });
    return true;
  }
  const rows = await lockOlderRows(tx, table, { userIds, keyId });
  let changed = 0;
  for (const row of rows) changed += await reencrypt(tx, deps, table, row);
  await saveProgress(tx, { rotationId, tablesDone, doneUpTo: last, fields: fields + changed });
  return true;
}

/** Ends the rotation once no value of another key is left; else begins again at the first table. */
async function endOrRepeat(tx: Tx, deps: Deps, { rotationId, keyId, fields }: KeyRotation): Promise<boolean> {
  for (const table of ENCRYPTED_TABLES) {
    if (!(await hasOlderRows(tx, table, keyId))) continue;
    await saveProgress(tx, { rotationId, tablesDone: 0, doneUpTo: NO_ID, fields });
    return true;
  }
  await finishRotation(tx, rotationId, deps.now());
  deps.log.info({ rotationId, keyId, fields }, 'every field is encrypted with the newest key');
  return false;
}

/** @returns how many fields were encrypted */
async function reencrypt(tx: Tx, { crypto }: Deps, table: EncryptedTable, row: OlderRow): Promise<number> {
  let changed = 0;
  const sealed = table.columns.map((column, at) => {
    const value = row.sealed[at] ?? null;
    if (value === null || value[0] === crypto.keyIds.current) return value;
    changed++;
    const context = contextOf(table, column, row);
    return crypto.encrypt(crypto.decrypt(value, context), context);
  });
  await writeSealed(tx, table, { place: row.place, sealed });
  return changed;
}
