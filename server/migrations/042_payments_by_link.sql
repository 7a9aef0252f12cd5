-- A payment that somebody begins through a link holds up nothing of the borrower's.

alter table payment_intents add column holds_others boolean not null default true;
comment on column payment_intents.holds_others is
  'Whether, while it is open, it is the loan''s one payment that others and debits wait for. Not of '
  'one begun through a payment link, until the bank has seen its money.';

drop index payment_intents_one_open_key;
create unique index payment_intents_one_open_key on payment_intents (user_id, order_id)
  where state in ('pending', 'checking') and holds_others;
