import type { Purpose } from '@noren/core/people/consent';
import type { Db, Tx } from '../db/db.ts';

/** What a change of consent sets off elsewhere, in the transaction that records it. */
export interface ConsentEffects {
  onWithdrawn(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void>;
  onGiven(tx: Tx | Db, userId: string, purpose: Purpose): Promise<void>;
}
