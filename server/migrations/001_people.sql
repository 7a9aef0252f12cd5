-- Users, how they sign in, what they consented to, and their rights over their data.
--
-- Conventions of the whole schema:
--   * A table of a user's rows starts its primary key with user_id.
--   * Columns ending in _enc hold a value encrypted for that field, _hash its keyed hash, _paise an amount in paise.
--   * Names: <table>_<columns>_key for unique rules, _check for checks, _idx for indexes that only make reads faster.
--   * Every file ends with `call forbid_truncate()`, which protects the tables it made.

create function refuse_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'rows of % are never changed or deleted: write a new row instead', tg_table_name
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_change() is 'Makes a table append-only: rejects the statement that fires it.';

create function refuse_delete() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'rows of % are never deleted: the ledger refers to them', tg_table_name
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_delete() is 'Keeps the rows that the ledger refers to without a foreign key.';

create function refuse_truncate() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception '% must not be truncated', tg_table_name using errcode = 'restrict_violation';
end $$;
comment on function refuse_truncate() is 'Rejects TRUNCATE, which fires no row trigger and so would get around append-only rules.';

create procedure forbid_truncate() language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  unprotected name;
begin
  for unprotected in
    select c.relname from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
      -- 32 is TRUNCATE in tgtype's bits.
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 32 <> 0)
    order by c.relname
  loop
    execute format('create trigger %I before truncate on %I execute function refuse_truncate()',
                   unprotected || '_no_truncate', unprotected);
    execute format('comment on trigger %I on %I is %L',
                   unprotected || '_no_truncate', unprotected, 'Rejects TRUNCATE.');
  end loop;
end $$;
comment on procedure forbid_truncate() is 'Adds a trigger against TRUNCATE to every table that has none. Each migration that makes a table calls it.';

create function shard_of(user_id uuid) returns bigint language sql immutable return 0::bigint;
comment on function shard_of(uuid) is 'The shard that holds a user''s rows: one statement can lock rows of one shard only. Replaced where the tables are spread.';

create table users (
  user_id uuid primary key default uuidv7(),
  phone_hash bytea not null,
  phone_enc bytea not null,
  masked_phone text not null,
  onboarding_status int not null default 10 check (onboarding_status in (10, 20, 30, 40, 50, 60, 70)),
  language text not null default 'en',
  created_at timestamptz not null,
  first_confirmed_at timestamptz,
  full_kyc_at timestamptz,
  erased_at timestamptz,
  needs_contacts boolean not null default false,
  ad_click text,
  ad_campaign text
);
comment on table users is 'A borrower, known by phone number. Never deleted: an erasure empties the row and the ledger keeps its id.';
comment on column users.onboarding_status is '10 not started, 20 identity, 30 personal information, 40 contacts, 50 bank account, 60 and 70 certified (bizStatus).';
comment on column users.first_confirmed_at is 'When the user first confirmed something with a code.';
comment on column users.full_kyc_at is 'When the identity was checked in person or by video. Lifts the yearly ceiling on amounts.';
comment on column users.erased_at is 'When everything that names the user was removed; null for an active user.';
comment on column users.needs_contacts is 'The consent to contacts was withdrawn, which deleted them, and given again: they must be entered once more.';
comment on column users.ad_click is 'Hash of the ad click that led to the registration; null for everybody else.';
comment on column users.ad_campaign is 'The campaign of that advertisement, as its link named it.';
create trigger users_no_delete before delete on users for each row execute function refuse_delete();
comment on trigger users_no_delete on users is 'Users are never deleted. Quotes and orders rely on this instead of a foreign key.';
create index users_erased_idx on users (erased_at) where erased_at is not null;

create table name_owners (
  kind text not null check (kind in ('phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'repay_id',
    'ticket', 'payment')),
  name bytea not null,
  user_id uuid not null,
  claimed_at timestamptz not null,
  primary key (kind, name)
);
comment on table name_owners is 'The directory: whose a name is that belongs to one user only. Claimed before the user''s row has it, so that users'' tables can be spread by user.';
comment on column name_owners.name is 'A keyed hash, or the text of a number.';
comment on column name_owners.claimed_at is 'When it was last claimed: the sweep removes a claim whose row never followed.';
create index name_owners_claimed_at_idx on name_owners using brin (claimed_at)
  with (pages_per_range = 16, autosummarize = on);
