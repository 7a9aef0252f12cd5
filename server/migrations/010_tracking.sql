-- Devices, usage recorded with consent, and errors of the app.

create table devices (
  user_id uuid not null references users,
  device_id uuid not null,
  operating_system text not null,
  fingerprint_hash bytea,
  reported_at timestamptz not null,
  primary key (user_id, device_id)
);
comment on table devices is 'What a device reported about itself.';
comment on column devices.fingerprint_hash is
  'Keyed hash of the browser''s settings; with consent only. Shared with other people, it is a reason for review.';
create index devices_fingerprint_idx on devices (fingerprint_hash) where fingerprint_hash is not null;

create table app_settings (
  only_row boolean primary key default true check (only_row),
  gp_guide_show boolean not null default true
);
comment on table app_settings is 'What the lender switches in the app without a new version. One row.';
comment on column app_settings.gp_guide_show is 'Whether the guides to the home screen are shown (gpGuideShow).';
insert into app_settings default values;

create table carousel_cards (
  card_id text primary key check (card_id ~ '^[a-z][a-z0-9_]{0,31}$'),
  position int not null unique,
  target text not null check (target in ('documents', 'service', 'officers')),
  texts jsonb,
  effective_from date not null default '2026-01-01',
  effective_to date,
  check (effective_to >= effective_from)
);
comment on table carousel_cards is 'The cards of Home''s carousel, on the days they are shown.';
comment on column carousel_cards.texts is
  'By language: {"en": {"title": "…", "text": "…"}, …}, with English for a language that is missing. Null for a card whose '
  'texts the program has: price, return, payee, complaint.';
insert into carousel_cards (card_id, position, target) values
  ('price', 1, 'documents'), ('return', 2, 'service'), ('payee', 3, 'officers'), ('complaint', 4, 'officers');

create table tracking_records (
  user_id uuid not null references users,
  record_id uuid not null default uuidv7(),
  device_id uuid not null,
  id_name text not null,
  started_at timestamptz not null,
  duration_ms int not null check (duration_ms >= 0),
  content_enc bytea,
  saved_at timestamptz not null,
  primary key (user_id, record_id)
);
comment on table tracking_records is
  'How long a field of the app was used. With consent only; deleted when it is withdrawn.';
comment on column tracking_records.id_name is 'The field (idName).';
comment on column tracking_records.content_enc is 'The content, for the few fields whose content may be recorded.';
create index tracking_records_saved_at_idx on tracking_records (saved_at);

create table script_errors (
  group_hash bytea primary key,
  type text not null check (type in ('script_error', 'fingerprint_failure')),
  name text not null,
  message text not null,
  stack jsonb not null,
  screen text not null,
  browser text not null,
  app_version text not null,
  occurrences int not null default 1,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null
);
comment on table script_errors is 'Errors of the app, grouped. They name no user and hold no personal data.';
comment on column script_errors.group_hash is 'Hash of type, name, message and innermost frames.';
comment on column script_errors.stack is
  'Frames, innermost first, in the source; in the built file where no source map is known.';
comment on column script_errors.screen is 'Of the last occurrence, as are browser and app_version.';
create index script_errors_last_seen_at_idx on script_errors (last_seen_at);

call forbid_truncate();
