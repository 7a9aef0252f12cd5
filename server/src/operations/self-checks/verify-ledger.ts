import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { checkLedger } from './self-checks.ts';

/**
 * Runs all ledger self-checks (see self-checks.ts).
 * @returns one sentence per problem; empty when sound
 */
export async function verifyLedger(db: Db | Tx): Promise<string[]> {
  const checks = db.isTransaction ? await checkLedger(db as Tx) : await inSnapshot(db, checkLedger);
  return checks.flatMap(({ problems }) => problems);
}
