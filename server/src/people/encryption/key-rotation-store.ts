import { sql } from 'kysely';
import { type Db, NO_ID, type Tx, timestamp } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { groupByShard } from '../../platform/distribution/distribution-store.ts';
import type { EncryptedRow, EncryptedTable } from './encrypted-fields.ts';

/** A run that moves what is stored to one key: encrypted fields and files, or keyed hashes. */
export interface KeyRotation {
  readonly rotationId: string;
  readonly what: 'fields' | 'hashes';
  readonly keyId: number;
  readonly state: 'running' | 'done';
  /** Tables that are done, in the order of `ENCRYPTED_TABLES` or of `HASHED_COLUMNS`. */
  readonly tablesDone: number;
  /** Users up to this one are done in the next table. */
  readonly doneUpTo: string;
  readonly fields: number;
  /** Folders of files up to this one are done. */
  readonly foldersDone: string;
  readonly files: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}

const columns = [
  'rotationId',
  'what',
  'keyId',
  'state',
  'tablesDone',
  'doneUpTo',
  'fields',
  'foldersDone',
  'files',
  'startedAt',
  'finishedAt',
] as const;

/** The newest rotation of one sort. */
export async function readNewestRotation(
  db: Db | Tx,
  what: KeyRotation['what'] = 'fields',
): Promise<KeyRotation | undefined> {
  return db
    .selectFrom('key_rotations')
    .select(columns)
    .where('what', '=', what)
    .orderBy('rotationId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function readRotation(db: Db, rotationId: string): Promise<KeyRotation | undefined> {
  return db
    .selectFrom('key_rotations')
    .select(columns)
    .where('rotationId', '=', rotationId)
    .executeTakeFirst();
}

/** @returns its id; undefined when another one of this sort runs */
export async function startRotation(
  tx: Tx,
  {
    requestId,
    what,
    keyId,
    now,
  }: Pick<KeyRotation, 'what' | 'keyId'> & { requestId: string | null; now: number },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('key_rotations')
    .values({
      requestId,
      what,
      keyId,
      state: 'running',
      doneUpTo: NO_ID,
      startedAt: timestamp(now),
    })
    .onConflict((clash) => clash.column('what').where(sql<boolean>`state = 'running'`).doNothing())
    .returning('rotationId')
    .executeTakeFirst();
  return row?.rotationId;
}

export async function lockRotation(tx: Tx, rotationId: string): Promise<KeyRotation | undefined> {
  return tx
    .selectFrom('key_rotations')
    .select(columns)
    .where('rotationId', '=', rotationId)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveProgress(
  tx: Tx,
  { rotationId, ...to }: Pick<KeyRotation, 'rotationId' | 'tablesDone' | 'doneUpTo' | 'fields'>,
): Promise<void> {
  await tx.updateTable('key_rotations').set(to).where('rotationId', '=', rotationId).execute();
}

/**
 * Adds to the files that are done.
 * @returns how many there are now
 */
export async function saveFileProgress(
  db: Db,
  { rotationId, folder, files }: { rotationId: string; folder: string; files: number },
): Promise<number> {
  const row = await db
    .updateTable('key_rotations')
    .set((eb) => ({ foldersDone: folder, files: eb('files', '+', files) }))
    .where('rotationId', '=', rotationId)
    .returning('files')
    .executeTakeFirstOrThrow();
  return row.files;
}

/** How many values of an encrypted column each key has. */
export async function countByKey(
  db: Db,
  table: keyof Tables,
  column: string,
): Promise<{ keyId: number; count: number }[]> {
  const { rows } = await sql<{ keyId: number; count: number }>`
    select get_byte(${sql.ref(column)}, 0) as key_id, count(*)::bigint as count from ${sql.table(table)}
    where ${sql.ref(column)} is not null group by 1`.execute(db);
  return rows;
}

export async function finishRotation(tx: Tx, rotationId: string, now: number): Promise<void> {
  await tx
    .updateTable('key_rotations')
    .set({ state: 'done', finishedAt: timestamp(now) })
    .where('rotationId', '=', rotationId)
    .execute();
}

/** The next users with rows of a table, in the order of their ids. */
export async function listNextUsers(
  tx: Tx,
  { table }: EncryptedTable,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from ${sql.table(table)} where user_id > ${after} order by user_id limit ${limit}`.execute(
    tx,
  );
  return rows.map(({ userId }) => userId);
}

/** The first byte of an encrypted value is the id of its key. */
const isOlder = (column: string, keyId: number) => sql`get_byte(${sql.ref(column)}, 0) <> ${keyId}`;

const hasOlder = ({ columns: names }: EncryptedTable, keyId: number) =>
  sql.join(
    names.map((column) => isOlder(column, keyId)),
    sql` or `,
  );

/**
 * A row with an encrypted value of another key: its place, and its encrypted columns in their
 * order.
 */
export interface OlderRow extends EncryptedRow {
  readonly place: string;
  readonly sealed: readonly (Buffer | null)[];
}

/**
 * Locks these users' rows of a table that hold a value of another key, with a statement for each
 * shard.
 */
export async function lockOlderRows(
  tx: Tx,
  of: EncryptedTable,
  { userIds, keyId }: { userIds: readonly string[]; keyId: number },
): Promise<OlderRow[]> {
  const type = of.table === 'identity_documents' ? sql`type` : sql`null`;
  const names = sql.join(of.columns.map((column) => sql.ref(column)));
  const locked: OlderRow[] = [];

  for (const ofShard of (await groupByShard(tx, userIds, (userId) => userId)).values()) {
    const { rows } = await sql<OlderRow>`
      select user_id, ctid::text as place, ${type} as type, array[${names}] as sealed from ${sql.table(of.table)}
      where user_id = any(${ofShard}::uuid[]) and (${hasOlder(of, keyId)}) for update`.execute(tx);
    locked.push(...rows);
  }

  return locked;
}

/**
 * Replaces the encrypted columns of a row that the present transaction has locked; the place is one
 * of the user's shard.
 */
export async function writeSealed(
  tx: Tx,
  { table, columns: names }: EncryptedTable,
  { userId, place, sealed }: Pick<OlderRow, 'userId' | 'place' | 'sealed'>,
): Promise<void> {
  const sets = sql.join(names.map((column, at) => sql`${sql.ref(column)} = ${sealed[at] ?? null}`));
  await sql`update ${sql.table(table)} set ${sets} where user_id = ${userId} and ctid = ${place}::tid`.execute(
    tx,
  );
}

/** Whether a table holds a value of another key. */
export async function hasOlderRows(tx: Tx, of: EncryptedTable, keyId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from ${sql.table(of.table)} where ${hasOlder(of, keyId)}) as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

/** A user's phone as it is stored: the first byte of each is the number of its key. */
interface StoredPhone {
  readonly userId: string;
  readonly phoneEnc: Buffer;
  readonly phoneHash: Buffer;
}

/**
 * A phone number for each pair of keys that phone numbers are encrypted and hashed with, of people
 * who are not erased.
 */
export async function readPhonePerKey(db: Db): Promise<StoredPhone[]> {
  const { rows } = await sql<StoredPhone>`
    select distinct on (get_byte(phone_enc, 0), get_byte(phone_hash, 0)) user_id, phone_enc, phone_hash from users
    where erased_at is null`.execute(db);
  return rows;
}

/**
 * The phones of the first and of the newest user: enough to see that the keys are others, in a
 * millisecond.
 */
export async function readPhonesAtEnds(db: Db): Promise<StoredPhone[]> {
  const ends = await Promise.all(
    (['asc', 'desc'] as const).map((direction) =>
      db
        .selectFrom('users')
        .select(['userId', 'phoneEnc', 'phoneHash'])
        .where('erasedAt', 'is', null)
        .orderBy('userId', direction)
        .limit(1)
        .execute(),
    ),
  );
  return ends.flat();
}
