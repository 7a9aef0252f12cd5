-- What the nightly jobs and the lender's own work write: close of day, self-checks, books, keys, backups.

create table closed_days (
  close_id uuid primary key default uuidv7(),
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  orders int not null default 0,
  failed int not null default 0,
  undone_at timestamptz,
  undone_by uuid references operator_requests,
  handed_out_user_id uuid, handed_out_order_id uuid,
  constraint closed_days_undone_check check ((undone_at is null) = (undone_by is null))
);
create unique index closed_days_day_key on closed_days (day) where undone_at is null;
comment on table closed_days is 'A business day whose close was started.';
comment on column closed_days.undone_at is 'When the close was undone because the day had not ended: it is closed again.';
comment on column closed_days.undone_by is 'The approved request that undid it.';
comment on column closed_days.handed_out_user_id is 'While a day is closed: the last order given to a process, by key.';
comment on column closed_days.orders is 'Orders closed, as last counted; the ledger is the truth.';
comment on column closed_days.failed is 'Orders that could not be closed, as last counted.';

create table portfolio_days (
  day date primary key,
  taken_at timestamptz not null,
  portfolio jsonb not null,
  buckets jsonb not null,
  segments jsonb not null
);
comment on table portfolio_days is 'What is lent and overdue at the start of a day, summed after the close.';
comment on column portfolio_days.buckets is 'How many loans are how long overdue, and what is owed of them.';
comment on column portfolio_days.segments is 'How many people each segment of coupon and link campaigns has.';

create table day_close_failures (
  user_id uuid not null,
  order_id uuid not null,
  day date not null,
  reason text not null,
  attempts int not null default 1,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  primary key (user_id, order_id),
  foreign key (user_id, order_id) references orders
);
comment on table day_close_failures is 'An order whose day could not be closed; each close tries it again.';

create table queued_jobs (
  user_id uuid not null,
  queued_job_id uuid not null default uuidv7(),
  name text not null,
  payload json,
  key text,
  run_at timestamptz not null,
  mode text not null check (mode in ('replace', 'preserve_run_at', 'cancel')),
  primary key (user_id, queued_job_id),
  constraint queued_jobs_cancel_check check (mode <> 'cancel' or key is not null)
);
comment on table queued_jobs is
  'A job of a user''s change on its way to the job queue; always empty where the tables are not spread over several machines.';
comment on column queued_jobs.mode is 'cancel: the queued job with the key is removed.';

-- The job queue's schema is made after this one.
set local check_function_bodies = off;
create function queue_job(of_user uuid, name text, payload json, key text, run_at timestamptz, mode text)
returns boolean language sql
  set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.add_job(name, payload, job_key := key, max_attempts := 25, run_at := run_at, job_key_mode := mode)
    is not null
$$;
comment on function queue_job(uuid, text, json, text, timestamptz, text) is
  'Adds a job in the transaction of its change. Where the tables are spread, to queued_jobs beside the user''s rows: the '
  'queue is another machine''s, and its commit could be lost alone.';
create function queue_jobs(users uuid[], name text, payloads json[], keys text[], run_at timestamptz)
returns bigint language sql
  set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from graphile_worker.add_jobs(array(
    select (name, job.payload, null, run_at, 25, job.key, 0, null)::graphile_worker.job_spec
    from unnest(payloads, keys) job(payload, key)))
$$;
comment on function queue_jobs(uuid[], text, json[], text[], timestamptz) is 'queue_job for many users, each with a key.';
create function cancel_queued_job(of_user uuid, key text) returns boolean language sql
  set search_path = pg_catalog, public, pg_temp as $$
  select graphile_worker.remove_job(key) is not null
$$;
comment on function cancel_queued_job(uuid, text) is 'Removes the job with a key, in the transaction of its change.';
set local check_function_bodies = on;

create table provider_reconciliations (
  day date primary key,
  checked_at timestamptz not null,
  differences jsonb not null,
  totals jsonb
);
comment on table provider_reconciliations is 'The comparison of a provider''s statement of a day with the ledger.';
comment on column provider_reconciliations.totals is 'What was recorded here of the day when it was compared.';
comment on column provider_reconciliations.differences is 'What does not agree; empty when all does.';

create table self_check_passes (
  name text primary key,
  last_passed_at timestamptz not null,
  before_xact bigint not null default 0,
  cluster text not null default '',
  last_whole_at timestamptz,
  sums jsonb
);
comment on table self_check_passes is 'The last transaction that each self-check covered without a problem; the next run reads only later rows.';
comment on column self_check_passes.cluster is
  'The PostgreSQL installation that numbered the transactions: in another one, into which a dump was restored, the pass counts for nothing.';
