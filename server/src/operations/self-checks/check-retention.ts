import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { RECIPIENTS, retentionMap } from '../privacy/retention-map.ts';
import type { CheckResult } from './check-orders.ts';

const DAY_MS = 86_400_000;
/** Deletion runs four times a day; this long after the due time is too late. */
const GRACE_MS = DAY_MS;

/** No data is past its retention, and nothing that identifies an erased user is left. */
export async function checkRetention(tx: Tx, at: { today: BusinessDay; now: number }): Promise<CheckResult> {
  const before = timestamp(at.now - GRACE_MS);
  const logDays = regulatoryRowOn('logRetentionDays', at.today).value;
  const faults: RawBuilder<{ problem: string }>[] = [
    sql`select 'a data export of user ' || user_id || ' is past its retention' as problem
        from data_exports where state <> 'gone' and expires_at < ${before}`,
    sql`select 'user ' || user_id || ' is not erased yet' as problem
        from erasures where state = 'waiting' and due_at < ${before}`,
    sql`select 'the retained record of user ' || user_id || ' is past its retention' as problem
        from retained_records where retain_until < ${addDays(at.today, -1)}::date`,
    sql`select count(*) || ' sessions are past their retention' as problem
        from sessions where last_used_at < ${timestamp(at.now - logDays * DAY_MS - GRACE_MS)} having count(*) > 0`,
    sql`select 'erased user ' || user_id || ' still has a phone' as problem
        from users where erased_at is not null and masked_phone <> ''`,
    ...RECIPIENTS.filter((table) => ['deleted', 'kept_apart'].includes(retentionMap[table].erasure)).map(
      (table) => sql<{ problem: string }>`
        select 'erased user ' || t.user_id || ' is still in ' || ${table}::text as problem
        from ${sql.table(table)} t join users u using (user_id) where u.erased_at < ${before} group by t.user_id`,
    ),
  ];
  const problems: string[] = [];
  for (const fault of faults) problems.push(...(await fault.execute(tx)).rows.map(({ problem }) => problem));
  const counted = await sql<{ n: number }>`select count(*) as n from users where erased_at is not null`.execute(tx);
  return { examined: counted.rows[0]?.n ?? 0, problems };
}
