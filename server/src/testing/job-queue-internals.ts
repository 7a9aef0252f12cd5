import { type RawBuilder, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { Db } from '../platform/db/db.ts';
import type { JobName } from '../platform/jobs/job-store.ts';

// graphile-worker's tables are not its public interface. Only this file may read or write them; its
// test says that an upgrade still has them with the same meaning.

export interface LockedJob {
  readonly id: string;
  readonly name: JobName;
  readonly payload: { readonly userId?: string };
}

/**
 * Locks every due job and counts an attempt, as a worker does, oldest first. The library locks jobs
 * only for its own runner, which decides alone in which order they run; the simulation decides by
 * chance.
 */
export async function lockDueJobs(db: Db, workerId: string): Promise<LockedJob[]> {
  const { rows } = await sql<LockedJob>`
    update graphile_worker._private_jobs j set attempts = attempts + 1, locked_at = now(), locked_by = ${workerId}
    from graphile_worker._private_tasks t
    where t.id = j.task_id and j.is_available and j.run_at <= now()
    returning j.id::text, t.identifier as name, j.payload`.execute(db);
  return rows.sort((one, other) => Number(one.id) - Number(other.id));
}

/** The names under which a runner has registered its scheduled jobs. No public view lists them. */
export async function readScheduleIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs order by 1`.execute(db);
  return rows.map(({ identifier }) => identifier);
}

/**
 * Records a scheduled run of a job as done, on a day that may be to come, as a process with a wrong
 * clock does.
 */
export async function noteScheduledRun(
  db: Db,
  name: JobName,
  at: RawBuilder<unknown>,
): Promise<void> {
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${name}, now(), ${at})`.execute(db);
}

/** Whether a scheduled run is recorded that the database's clock has not reached. */
export async function hasScheduledRunToCome(db: Db): Promise<boolean> {
  const { rows } = await sql<{ ahead: boolean }>`
    select coalesce(max(last_execution) > now(), false) as ahead
    from graphile_worker._private_known_crontabs`.execute(db);
  return rows[0]?.ahead ?? false;
}

/** Whether a statement is the library's own: it names its tables, which ours do not. */
export const isWorkerStatement = (text: string): boolean => text.includes('_private_');

/**
 * Makes the connection's role the owner of the queue's schema and of its jobs, as if it had made
 * them.
 */
export async function takeQueueOver(client: ClientBase): Promise<void> {
  await client.query('alter schema graphile_worker owner to current_user');
  await client.query('alter table graphile_worker._private_jobs owner to current_user');
}

/** The roles that own the queue's schema or one of its tables. */
export async function readQueueOwners(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ owner: string }>(`
    select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'graphile_worker'
    union select pg_get_userbyid(relowner) from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r'
    order by owner`);
  return rows.map(({ owner }) => owner);
}

/** What only the owner of the queue's schema may do. */
export const OWNERS_STATEMENTS = [
  'select count(*) from graphile_worker.jobs',
  'create function graphile_worker.more() returns int language sql as $$ select 1 $$',
];

/**
 * Makes an aggregate and an operator in the queue's schema whose answers are always zero and yes.
 */
export async function makeFalseChecks(client: ClientBase): Promise<void> {
  await client.query(`
    create function graphile_worker.nothing(numeric, bigint) returns numeric language sql as 'select 0::numeric';
    create aggregate graphile_worker.sum(bigint) (sfunc = graphile_worker.nothing, stype = numeric, initcond = '0');
    create function graphile_worker.yes(jsonb, jsonb) returns boolean language sql as 'select true';
    create operator graphile_worker.= (leftarg = jsonb, rightarg = jsonb, function = graphile_worker.yes)`);
}

export async function dropFalseChecks(client: ClientBase): Promise<void> {
  await client.query(`
    drop operator graphile_worker.= (jsonb, jsonb); drop function graphile_worker.yes;
    drop aggregate graphile_worker.sum(bigint); drop function graphile_worker.nothing`);
}

/**
 * Puts a view in the place of the list of the queue's migrations that writes down, in the table
 * `ran_as`, who reads it.
 */
export async function replaceQueueMigrations(client: ClientBase): Promise<void> {
  await client.query(`
    alter table graphile_worker.migrations rename to migrations_kept;
    create function graphile_worker.note() returns boolean language plpgsql as
      'begin insert into public.ran_as values (current_user); return true; end';
    create view graphile_worker.migrations as
      select * from graphile_worker.migrations_kept where graphile_worker.note()`);
}

export async function putQueueMigrationsBack(client: ClientBase): Promise<void> {
  await client.query(`
    drop view graphile_worker.migrations;
    drop function graphile_worker.note();
    alter table graphile_worker.migrations_kept rename to migrations`);
}
