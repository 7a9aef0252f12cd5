import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** Runs several reads against one snapshot of the database, without a statement timeout. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return work(tx);
    });
}
