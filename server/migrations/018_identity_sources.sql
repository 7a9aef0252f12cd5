-- What the issuer of a card said about its holder, proved by the issuer's signature.

create table identity_sources (
  user_id uuid not null references users,
  source_id uuid not null default uuidv7(),
  kind text not null check (kind in ('secure_qr', 'offline_file')),
  format_version text not null,
  key_id text not null,
  reference_last4 text not null check (reference_last4 ~ '^[0-9]{4}$'),
  issued_at timestamptz not null,
  verdict text not null default 'pending' check (verdict in ('pending', 'agrees', 'differs')),
  differences jsonb not null default '[]',
  digests jsonb not null,
  fields_enc bytea,
  photo_file_id text,
  consent_version text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (user_id, source_id),
  constraint identity_sources_decided_check check ((verdict = 'pending') = (decided_at is null)),
  constraint identity_sources_fields_check check (fields_enc is not null or verdict <> 'pending')
);
comment on table identity_sources is
  'A signed source of an identity: the QR code on a card, or an offline file. The newest row counts.';
comment on column identity_sources.key_id is 'Of the issuer''s certificate that its signature was verified with.';
comment on column identity_sources.reference_last4 is 'The last four digits of the Aadhaar number, from the reference.';
comment on column identity_sources.issued_at is 'When the issuer signed it, from the reference.';
comment on column identity_sources.verdict is
  'pending: the borrower has not confirmed an identity yet. agrees, differs: compared with what was confirmed.';
comment on column identity_sources.differences is 'Names of the fields that differ from what was confirmed.';
comment on column identity_sources.digests is
  'Of each field, keyed with the signature, which is not kept: only who holds the source again can compare them.';
comment on column identity_sources.fields_enc is
  'What the source says, as encrypted JSON. Null once nobody has to compare it any more.';
comment on column identity_sources.photo_file_id is 'The photo in the source. Null once the face check was compared with it.';
comment on column identity_sources.consent_version is 'The wording of the consent under which it was read.';
create unique index identity_sources_one_pending_key on identity_sources (user_id) where verdict = 'pending';
create index identity_sources_kept_idx on identity_sources (created_at)
  where fields_enc is not null or photo_file_id is not null;

call forbid_truncate();