create index name_owners_user_idx on name_owners (user_id)
  where kind in ('phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'ticket');
create function refuse_other_owner() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'this % belongs to another user', old.kind using errcode = 'NR001', detail = old.kind;
end $$;
comment on function refuse_other_owner() is 'Rejects a claim of a name that another user has. The code NR001 is ours.';
create trigger name_owners_one_user before update of user_id on name_owners for each row
  when (old.user_id <> new.user_id) execute function refuse_other_owner();
comment on trigger name_owners_one_user on name_owners is 'A name moves to another user only after it was freed.';

create table transfer_users (
  utr_hash bytea not null,
  user_id uuid not null,
  noted_at timestamptz not null,
  primary key (utr_hash, user_id)
);
comment on table transfer_users is 'Which users have a payment or a proof of a bank transfer. A number may name several: a provider may use it again, and a proof may be wrong.';

create table sessions (
  user_id uuid not null references users,
  session_id uuid not null default uuidv7(),
  token_hash bytea not null,
  cookie_hash bytea not null,
  previous_cookie_hash bytea,
  previous_cookie_until timestamptz,
  device_id uuid not null,
  assurance text not null check (assurance in ('link', 'otp')),
  code_entered_at timestamptz,
  first_code_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  revoked_at timestamptz,
  client_type smallint check (client_type in (1, 2)),
  lead_channel text,
  is_device_own boolean not null default true,
  device_secret_hash bytea,
  primary key (user_id, session_id),
  unique (user_id, token_hash)
);
comment on table sessions is 'A signed-in device. A session needs both its token, which carries the user, and its cookie.';
comment on column sessions.previous_cookie_hash is 'The cookie before a code was entered: for requests that were on their way, until previous_cookie_until and as if no code had been entered.';
comment on column sessions.assurance is 'How the user signed in: by a magic link or by a code sent to the phone.';
comment on column sessions.code_entered_at is 'When a code was last entered, or a passkey used in its place; sensitive actions need a recent one. Put back by half an hour when a passkey is removed.';
comment on column sessions.first_code_at is 'When a code was first entered on it, or a passkey used in its place: since then its device is one of the user''s own.';
comment on column sessions.client_type is 'Of a session opened by a link: 1 another phone, 2 an iPhone.';
comment on column sessions.lead_channel is 'Of a session opened by a link: the campaign the link came from.';
comment on column sessions.is_device_own is 'False once its device was signed out from another device or by staff: it no longer makes its device one of the user''s own.';
comment on column sessions.device_secret_hash is 'The cookie that the browser got with its first code and keeps after signing out. Only with it is the device the user''s own at the next sign-in; null without a code.';

create table otp_requests (
  phone_hash bytea not null,
  otp_ref uuid not null default uuidv7(),
  user_id uuid,
  device_id uuid not null,
  code_hash bytea not null,
  purpose text not null check (purpose in ('login', 'confirm_first', 'confirm_later')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (phone_hash, otp_ref)
);
comment on table otp_requests is 'A one-time code sent to a phone. Deleted some time after it expired.';
comment on column otp_requests.user_id is 'Null for a code to sign in: the phone may have no user yet. No foreign key: the rows are spread by phone.';
create index otp_requests_open_idx on otp_requests (phone_hash, created_at) where used_at is null;
create index otp_requests_expires_at_idx on otp_requests (expires_at);

create table user_passkeys (
  user_id uuid not null references users,
  passkey_id uuid not null default uuidv7(),
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name_enc bytea not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  last_session_id uuid,
  primary key (user_id, passkey_id),
  constraint user_passkeys_credential_key unique (user_id, credential_id),
  constraint user_passkeys_used_check check ((last_used_at is null) = (last_session_id is null))
);
comment on table user_passkeys is 'A passkey that a borrower uses in place of the code. Deleted when it is removed. It signs nobody in: it is looked up among those of the session''s user, so its id is unique for the user alone.';
comment on column user_passkeys.credential_id is 'The id that the phone gave it, base64url.';
comment on column user_passkeys.counter is 'How often the phone says it was used; 0 where the phone does not count. One that falls is a copy.';
comment on column user_passkeys.last_session_id is 'The session that it last confirmed.';

create table user_passkey_challenges (
  user_id uuid not null references users,
  challenge_hash bytea not null,
  session_id uuid not null,
  act text not null check (act in ('add', 'confirm')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, challenge_hash)
);
comment on table user_passkey_challenges is 'A random value that a passkey signs once, for one act of one session. Deleted some time after it expired.';
comment on column user_passkey_challenges.act is 'add: to become a passkey. confirm: in place of the code.';
create index user_passkey_challenges_expires_at_idx on user_passkey_challenges (expires_at);

create table magic_links (
  user_id uuid not null references users,
  token_hash bytea not null,
  channel text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, token_hash)
);
comment on table magic_links is 'A link that signs its user in once, sent through a channel. Its token is claimed in name_owners.';

create table rate_limit_hits (
  bucket text not null,
  key_hash bytea not null,
  at timestamptz not null,
  hit_id bigint generated always as identity,
  primary key (bucket, key_hash, at, hit_id)
);
comment on table rate_limit_hits is 'One counted attempt under a rate limit. Deleted when its window is over.';
comment on column rate_limit_hits.key_hash is 'Keyed hash of what is counted: a phone number, an address, a user.';
create index rate_limit_hits_at_idx on rate_limit_hits (at);

create table idempotency_keys (
  owner_id uuid not null,
  call text not null,
  request_id uuid not null,
  content_hash bytea not null,
  answer_enc bytea,
  created_at timestamptz not null,
  primary key (owner_id, call, request_id)
);
comment on table idempotency_keys is 'A request that was carried out, with its answer: the same request sent again gets the same answer.';
comment on column idempotency_keys.owner_id is 'The user, or the device of a caller who is not signed in.';
comment on column idempotency_keys.content_hash is 'Detects a request id reused for other content.';
comment on column idempotency_keys.answer_enc is 'Null while the request is being carried out.';
create index idempotency_keys_created_at_idx on idempotency_keys (created_at);

create table audit_log (
  user_id uuid not null,
  audit_id uuid not null default uuidv7(),
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text,
  detail jsonb not null default '{}',
  primary key (user_id, audit_id)
);
comment on table audit_log is 'Who did what: the user, the system or an operator. Append-only; rows about access go after 180 days.';
comment on column audit_log.user_id is 'The user it concerns; all zeros for actions about no single user.';
comment on column audit_log.subject is 'Id of what the action was about.';
create function refuse_audit_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '180 days'
    and old.action in ('sign_in', 'confirmed_by_code', 'confirmed_by_passkey', 'sessions_revoked', 'evaluations_read', 'key_facts_read',
      'export_requested', 'export_fetched') then
    return old;
  end if;
  raise exception 'rows of % are never changed, and deleted only when they may go', tg_table_name
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_audit_change() is 'Keeps the audit log: of who signed in, confirmed or read what, 180 days; of everything else all.';
create function purge_old_audit_rows(most int) returns int language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare purged int;
begin
  delete from public.audit_log where (user_id, audit_id) in (
    select user_id, audit_id from public.audit_log where at < now() - interval '180 days'
      and action in ('sign_in', 'confirmed_by_code', 'confirmed_by_passkey', 'sessions_revoked', 'evaluations_read', 'key_facts_read',
        'export_requested', 'export_fetched') limit most);
  get diagnostics purged = row_count;
  return purged;
end $$;
comment on function purge_old_audit_rows(int) is 'Deletes rows about access that are older than logs are kept. It runs as the owner: the program itself may delete no row. Its path names temporary tables last, where the program could put one of its own first.';
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
comment on trigger audit_log_append_only on audit_log is 'Audit rows are never changed; those about access may be deleted after 180 days.';
create index audit_log_access_idx on audit_log (at) where action in ('sign_in', 'confirmed_by_code', 'confirmed_by_passkey',
  'sessions_revoked', 'evaluations_read', 'key_facts_read', 'export_requested', 'export_fetched');
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_change();
comment on trigger audit_log_no_truncate on audit_log is 'Rejects TRUNCATE.';
create index audit_log_user_idx on audit_log (user_id, at);
create index audit_log_provider_discrepancies_idx on audit_log (at)
  where action in ('payment_discrepancy', 'payout_discrepancy', 'refund_discrepancy');
create index audit_log_discrepancies_of_user_idx on audit_log (user_id)
  where action in ('payment_discrepancy', 'payout_discrepancy', 'refund_discrepancy');
create index audit_log_resolved_discrepancies_idx on audit_log (user_id, subject)
  where action = 'discrepancy_resolved';

create table consents (
  user_id uuid not null references users,
  consent_id uuid not null default uuidv7(),
  purpose text not null,
  text_version text not null,
  language text not null,
  channel text not null,
  at timestamptz not null,
  withdrawn_at timestamptz,
  decision text not null check (decision in ('given', 'refused')),
  items jsonb not null,
  device_id uuid,
  primary key (user_id, consent_id)
);
comment on table consents is 'A decision about one purpose of processing, with the text that was shown. Proof under the DPDP Act.';
comment on column consents.items is 'Ids of the data items that the text named.';
comment on column consents.device_id is 'The device the decision was made on; null where it is not known.';
create function refuse_consent_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null
    and to_jsonb(new) - 'withdrawn_at' = to_jsonb(old) - 'withdrawn_at' then
    return new;
  end if;
  raise exception 'a consent is never changed or deleted: only withdrawn_at may be set, once'
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_consent_change() is 'Allows one change of a consent: setting withdrawn_at once.';
create trigger consents_append_only before update or delete on consents
  for each row execute function refuse_consent_change();
comment on trigger consents_append_only on consents is 'A consent can be withdrawn once; nothing else of it changes.';
create trigger consents_no_truncate before truncate on consents execute function refuse_consent_change();
comment on trigger consents_no_truncate on consents is 'Rejects TRUNCATE.';

create table data_changes (
  user_id uuid not null references users,
  change_id uuid not null default uuidv7(),
  field text not null,
  before_enc bytea,
  after_enc bytea not null,
  state text not null check (state in ('done', 'waiting', 'refused')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  refused_because text check (refused_because in ('not_shown', 'picture_unreadable', 'same_as_before', 'write_to_us')),
  primary key (user_id, change_id),
  constraint data_changes_decided_check check ((state = 'waiting') = (decided_at is null)),
  constraint data_changes_refused_check check ((state = 'refused') = (refused_because is not null))
);
comment on table data_changes is 'A correction of personal data that the user requested, with the value before it.';
comment on column data_changes.state is 'waiting: an operator has to decide it.';
comment on column data_changes.refused_because is 'Why, as the borrower reads it.';
create unique index data_changes_one_waiting_key on data_changes (user_id, field) where state = 'waiting';
create index data_changes_waiting_idx on data_changes (requested_at) where state = 'waiting';

create table nominees (
  user_id uuid primary key references users,
  relationship text not null,
  name_enc bytea not null,
  phone_enc bytea not null,
  masked_phone text not null,
  saved_at timestamptz not null
);
comment on table nominees is 'Who may exercise the user''s data rights after death or incapacity (DPDP Act, s. 14).';

create table data_exports (
  user_id uuid not null references users,
  export_id uuid not null default uuidv7(),
  state text not null check (state in ('making', 'ready', 'gone')),
  language text not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  json_file_id text,
  pdf_file_id text,
  session_id uuid,
  primary key (user_id, export_id),
  constraint data_exports_files_check check ((state = 'ready') = (json_file_id is not null and pdf_file_id is not null))
);
comment on table data_exports is 'A copy of the user''s data, made by a job; its files are deleted when it expires.';
comment on column data_exports.state is 'gone: expired, its files are deleted.';
comment on column data_exports.session_id is 'The session that asked for it: on a phone that is new to the user, no other may save it.';
create unique index data_exports_one_in_progress_key on data_exports (user_id, session_id) where state = 'making';
create index data_exports_expires_at_idx on data_exports (expires_at) where state <> 'gone';

create table erasures (
  user_id uuid not null references users,
  erasure_id uuid not null default uuidv7(),
  state text not null check (state in ('waiting', 'cancelled', 'stopped', 'refused', 'done')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  refused_because text check (refused_because in ('loan_runs', 'refund_runs', 'payment_checked', 'not_proved')),
  primary key (user_id, erasure_id),
  constraint erasures_ended_check check ((state = 'waiting') = (ended_at is null)),
  constraint erasures_refused_check check ((state = 'refused') = (refused_because is not null))
);
comment on table erasures is 'A request to erase the user''s data, carried out at due_at unless it is cancelled, or before by two people.';
comment on column erasures.state is 'cancelled: by the user. stopped: not possible at due_at, for example with a loan open. refused: by two people.';
comment on column erasures.refused_because is 'Why, as the borrower reads it.';
create unique index erasures_one_waiting_key on erasures (user_id) where state = 'waiting';
create index erasures_due_at_idx on erasures (due_at) where state = 'waiting';

create table retained_records (
  user_id uuid primary key references users,
  record_enc bytea not null,
  file_ids text[] not null default '{}',
  law text not null,
  retain_until date not null
);
comment on table retained_records is 'What a law requires the lender to retain of an erased user, sealed. Nothing in the application reads it.';
comment on column retained_records.law is 'Name of the regulatory constant that sets the period.';
create index retained_records_retain_until_idx on retained_records (retain_until);

call forbid_truncate();
