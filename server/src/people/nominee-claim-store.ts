import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/** An open claim: the nominee says that the borrower has died. */
interface NomineeClaim {
  readonly requestId: string;
  /** Where the lender filed the proof of death. */
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

/** Records the claim of an approved request. @returns false when a claim is open already */
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

/**
 * Ends a claim that was wrong.
 * @returns the id of the request that opened it; undefined when none is open
 */
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
