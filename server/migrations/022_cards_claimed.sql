-- A card of an issuer confirms one account, and a code ends with the picture it was read from.

alter table name_owners drop constraint name_owners_kind_check, add constraint name_owners_kind_check
  check (kind in ('phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'repay_id', 'ticket', 'payment',
    'card_holder'));
drop index name_owners_user_idx;
create index name_owners_user_idx on name_owners (user_id)
  where kind in ('phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'ticket', 'card_holder');

alter table identity_sources
  add column holder_hash bytea,
  add column document text check (document in ('aadhaarFront', 'aadhaarBack'));
comment on column identity_sources.holder_hash is
  'Of whom the card names, claimed in name_owners. Null unless it agreed with what this user confirmed.';
comment on column identity_sources.document is
  'The side of the card whose picture it was read from. Null for an offline file.';
