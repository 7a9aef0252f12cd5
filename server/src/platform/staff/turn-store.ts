import { sql } from 'kysely';
import { NO_ID, type Tx } from '../db/db.ts';
import { queueWithNext } from '../db/statements.ts';

/**
 * Makes a change by staff wait for the one before it where tables are spread, until its transaction
 * ends; nothing on one PostgreSQL. Citus locks a table that is whole on every machine as a whole:
 * weakly for a row that is added, as also the tables it refers to, and strongly for one that is
 * changed. Of two changes that add and then change, each would wait for the other. Called before
 * anything else of the transaction.
 */
export async function waitForTurn(tx: Tx): Promise<void> {
  const lock = sql`pg_advisory_xact_lock(hashtextextended('change by staff', 0))`;
  await queueWithNext(tx, sql`select case when shard_of(${NO_ID}::uuid) <> 0 then ${lock} end`);
}
