-- Money out and in: payouts, payments, refunds, proofs of repayment, and what providers reported.

create table payouts (
  user_id uuid not null,
  order_id uuid not null,
  payout_ref text not null,
  account_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('waiting', 'sent', 'queued', 'unknown', 'confirmed', 'failed', 'reversed')),
  provider text not null,
  provider_id text,
  reason text,
  created_at timestamptz not null,
  requested_at timestamptz,
  decided_at timestamptz,
  alarmed_at timestamptz,
  is_queued boolean not null default true,
  primary key (user_id, order_id, payout_ref),
  unique (user_id, payout_ref),
  foreign key (user_id, order_id) references orders
);
comment on table payouts is
  'A transfer of a loan to the borrower''s account. A failed one may be followed by another.';
comment on column payouts.payout_ref is
  'Our reference, which carries the user, made before the request to the provider; a repeated request pays once.';
comment on column payouts.state is
  'queued: it waits at the provider for money of ours. unknown: the provider did not answer and is polled for the '
  'result. reversed: it was confirmed, and the bank sent the money back.';
comment on column payouts.requested_at is 'When the last request about it was sent to the provider.';
comment on column payouts.alarmed_at is 'When staff was last told that it is still undecided.';
comment on column payouts.is_queued is 'False while a job process has yet to put it into its queue.';
create unique index payouts_one_open_key on payouts (user_id, order_id)
  where state not in ('failed', 'reversed');
create index payouts_to_queue_idx on payouts (created_at) where not is_queued;
create index payouts_undecided_idx on payouts (created_at) where state in ('waiting', 'sent', 'queued', 'unknown');
create index payouts_failed_idx on payouts (created_at) where state in ('failed', 'reversed');
create index payouts_confirmed_idx on payouts (decided_at) where state = 'confirmed';

create table payment_intents (
  user_id uuid not null,
  order_id uuid not null,
  intent_id uuid not null default uuidv7(),
  code text not null,
  kind text not null default 'full' check (kind in ('full', 'part', 'extension', 'return')),
  channel text not null,
  amount_paise bigint not null check (amount_paise > 0),
  coupon_id uuid,
  discount_paise bigint not null default 0 check (discount_paise >= 0),
  addendum_no text,
  as_of_day date not null,
  state text not null check (state in ('pending', 'checking', 'paid', 'expired', 'cancelled')),
  provider_ref text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_polled_at timestamptz,
  checking_until timestamptz,
  paid_at timestamptz,
  paid_paise bigint check (paid_paise > 0),
  primary key (user_id, order_id, intent_id),
  unique (user_id, code),
  foreign key (user_id, order_id) references orders,
  foreign key (user_id, coupon_id) references coupons
);
comment on table payment_intents is 'A payment that the borrower started at checkout.';
comment on column payment_intents.code is 'The reference that the payment carries at the provider. It carries the user.';
comment on column payment_intents.addendum_no is 'Of an extension: the addendum that it pays for.';
comment on column payment_intents.as_of_day is 'The business day that the amount was computed for.';
comment on column payment_intents.state is 'checking: the borrower says it is paid, or the provider is not sure.';
comment on column payment_intents.last_polled_at is
  'When the provider was last polled about it, so that it is polled at most every few seconds.';
comment on column payment_intents.checking_until is
  'Until when it counts as on its way, so that no second payment is started.';
comment on column payment_intents.paid_paise is
  'Everything received for the code; may be less or more than the amount.';
create unique index payment_intents_one_open_key on payment_intents (user_id, order_id)
  where state in ('pending', 'checking');
create index payment_intents_expires_at_idx on payment_intents (expires_at) where state in ('pending', 'checking');
create index payment_intents_coupon_idx on payment_intents (user_id, coupon_id)
  where coupon_id is not null and state in ('pending', 'checking');
create index payment_intents_as_of_day_idx on payment_intents using brin (as_of_day)
  with (pages_per_range = 16, autosummarize = on);

