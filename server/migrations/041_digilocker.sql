-- DigiLocker as a source of an identity, and its page's visits.

alter table identity_sources drop constraint identity_sources_kind_check,
  add constraint identity_sources_kind_check check (
    kind in ('secure_qr', 'offline_file', 'digilocker'));

comment on table identity_sources is
  'A signed source of an identity: the QR code on a card, an offline file, or DigiLocker. '
  'The newest row counts.';
comment on column identity_sources.issued_at is 'When the issuer said it, from the source.';

create table digilocker_visits (
  user_id uuid primary key references users,
  session_id uuid not null,
  state_hash bytea not null,
  verifier text not null,
  expires_at timestamptz not null
);
comment on table digilocker_visits is
  'A visit of DigiLocker''s page that has not come back. '
  'A later one takes its place, and the return deletes it.';
comment on column digilocker_visits.verifier is
  'Proves to DigiLocker that who opened its page exchanges the code (RFC 7636); '
  'says nothing without the code.';

create index digilocker_visits_expires_at_idx on digilocker_visits (expires_at);

call forbid_truncate();
