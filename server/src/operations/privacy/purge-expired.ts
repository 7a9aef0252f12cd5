import { regulatoryRowOn } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import { offsetClock } from '../../platform/business-time.ts';
import { instantValue, NO_ID, timestamp } from '../../platform/db/db.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/job-store.ts';
import { eraseWhenDue, repeatErasure } from './erase-user.ts';

/** Page size. */
const BATCH = 100;
const DAY_MS = 86_400_000;
/** Long enough for requests in flight at an erasure to end, also over a weekend without jobs. */
const REPEAT_WITHIN_MS = 7 * DAY_MS;

/**
 * Job: erases users whose erasure is due, and deletes data past its retention. Each in its own transaction, so an
 * interrupted run is continued by the next; a failure does not stop the others.
 * @throws AggregateError of the failures
 */
export async function purgeExpired(deps: Deps): Promise<void> {
  const failed: unknown[] = [];
  const steps = [
    () => each(deps, dueErasures, (userId) => eraseWhenDue(deps, userId), failed),
    () => each(deps, recentlyErased, (userId) => repeatErasure(deps, userId), failed),
    () => deleteExportCopies(deps),
    () => deleteRetained(deps),
    () => deleteEndedSessions(deps),
  ];
  for (const step of steps) await step().catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} steps of the purge failed`);
}

type Page = (deps: Deps, after: string) => Promise<string[]>;

/** Pages through users by id, so that one that fails is skipped. */
async function each(
  deps: Deps,
  read: Page,
  work: (userId: string) => Promise<unknown>,
  failed: unknown[],
): Promise<void> {
  let after = NO_ID;
  for (;;) {
    const users = await read(deps, after);
    for (const userId of users) await work(userId).catch((error: unknown) => failed.push(error));
    if (users.length < BATCH) return;
    after = users.at(-1) ?? after;
  }
}

async function dueErasures({ db, now, today }: Deps, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('userId')
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', instantValue(offsetClock({ now: now(), today: today() })))
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.userId);
}

async function recentlyErased({ db, now }: Deps, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('userId')
    .where('erasedAt', '>', instantValue(now() - REPEAT_WITHIN_MS))
    .where('userId', '>', after)
    .orderBy('userId')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.userId);
}

/** Expires data exports and deletes their files, if they were made. */
async function deleteExportCopies({ db, now }: Deps): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ files: (string | null)[] }>`
        with due as (
          select user_id, export_id, json_file_id, pdf_file_id from data_exports
          where state <> 'gone' and expires_at <= ${timestamp(now())} order by expires_at limit ${BATCH} for update
        )
        update data_exports e set state = 'gone', json_file_id = null, pdf_file_id = null
        from due where e.user_id = due.user_id and e.export_id = due.export_id
        returning array[due.json_file_id, due.pdf_file_id] as files`.execute(tx);
      for (const fileId of rows.flatMap(({ files }) => files))
        if (fileId !== null) await addJob(tx, 'delete-file', { fileId });
      return rows.length;
    });
    if (count < BATCH) return;
  }
}

/** Deletes retained records and their files after their last day. */
async function deleteRetained({ db, today }: Deps): Promise<void> {
  for (;;) {
    const count = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ files: string[] }>`
        delete from retained_records where user_id in (
          select user_id from retained_records where retain_until < ${today()}::date limit ${BATCH})
        returning file_ids as files`.execute(tx);
      for (const fileId of rows.flatMap(({ files }) => files)) await addJob(tx, 'delete-file', { fileId });
      return rows.length;
    });
    if (count < BATCH) return;
  }
}

/** Ended sessions are retained as long as logs. Source: `docs/lawful.md`, row 20. */
async function deleteEndedSessions({ db, now, today }: Deps): Promise<void> {
  const before = now() - regulatoryRowOn('logRetentionDays', today()).value * DAY_MS;
  for (;;) {
    const count = await sql`
      delete from sessions s where (s.user_id, s.session_id) in (
        select user_id, session_id from sessions where last_used_at < ${timestamp(before)} limit ${BATCH})`.execute(db);
    if (Number(count.numAffectedRows ?? 0) < BATCH) return;
  }
}
