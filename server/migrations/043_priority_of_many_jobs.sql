-- Jobs that are queued together get the priority of their name, as a single one does.
set local check_function_bodies = off;
do $do$
begin
  -- Where the tables are spread, jobs get their priority when they are handed over to the queue.
  if to_regproc('queue_jobs')::oid in (
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang where l.lanname = 'sql')
  then
    create or replace function queue_jobs(
        users uuid[], name text, payloads json[], keys text[], run_at timestamptz)
      returns bigint language sql
      set search_path = pg_catalog, public, pg_temp as $$
      select count(*) from graphile_worker.add_jobs(array(
        select (name, job.payload, null, run_at, 25, job.key, job_priority(name), null)
          ::graphile_worker.job_spec
        from unnest(payloads, keys) job(payload, key)))
    $$;
  end if;
end
$do$;
set local check_function_bodies = on;
