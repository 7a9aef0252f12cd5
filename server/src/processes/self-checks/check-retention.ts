import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { SOURCE_RETENTION_MS } from '../../people/certification/source-store.ts';
import { RECIPIENTS, retentionMap } from '../../people/personal-data/retention-map.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CheckResult } from './check-result.ts';
import { countErasedUsers, listRetentionProblems } from './check-retention-store.ts';

const DAY_MS = 86_400_000;
/** Deletion runs four times a day; this long after the due time is too late. */
const GRACE_MS = DAY_MS;

/** Checks that no data is past its retention, and that nothing identifies an erased user. */
export async function checkRetention(
  tx: Tx,
  at: { today: BusinessDay; now: number },
): Promise<CheckResult> {
  const logDays = regulatoryRowOn('logRetentionDays', at.today).value;
  const problems = await listRetentionProblems(tx, {
    before: at.now - GRACE_MS,
    recordsBefore: addDays(at.today, -1),
    sessionsBefore: at.now - logDays * DAY_MS - GRACE_MS,
    sourcesBefore: at.now - SOURCE_RETENTION_MS - GRACE_MS,
    tables: RECIPIENTS.filter((table) =>
      ['deleted', 'archived'].includes(retentionMap[table].erasure),
    ),
  });

  return { examined: await countErasedUsers(tx), problems };
}
