import { type Tx, timestamp } from '../../../platform/db/db.ts';

/** Records when full KYC of a user was done. */
export async function markFullKyc(tx: Tx, userId: string | null, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ fullKycAt: timestamp(now) })
    .where('userId', '=', userId)
    .execute();
}
