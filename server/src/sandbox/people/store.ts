import type { Db } from '../../platform/db/db.ts';

/**
 * A user's payout as the bank received it.
 * @throws NoResultError when it received none
 */
export function readPayoutAtBank(
  db: Db,
  userId: string,
): Promise<{ payoutRef: string; providerId: string }> {
  return db
    .selectFrom('payouts as p')
    .innerJoin('sandbox_payouts as s', 's.payoutRef', 'p.payoutRef')
    .select(['s.payoutRef', 's.providerId'])
    .where('p.userId', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * Dates a session's first code back to when its user was made: its phone is the one that made the
 * account.
 */
export async function letPhoneBeFirst(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set(({ selectFrom }) => ({
      firstCodeAt: selectFrom('users').select('createdAt').where('userId', '=', userId) as never,
    }))
    .where('userId', '=', userId)
    .where('sessionId', '=', sessionId)
    .execute();
}
