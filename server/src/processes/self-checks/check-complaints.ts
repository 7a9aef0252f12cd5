import type { BusinessDay } from '@noren/core/money/time';
import { countPromised, listPromises } from '../../people/support/promises-store.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';

const DAY_MS = 86_400_000;
const LISTED = 1_000;

/**
 * Checks that each dated promise about a complaint is kept: the answer of each level, an owner who
 * confirmed the alarm, the reply to the Reserve Bank. What is due within three days is listed.
 */
export async function checkComplaints(
  tx: Tx,
  { today, now }: { today: BusinessDay; now: number },
): Promise<CheckResult> {
  const promises = await listPromises(tx, { today, alarmsBefore: now - DAY_MS, limit: LISTED });
  const sentences = (isBroken: boolean) =>
    promises.filter((one) => one.isBroken === isBroken).map(({ sentence }) => sentence);

  return {
    examined: await countPromised(tx),
    problems: sentences(true),
    listed: sentences(false),
  };
}
