import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { addJob, type JobName, type JobPayloads } from './jobs.ts';

/** Jobs of which nothing but themselves says that they are to be done, each with the key it is asked for under. */
const jobKeys = {
  'refund-overpaid': ({ orderId }: JobPayloads['refund-overpaid']): string => `refund:${orderId}`,
  'waive-residual': ({ orderId }: JobPayloads['waive-residual']): string => `paise:${orderId}`,
  'delete-file': ({ fileId }: JobPayloads['delete-file']): string => `remove:${fileId}`,
} satisfies { [N in JobName]?: (payload: JobPayloads[N]) => string };

type JobKeyRow = keyof typeof jobKeys;

/** Begins anew what must be done once its tries are used up. @returns how many */
export async function requeueExhausted(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const used = await sql<{ name: JobKeyRow; payload: JobPayloads[JobKeyRow] }>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier = any(${Object.keys(jobKeys)})
        and j.attempts >= j.max_attempts and j.locked_at is null
      returning t.identifier as name, j.payload`.execute(tx);
    for (const { name, payload } of used.rows) {
      const key = (jobKeys[name] as (of: JobPayloads[JobKeyRow]) => string)(payload);
      await addJob(tx, name, payload, { key });
    }
    return used.rows.length;
  });
}
