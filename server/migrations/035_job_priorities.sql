-- Files take a processor's time: a burst of them must not delay a payout that was ordered later.
create function job_priority(name text) returns integer language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select case
    when name in ('seal-papers', 'make-export', 'make-ledger-export') then 10
    else 0
  end
$$;
comment on function job_priority(text) is 'A due job with a smaller number is taken first.';

set local check_function_bodies = off;
do $do$
begin
  -- Where the tables are spread, jobs get their priority when they are handed over to the queue.
  if to_regproc('queue_job')::oid in (
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang where l.lanname = 'sql')
  then
    create or replace function queue_job(
        of_user uuid, name text, payload json, key text, run_at timestamptz, mode text)
      returns boolean language sql
      set search_path = pg_catalog, public, pg_temp as $$
      select graphile_worker.add_job(
        name, payload, job_key := key, max_attempts := 25, run_at := run_at, job_key_mode := mode,
        priority := job_priority(name)) is not null
    $$;
  end if;
end
$do$;
set local check_function_bodies = on;
