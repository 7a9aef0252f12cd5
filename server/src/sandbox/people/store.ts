import type { Db } from '../../platform/db/db.ts';

/** A user's payout as the bank received it. @throws NoResultError when it received none */
export function readPayoutAtBank(db: Db, userId: string): Promise<{ payoutRef: string; providerId: string }> {
  return db
    .selectFrom('payouts as p')
    .innerJoin('sandbox_payouts as s', 's.payoutRef', 'p.payoutRef')
    .select(['s.payoutRef', 's.providerId'])
    .where('p.userId', '=', userId)
    .executeTakeFirstOrThrow();
}
