-- What the income tax department's register of PANs said of a confirmed identity.

create table pan_checks (
  user_id uuid primary key references users,
  check_id uuid not null default uuidv7(),
  verdict text not null default 'waiting' check (verdict in ('waiting', 'agrees', 'differs')),
  differences jsonb not null default '[]',
  asked_hash bytea not null,
  provider_ref text,
  consent_version text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  next_try_at timestamptz not null,
  decided_at timestamptz,
  constraint pan_checks_decided_check check ((verdict = 'waiting') = (decided_at is null)),
  constraint pan_checks_differences_check check ((verdict = 'differs') = (differences <> '[]'))
);
comment on table pan_checks is
  'What the register of PANs said of a user''s confirmed identity. Another identity takes '
  'its place. Users without a row were certified before the server asked.';
comment on column pan_checks.differences is
  'In what it does not confirm the identity. What the register says itself is not known: it '
  'answers with yes or no.';
comment on column pan_checks.asked_hash is
  'Of the number, name and birth date that were asked about.';
comment on column pan_checks.provider_ref is 'The provider''s id of its answer.';
comment on column pan_checks.next_try_at is
  'While it waits: when the register is asked, or asked again.';
create index pan_checks_next_try_idx on pan_checks (next_try_at) where verdict = 'waiting';

call forbid_truncate();
