import { type Db, instantValue, timestamp } from '../../platform/db/db.ts';
import type { PayoutBalance } from '../../platform/ports/payouts.ts';

export async function savePayoutBalance(
  db: Db,
  { provider, availablePaise, asOf }: PayoutBalance & { provider: string },
): Promise<void> {
  const row = { availablePaise, asOf: timestamp(asOf) };
  await db
    .insertInto('payout_balances')
    .values({ provider, ...row })
    .onConflict((clash) => clash.column('provider').doUpdateSet(row))
    .execute();
}

/** Null when the newest is from before `since`. */
export async function readPayoutBalance(
  db: Db,
  provider: string,
  since: number,
): Promise<PayoutBalance | null> {
  const row = await db
    .selectFrom('payout_balances')
    .select(['availablePaise', 'asOf'])
    .where('provider', '=', provider)
    .where('asOf', '>=', instantValue(since))
    .executeTakeFirst();
  return row ?? null;
}
