-- Where a borrower lives: typed, or as a signed source says, and then confirmed by the borrower.

create table addresses (
  user_id uuid primary key references users,
  address_enc bytea not null,
  said_fields jsonb not null,
  saved_at timestamptz not null,
  confirmed_at timestamptz
);
comment on table addresses is 'Where a borrower lives. One row a borrower.';
comment on column addresses.address_enc is
  'Street, locality, district, state by its GST code, and PIN code, as encrypted JSON. All five once it is confirmed.';
comment on column addresses.said_fields is
  'The fields that are as a signed source said. They count while the newest source agrees with the identity.';
comment on column addresses.confirmed_at is
  'When the borrower confirmed it. Null: what a source said, not confirmed yet.';
create index addresses_unconfirmed_idx on addresses (saved_at) where confirmed_at is null;
