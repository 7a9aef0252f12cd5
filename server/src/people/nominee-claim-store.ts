import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/** A nominee's claim after a borrower's death that has not ended. */
interface NomineeClaim {
  readonly requestId: string;
  /** Where the proof of death is in the lender's own file. */
  readonly evidence: string;
  readonly claimedAt: number;
}

export async function readNomineeClaim(
  db: Db | Tx,
  userId: string,
): Promise<NomineeClaim | undefined> {
  return db
    .selectFrom('nominee_claims')
    .select(['requestId', 'evidence', 'claimedAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
}

/** Records a claim by an approved request. @returns false when one runs already */
export async function recordNomineeClaim(
  tx: Tx,
  claim: { userId: string; requestId: string; evidence: string; now: number },
): Promise<boolean> {
  const { now, ...row } = claim;
  if ((await readNomineeClaim(tx, claim.userId)) !== undefined) return false;

  await tx
    .insertInto('nominee_claims')
    .values({ ...row, claimedAt: timestamp(now) })
    .execute();

  return true;
}

/** Ends a claim that was wrong. @returns the request that made it; undefined when none runs */
export async function endNomineeClaim(
  tx: Tx,
  { userId, requestId, now }: { userId: string; requestId: string; now: number },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('nominee_claims')
    .set({ endedAt: timestamp(now), endedBy: requestId })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .returning('requestId')
    .executeTakeFirst();
  return row?.requestId;
}
