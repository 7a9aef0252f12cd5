import { regulatoryRowOn } from '@noren/core/lending/terms';
import { addDays, type BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { RECIPIENTS, retentionMap } from '../privacy/retention-map.ts';
import type { Seen } from './check-orders.ts';

const DAY_MS = 86_400_000;
/** What is due is let go of four times a day: this long after, it should have been. */
const WITHIN_MS = DAY_MS;

/** Nothing is kept longer than it may be, and of a user who was erased nothing is left that names them. */
export async function checkRetention(tx: Tx, at: { today: BusinessDay; now: number }): Promise<Seen> {
  const before = timestamp(at.now - WITHIN_MS);
  const logDays = regulatoryRowOn('logRetentionDays', at.today).value;
  const faults: RawBuilder<{ problem: string }>[] = [
    sql`select 'a copy of the data of user ' || user_id || ' has outlived its time' as problem
        from data_exports where state <> 'gone' and expires_at < ${before}`,
    sql`select 'user ' || user_id || ' is not erased yet' as problem
        from erasures where state = 'waiting' and due_at < ${before}`,
    sql`select 'what the law had kept of user ' || user_id || ' has outlived its time' as problem
        from retained_records where retain_until < ${addDays(at.today, -1)}::date`,
    sql`select count(*) || ' sessions have outlived their time' as problem
        from sessions where last_used_at < ${timestamp(at.now - logDays * DAY_MS - WITHIN_MS)} having count(*) > 0`,
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
  return { looked: counted.rows[0]?.n ?? 0, problems };
}