create table payment_instruments (
  user_id uuid not null,
  order_id uuid not null,
  intent_id uuid not null,
  channel text not null,
  provider_ref text,
  instrument jsonb,
  requested_at timestamptz not null,
  primary key (user_id, order_id, intent_id, channel),
  foreign key (user_id, order_id, intent_id) references payment_intents,
  constraint payment_instruments_answered_check check ((provider_ref is null) = (instrument is null))
);
comment on table payment_instruments is
  'What a provider made for an intent to be paid with: a UPI link, a virtual account, a payment link. One per '
  'channel.';
comment on column payment_instruments.instrument is 'Null while the provider''s answer is awaited.';

-- No foreign key to orders: the journal has the order.
create table provider_payments (
  user_id uuid not null,
  provider text not null,
  provider_ref text not null,
  order_id uuid not null,
  journal_id uuid not null,
  code text,
  channel text,
  utr_hash bytea,
  utr_last4 text,
  amount_paise bigint not null check (amount_paise > 0),
  paid_at timestamptz not null,
  primary key (user_id, provider, provider_ref, journal_id),
  foreign key (user_id, journal_id) references journals
);
comment on table provider_payments is
  'A payment received by a provider and posted to an order, once, whatever code it names. After a reversal it may be '
  'posted to another order. Its user is claimed in name_owners, that of its transfer noted in transfer_users.';
comment on column provider_payments.amount_paise is
  'What the provider received; less of it counts for the order if a part was given back before.';
comment on column provider_payments.utr_hash is 'Keyed hash of the bank''s transfer number.';
create index provider_payments_order_idx on provider_payments (user_id, order_id);
create index provider_payments_ref_idx on provider_payments (provider_ref);
comment on index provider_payments_ref_idx is 'All postings of a payment, also of different users.';
create index provider_payments_paid_at_idx on provider_payments (paid_at, journal_id);

create function check_payment_counts_once() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from provider_payments other
             where other.user_id = new.user_id
               and other.provider = new.provider and other.provider_ref = new.provider_ref
               and other.journal_id <> new.journal_id
               and not exists (select from journals reversal
                               where reversal.user_id = new.user_id and reversal.reverses = other.journal_id)) then
    raise exception 'payment % of % is posted to an order already', new.provider_ref, new.provider
      using errcode = 'unique_violation';
  end if;
  return new;
end $$;
comment on function check_payment_counts_once() is 'Rejects a second posting of a payment to a user while the first is not reversed; name_owners has one user for it.';
create trigger provider_payments_count_once before insert on provider_payments
  for each row execute function check_payment_counts_once();
comment on trigger provider_payments_count_once on provider_payments is 'A payment counts for one order.';

create table provider_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  outcome text not null check (outcome in ('done', 'unknown')),
  event jsonb not null,
  received_at timestamptz not null,
  utr_hash bytea,
  primary key (provider, event_id)
);
comment on table provider_events is 'A webhook of a provider. Each event is handled once.';
comment on column provider_events.outcome is 'unknown: what it refers to is not known here yet; it is tried again.';
comment on column provider_events.utr_hash is
  'Of a transfer that matches nothing yet: a proof of repayment may claim it.';
create index provider_events_unknown_idx on provider_events (received_at) where outcome = 'unknown';
create index provider_events_chargeback_idx on provider_events (received_at) where kind = 'chargeback';
create index provider_events_charged_back_idx on provider_events ((event->>'paymentProviderRef')) where kind = 'chargeback';
create index provider_events_unknown_utr_idx on provider_events (utr_hash) where outcome = 'unknown';

create table refunds (
  user_id uuid not null,
  order_id uuid not null,
  refund_ref text not null,
  provider text not null,
  payment_ref text not null,
  journal_id uuid,
  account_id uuid,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('waiting', 'sent', 'unknown', 'confirmed', 'failed', 'cancelled')),
  provider_id text,
  reason text,
  created_at timestamptz not null,
  requested_at timestamptz,
  decided_at timestamptz,
  primary key (user_id, order_id, refund_ref),
  unique (user_id, refund_ref),
  foreign key (user_id, journal_id) references journals
);
comment on table refunds is 'Money paid back from a payment that was too large or came too late.';
comment on column refunds.payment_ref is
  'With provider: the payment. No foreign key: a payment has one row for each order it was posted to.';
comment on column refunds.refund_ref is
  'Our reference, which carries the user, made before the request to the provider; a repeated request refunds once.';
