-- While a code that came later is compared, what the identity allowed before stays.

alter table identities add column was_verified boolean not null default false,
  add constraint identities_was_verified_check check (state = 'review' or not was_verified);
comment on column identities.was_verified is
  'It was verified and is in review once more: its level stays until the decision.';
