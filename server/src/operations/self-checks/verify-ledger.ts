import type { Db, Tx } from '../../platform/db/db.ts';
import { checkLedger, inSnapshot } from './self-checks.ts';

/**
 * Looks at the whole ledger and says what does not hold (see self-checks.ts).
 * @returns one sentence a fault; none is the good answer
 */
export async function verifyLedger(db: Db | Tx): Promise<string[]> {
  const checks = db.isTransaction ? await checkLedger(db as Tx) : await inSnapshot(db, checkLedger);
  return checks.flatMap(({ problems }) => problems);
}