comment on column refunds.account_id is
  'The borrower''s account that it is paid to; null where it goes back by the payment''s provider.';
comment on column refunds.journal_id is 'The journal that posts it; null where it could not be started.';
create index refunds_open_idx on refunds (created_at) where state in ('waiting', 'sent', 'unknown');
create index refunds_failed_idx on refunds (decided_at) where state = 'failed';
create index refunds_confirmed_idx on refunds (decided_at) where state = 'confirmed';

create table repayment_proofs (
  user_id uuid not null,
  proof_id uuid not null default uuidv7(),
  order_id uuid not null,
  utr_enc bytea not null,
  utr_hash bytea not null,
  utr_last4 text not null,
  amount_paise bigint not null check (amount_paise > 0),
  paid_on date not null,
  channel text not null,
  file_id text,
  state text not null check (state in ('received', 'matched', 'refused')),
  reason text,
  provider text,
  payment_ref text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  primary key (user_id, proof_id),
  foreign key (user_id, order_id) references orders
);
comment on table repayment_proofs is
  'A proof of a bank transfer that the borrower uploaded because no payment had arrived.';
comment on column repayment_proofs.payment_ref is
  'With provider: the payment that it proves, once matched. No foreign key, as for refunds.';
create unique index repayment_proofs_one_per_transfer_key on repayment_proofs (user_id, order_id, utr_hash)
  where state <> 'refused';
create index repayment_proofs_received_idx on repayment_proofs (submitted_at) where state = 'received';
create index repayment_proofs_received_utr_idx on repayment_proofs (utr_hash) where state = 'received';

create table unclaimed_funds (
  provider text not null,
  provider_ref text not null,
  amount_paise bigint not null check (amount_paise > 0),
  paid_at timestamptz not null,
  found_at timestamptz not null,
  journal_id uuid not null,
  state text not null check (state in ('open', 'claimed', 'returning', 'returned', 'charged_back')),
  is_rest_counted boolean not null default false,
  charged_back_paise bigint not null default 0,
  returned_paise bigint not null default 0,
  refund_ref text unique,
  reason text,
  requested_at timestamptz,
  decided_at timestamptz,
  primary key (provider, provider_ref, journal_id),
  constraint unclaimed_funds_returned_check check (state in ('open', 'claimed', 'charged_back') or refund_ref is not null),
  constraint unclaimed_funds_charged_back_check check (charged_back_paise between 0 and amount_paise),
  constraint unclaimed_funds_returned_paise_check
    check (returned_paise between 0 and amount_paise and (returned_paise > 0) = (state = 'returned'))
);
comment on table unclaimed_funds is
  'A payment that counts for no order: on a provider''s statement without one, or taken off one. It is held in '
  'suspense until an order claims it or it is sent back.';
comment on column unclaimed_funds.amount_paise is
  'Of a payment that was taken off an order: what had not been refunded or charged back.';
comment on column unclaimed_funds.is_rest_counted is
  'Whether the rest of the payment counted for an order when this came into suspense: it is of a refund that failed.';
comment on column unclaimed_funds.charged_back_paise is
  'What the payer''s bank took of it through the provider: less is in suspense, and once all is, none.';
comment on column unclaimed_funds.returned_paise is 'What was sent back to the sender.';
comment on column unclaimed_funds.journal_id is 'The lender''s own journal that posted it to suspense.';
comment on column unclaimed_funds.refund_ref is
  'Our reference for sending it back, made before the request to the provider.';
comment on column unclaimed_funds.reason is 'Why the last attempt to send it back failed.';
create unique index unclaimed_funds_journal_key on unclaimed_funds (journal_id);
create unique index unclaimed_funds_one_open_key on unclaimed_funds (provider, provider_ref) where state = 'open';
comment on index unclaimed_funds_one_open_key is
  'All that waits for a decision of one payment is one amount; other parts of it may be on their way back.';
create index unclaimed_funds_open_idx on unclaimed_funds (found_at) where state in ('open', 'returning');
create index unclaimed_funds_decided_idx on unclaimed_funds (decided_at) where decided_at is not null;

call forbid_truncate();
