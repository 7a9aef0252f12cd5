import { checkLedger } from '../operations/self-checks/self-checks.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { inSnapshot } from '../platform/db/snapshot.ts';

/**
 * Runs all ledger self-checks (see operations/self-checks/self-checks.ts).
 * @returns one sentence per problem; empty when sound
 */
export async function verifyLedger(db: Db | Tx): Promise<string[]> {
  const checks = db.isTransaction ? await checkLedger(db as Tx) : await inSnapshot(db, checkLedger);
  return checks.flatMap(({ problems }) => problems);
}
