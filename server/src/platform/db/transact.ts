import { setTimeout as pause } from 'node:timers/promises';
import { isRolledBack } from './database-clash.ts';
import type { Db, Tx } from './db.ts';

const MOST_TRIES = 4;
const PAUSE_MS = 20;

/**
 * Runs a transaction, and once more from its beginning each time the database ends it for the sake
 * of another one: two that wait for each other, or two that cannot both have read what they read.
 * What it did is undone then, so that `run` may change nothing outside the database.
 */
export async function transact<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!isRolledBack(error) || attempt === MOST_TRIES) throw error;
      // The transaction that went on needs a moment to end.
      await pause(PAUSE_MS * attempt);
    }
  }
}
