-- When the borrower confirmed an identity, apart from when its case last changed.

alter table identities add column confirmed_at timestamptz;
comment on column identities.confirmed_at is
  'When the user confirmed it, once its case has changed since. Null: when it was saved.';
comment on column identities.saved_at is
  'When it was confirmed, or when its case last changed: the version that a reviewer decides about.';
