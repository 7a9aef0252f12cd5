import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { SHOWS_SCREENING } from '../sanctions/hit-store.ts';
import type { DataRecipient } from './retention-map.ts';

/** Rows that nobody may read about themselves. Source: PMLA rules, tipping off. */
const hidesRow = (table: DataRecipient) =>
  table === 'staff_audit' ? SHOWS_SCREENING : sql<boolean>`false`;

/** A user's rows of a table by the columns' names as stored, encrypted values included. */
export async function readUserRows(
  db: Db | Tx,
  table: DataRecipient,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} a
    where user_id = ${userId} and not ${hidesRow(table)} order by 2`.execute(db.withoutPlugins());
  return rows;
}
