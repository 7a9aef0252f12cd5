import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { addJob, type JobName, type JobPayloads } from './jobs.ts';

/** Jobs of which nothing but themselves says that they are to be done, each with the key it is asked for under. */
const KEPT_AT = {
  'refund-overpaid': ({ orderId }: JobPayloads['refund-overpaid']): string => `refund:${orderId}`,
  'let-go-of-paise': ({ orderId }: JobPayloads['let-go-of-paise']): string => `paise:${orderId}`,
  'remove-file': ({ fileId }: JobPayloads['remove-file']): string => `remove:${fileId}`,
} satisfies { [N in JobName]?: (payload: JobPayloads[N]) => string };

type KeptAt = keyof typeof KEPT_AT;

/** Begins anew what must be done once its tries are used up. @returns how many */
export async function renewUsedUp(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const used = await sql<{ name: KeptAt; payload: JobPayloads[KeptAt] }>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = any(${Object.keys(KEPT_AT)})
        and j.attempts >= j.max_attempts and j.locked_at is null
      returning t.identifier as name, j.payload`.execute(tx);
    for (const { name, payload } of used.rows) {
      const key = (KEPT_AT[name] as (of: JobPayloads[KeptAt]) => string)(payload);
      await addJob(tx, name, payload, { key });
    }
    return used.rows.length;
  });
}
