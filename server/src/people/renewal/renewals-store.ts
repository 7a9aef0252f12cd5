import type { RiskClass } from '@noren/core/lending/renewal';
import type { BusinessDay } from '@noren/core/money/time';
import { type Tx, timestamp } from '../../platform/db/db.ts';

/** Records that a borrower confirmed the details on a day; once a day. */
export async function insertRenewal(
  tx: Tx,
  renewal: { userId: string; today: BusinessDay; now: number; sessionId: string },
): Promise<void> {
  const { userId, today, now, sessionId } = renewal;
  await tx
    .insertInto('renewals')
    .values({ userId, renewedDay: today, renewedAt: timestamp(now), sessionId })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** Records a class of risk that staff decided; it counts from now on. */
export async function insertRiskClass(
  tx: Tx,
  decided: {
    userId: string;
    riskClass: RiskClass;
    requestId: string;
    now: number;
    today: BusinessDay;
  },
): Promise<void> {
  const { now, today, ...row } = decided;
  await tx
    .insertInto('risk_classes')
    .values({ ...row, decidedAt: timestamp(now), fromDay: today })
    .execute();
}
