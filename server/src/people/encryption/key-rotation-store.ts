import { sql } from 'kysely';
import { type Db, NO_ID, type Tx, timestamp } from '../../platform/db/db.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { groupByShard } from '../../platform/distribution/distribution-store.ts';
import type { EncryptedRow, EncryptedTable } from './encrypted-fields.ts';

/** A run that re-encrypts all fields and files, or recomputes all keyed hashes, with one key. */
export interface KeyRotation {
  readonly rotationId: string;
  readonly what: 'fields' | 'hashes';
  readonly keyId: number;
  readonly state: 'running' | 'done';
  /** How many tables are done, in the order of `ENCRYPTED_TABLES` or `HASHED_COLUMNS`. */
  readonly tablesDone: number;
  /** In the next table, the users up to and including this id are done. */
  readonly doneUpTo: string;
  readonly fields: number;
  /** The folders of files up to and including this one are done. */
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

/** The newest rotation of fields, or of hashes. */
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

/** @returns the rotation's id; undefined while another one of the same `what` is running */
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
 * Adds files to the number of files done.
 * @returns the new number
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

/** The number of values of an encrypted column, by key. */
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

/** The next users who have rows in a table, in the order of their ids. */
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

/** A condition: the value has another key. The first byte of an encrypted value is its key's id. */
const hasOtherKey = (column: string, keyId: number) =>
  sql`get_byte(${sql.ref(column)}, 0) <> ${keyId}`;

const hasAnyOtherKey = ({ columns: names }: EncryptedTable, keyId: number) =>
  sql.join(
    names.map((column) => hasOtherKey(column, keyId)),
    sql` or `,
  );

/** A row with a value encrypted by another key; `sealed` are all its encrypted columns, in order. */
export interface OutdatedRow extends EncryptedRow {
  /** PostgreSQL's `ctid`. */
  readonly place: string;
  readonly sealed: readonly (Buffer | null)[];
}

/** Locks these users' outdated rows of a table, with one statement for each shard. */
export async function lockOutdatedRows(
  tx: Tx,
  table: EncryptedTable,
  { userIds, keyId }: { userIds: readonly string[]; keyId: number },
): Promise<OutdatedRow[]> {
  const type = table.table === 'identity_documents' ? sql`type` : sql`null`;
  const names = sql.join(table.columns.map((column) => sql.ref(column)));
  const outdatedRows: OutdatedRow[] = [];

  for (const shardUserIds of (await groupByShard(tx, userIds, (userId) => userId)).values()) {
    const { rows } = await sql<OutdatedRow>`
      select user_id, ctid::text as place, ${type} as type, array[${names}] as sealed from ${sql.table(table.table)}
      where user_id = any(${shardUserIds}::uuid[]) and (${hasAnyOtherKey(table, keyId)}) for update`.execute(
      tx,
    );
    outdatedRows.push(...rows);
  }

  return outdatedRows;
}

/**
 * Replaces the encrypted columns of a row that this transaction has locked. The user's id is needed
 * too, because a `ctid` is unique only within a shard.
 */
export async function writeSealed(
  tx: Tx,
  { table, columns: names }: EncryptedTable,
  { userId, place, sealed }: Pick<OutdatedRow, 'userId' | 'place' | 'sealed'>,
): Promise<void> {
  const sets = sql.join(
    names.map((column, index) => sql`${sql.ref(column)} = ${sealed[index] ?? null}`),
  );
  await sql`update ${sql.table(table)} set ${sets} where user_id = ${userId} and ctid = ${place}::tid`.execute(
    tx,
  );
}

export async function hasOutdatedRows(
  tx: Tx,
  table: EncryptedTable,
  keyId: number,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select 1 from ${sql.table(table.table)} where ${hasAnyOtherKey(table, keyId)}) as has`.execute(
    tx,
  );
  return rows[0]?.has ?? false;
}

/** A user's stored phone number; the first byte of each value is its key's id. */
interface StoredPhone {
  readonly userId: string;
  readonly phoneEnc: Buffer;
  readonly phoneHash: Buffer;
}

/** One phone number for each pair of encryption key and hash key in use; erased people excluded. */
export async function readPhonePerKey(db: Db): Promise<StoredPhone[]> {
  const { rows } = await sql<StoredPhone>`
    select distinct on (get_byte(phone_enc, 0), get_byte(phone_hash, 0)) user_id, phone_enc, phone_hash from users
    where erased_at is null`.execute(db);
  return rows;
}

/**
 * The phone numbers of the oldest and the newest user. They show within a millisecond whether the
 * configured keys are those of the data.
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
