-- A link that pays one loan, what a weekly message of penal charges listed, and the hours that a
-- borrower prefers.

create table payment_links (
  user_id uuid not null references users,
  token_hash bytea not null,
  order_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, token_hash),
  foreign key (user_id, order_id) references orders (user_id, order_id)
);
comment on table payment_links is
  'A link by which anybody may pay one loan, and see nothing else. Its token is claimed in '
  'name_owners.';
comment on column payment_links.ended_at is 'When a newer link of the loan was sent.';
create index payment_links_order_idx on payment_links (user_id, order_id) where ended_at is null;

alter table name_owners drop constraint name_owners_kind_check,
  add constraint name_owners_kind_check
  check (kind in (
    'phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'repay_id',
    'ticket', 'payment', 'card_holder', 'mandate', 'payment_link'));
drop index name_owners_user_idx;
create index name_owners_user_idx on name_owners (user_id)
  where kind in (
    'phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'ticket',
    'card_holder', 'payment_link');

alter table dunning_messages add column listed_on date;
comment on column dunning_messages.listed_on is
  'Of penal_charged: the day of the text message that told of it. Null until then; from 2027 '
  'there is one a week.';
update dunning_messages set listed_on = day where template = 'penal_charged' and state = 'sent';
create index dunning_messages_unlisted_idx on dunning_messages (day)
  where state = 'sent' and template = 'penal_charged' and listed_on is null;

alter table users
  add column contact_from_hour smallint,
  add column contact_until_hour smallint,
  add constraint users_contact_hours_check check (
    (contact_from_hour is null) = (contact_until_hour is null)
    and contact_from_hour between 0 and 23 and contact_until_hour between 1 and 24
    and contact_from_hour < contact_until_hour);
comment on column users.contact_from_hour is
  'From when the borrower prefers to be contacted about dues; null for the hours of the law.';
comment on column users.contact_until_hour is 'Until when, exclusive.';

call forbid_truncate();
