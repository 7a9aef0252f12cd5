import type { Db, Tx } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import { checkLedger } from './self-checks.ts';

/**
 * Looks at the whole ledger and says what does not hold (see self-checks.ts).
 * @returns one sentence a fault; none is the good answer
 */
export async function verifyLedger(db: Db | Tx): Promise<string[]> {
  const checks = db.isTransaction ? await checkLedger(db as Tx) : await inSnapshot(db, checkLedger);
  return checks.flatMap(({ problems }) => problems);
}
