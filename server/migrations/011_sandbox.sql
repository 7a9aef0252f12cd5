-- The sandbox's stand-ins for the bank, the SMS provider and the calendar. Empty in production.

create table sandbox_day (
  only_row boolean primary key default true check (only_row),
  days_ahead int not null check (days_ahead between 0 and 3650)
);
comment on table sandbox_day is 'How many days the sandbox''s business day is ahead of the calendar. One row.';
insert into sandbox_day (days_ahead) values (0);

create table sandbox_messages (
  sms_id bigint generated always as identity primary key,
  phone text not null,
  template text not null,
  language text not null,
  content jsonb not null,
  reference text,
  sent_at timestamptz not null
);
comment on table sandbox_messages is 'Text messages that were not sent, to be read on the sandbox''s page.';
comment on column sandbox_messages.reference is 'The notification; null for a code.';
create index sandbox_messages_phone_idx on sandbox_messages (phone, sms_id);
create index sandbox_messages_reference_idx on sandbox_messages (reference) where reference is not null;

create table sandbox_switches (
  part text primary key check (part in ('payouts', 'payments', 'accounts', 'refunds')),
  behaviour text not null
);
comment on table sandbox_switches is 'How each part of the sandbox''s bank behaves, set on its page.';

create table sandbox_account_validations (
  ref text primary key,
  behaviour text not null,
  requested_at timestamptz not null
);
comment on table sandbox_account_validations is
  'Requests to validate a bank account, with the behaviour chosen at the first.';

create table sandbox_payouts (
  payout_ref text primary key,
  provider_id text not null unique,
  amount_paise bigint not null check (amount_paise > 0),
  account_last4 text not null,
  state text not null check (state in ('pending', 'confirmed', 'failed', 'reversed')),
  reason text,
  received_at timestamptz not null
);
comment on table sandbox_payouts is 'Payouts requested from the sandbox''s bank.';
create index sandbox_payouts_received_at_idx on sandbox_payouts (received_at);

create table sandbox_instruments (
  code text not null,
  channel text not null,
  provider_ref text not null unique,
  amount_paise bigint not null check (amount_paise > 0),
  instrument jsonb not null,
  created_at timestamptz not null,
  primary key (code, channel)
);
comment on table sandbox_instruments is
  'UPI links, virtual accounts and payment links that the sandbox''s bank made.';

create table sandbox_payments (
  provider_ref text primary key,
  event_id text not null unique,
  code text not null,
  channel text not null default 'upi',
  amount_paise bigint not null check (amount_paise > 0),
  utr text,
  state text not null default 'captured' check (state in ('seen', 'captured')),
  paid_at timestamptz not null
);
comment on table sandbox_payments is 'Payments made to the sandbox''s bank.';
comment on column sandbox_payments.state is 'seen: on its way; captured: received.';
create index sandbox_payments_paid_at_idx on sandbox_payments (paid_at);

create table sandbox_refunds (
  refund_ref text primary key,
  provider_id text not null unique,
  payment_ref text not null references sandbox_payments,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('confirmed', 'failed')),
  reason text,
  received_at timestamptz not null
);
comment on table sandbox_refunds is 'Refunds requested from the sandbox''s bank.';
create index sandbox_refunds_received_at_idx on sandbox_refunds (received_at);

create table sandbox_webhooks (
  position bigint generated always as identity primary key,
  event jsonb not null,
  due_at timestamptz not null,
  delivered_at timestamptz
);
comment on table sandbox_webhooks is 'Webhooks that the sandbox''s bank has sent or has yet to send.';
create index sandbox_webhooks_waiting_idx on sandbox_webhooks (due_at) where delivered_at is null;

call forbid_truncate();