comment on column self_check_passes.last_whole_at is 'When it last passed over everything there is.';
comment on column self_check_passes.sums is 'Of the totals: what the entries of earlier transactions come to, by account.';

create table self_check_results (
  name text not null,
  run_at timestamptz not null,
  examined int not null,
  problem_count int not null,
  problems jsonb not null,
  listed jsonb not null,
  primary key (name, run_at)
);
comment on table self_check_results is 'What each run of the self-checks found, for ninety days.';
comment on column self_check_results.problems is 'The first fifty sentences.';
comment on column self_check_results.listed is 'What is no fault but needs a decision, the first fifty.';
create index self_check_results_run_at_idx on self_check_results (run_at);

create table closed_periods (
  month date primary key check (month = date_trunc('month', month)),
  closed_at timestamptz not null,
  closed_by_staff_id uuid not null references staff
);
comment on table closed_periods is
  'A month whose books are closed. A journal posted later with a value day in it counts in the first open month.';
comment on column closed_periods.month is 'Its first day.';
create trigger closed_periods_no_change before update or delete on closed_periods
  for each row execute function refuse_change();
comment on trigger closed_periods_no_change on closed_periods is 'A closed month is never opened again.';

create table ledger_exports (
  export_id uuid primary key default uuidv7(),
  staff_id uuid not null references staff,
  month text not null,
  format text not null check (format in ('csv', 'xlsx')),
  state text not null default 'making' check (state in ('making', 'ready', 'fetched', 'failed')),
  file_id text,
  lines int,
  debit_paise bigint,
  credit_paise bigint,
  problem text,
  requested_at timestamptz not null,
  ready_at timestamptz,
  fetched_at timestamptz,
  constraint ledger_exports_ready_check check (state in ('making', 'failed') or file_id is not null)
);
comment on table ledger_exports is 'The entries of a month as a file, made by a job and fetched once by the one who asked for it.';
comment on column ledger_exports.month is 'YYYY-MM.';
comment on column ledger_exports.debit_paise is 'Control total; the sum of all debits in the file.';

create table key_rotations (
  rotation_id uuid primary key default uuidv7(),
  request_id uuid references operator_requests,
  what text not null check (what in ('fields', 'hashes')),
  key_id int not null,
  state text not null check (state in ('running', 'done')),
  tables_done int not null default 0,
  done_up_to uuid not null,
  fields bigint not null default 0,
  folders_done text not null default '',
  files bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint key_rotations_finished_check check ((state = 'done') = (finished_at is not null))
);
comment on table key_rotations is 'A run that moves what is stored to the newest key; without a request by a command.';
comment on column key_rotations.what is 'fields: encrypts every field and file. hashes: hashes every keyed hash with the newest hash key.';
comment on column key_rotations.done_up_to is 'The last user whose rows of the table after tables_done are done.';
comment on column key_rotations.fields is 'Values that had another key and now have this one.';
comment on column key_rotations.folders_done is 'The last folder of files that is done, once all tables are.';
create unique index key_rotations_one_running_key on key_rotations (what) where state = 'running';

create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  mode text not null check (mode in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);
comment on table installation is
  'Whether this database is a sandbox''s or production''s, set by the first start: the other mode never starts on it.';
create trigger installation_no_change before update or delete on installation
  for each row execute function refuse_change();
comment on trigger installation_no_change on installation is 'A database never changes its mode.';

create table payout_balances (
  provider text primary key,
  available_paise bigint not null,
  as_of timestamptz not null
);
comment on table payout_balances is
  'What a payouts'' provider last said is on our account there. A job asks; the console, which has no key to ask with, reads.';

create table backups (
  label text primary key,
  has_database boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  files int not null
);
comment on column backups.has_database is
  'Whether the database was backed up with the files: by the same command, or by another tool, as the command was told.';
comment on table backups is 'Each finished backup; one without the database has the files alone.';

create table security_events (
  hour timestamptz not null,
  event text not null check (event in ('wrong_code', 'refused_link', 'forged_webhook', 'bad_seal', 'limit', 'staff_sign_in', 'refused_session', 'refused_call', 'refused_passkey', 'staff_refused')),
  count int not null,
  primary key (hour, event)
);
comment on table security_events is
  'How often in an hour something was refused that may be an attack. Nothing personal: the log has the calls.';

call forbid_truncate();
