import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { DataRecipient } from './retention-map.ts';

/** A user's rows of a table by the columns' names as stored, encrypted values included. */
export async function readUserRows(
  db: Db | Tx,
  table: DataRecipient,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where user_id = ${userId} order by 2`.execute(
    db.withoutPlugins(),
  );
  return rows;
}
