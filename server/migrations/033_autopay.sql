-- Mandates by which the dues of a loan are debited, and their debits.

create table mandates (
  user_id uuid not null,
  mandate_id uuid not null default uuidv7(),
  order_id uuid not null,
  code text not null,
  provider text not null,
  state text not null
    check (state in ('asked', 'confirmed', 'paused_by_payer', 'refused', 'ended')),
  most_paise bigint not null check (most_paise > 0),
  last_day date not null,
  customer_ref text,
  order_ref text,
  token_ref text,
  upi_uri text,
  requested_at timestamptz not null,
  approve_until timestamptz not null,
  checked_at timestamptz,
  confirmed_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in
    ('borrower', 'payer', 'loan_over', 'expired', 'refused_by_payer', 'not_approved')),
  is_closed boolean not null default false,
  primary key (user_id, mandate_id),
  unique (user_id, code),
  foreign key (user_id, order_id) references orders,
  constraint mandates_answered_check check (num_nulls(customer_ref, order_ref, upi_uri) in (0, 3)),
  constraint mandates_confirmed_check
    check (state not in ('confirmed', 'paused_by_payer') or (confirmed_at is not null
      and token_ref is not null)),
  constraint mandates_ended_check
    check ((state in ('refused', 'ended')) = (ended_at is not null)
      and (ended_at is null) = (ended_because is null))
);
comment on table mandates is
  'The payer''s order to the bank by which the dues of one loan may be debited. It ends with '
  'the loan.';
comment on column mandates.code is
  'Our reference at the provider, which carries the user; the payment that approves it has it too.';
comment on column mandates.state is
  'asked: it is not approved in the UPI app yet. paused_by_payer: paused in the UPI app.';
comment on column mandates.most_paise is
  'The most that one debit may be: what the key facts say, and the penal charge of all its days.';
comment on column mandates.customer_ref is
  'The provider''s names of the mandate''s own customer and of its order, and what opens the '
  'UPI app; null while its answer is awaited.';
comment on column mandates.token_ref is
  'The provider''s name of the mandate, claimed in name_owners; null until the payer looked at it.';
comment on column mandates.approve_until is 'Until when it can be approved.';
comment on column mandates.checked_at is
  'When the provider last said where it stands: reports of it may be lost.';
comment on column mandates.paused_at is
  'Since when the borrower has paused debits here: nothing is presented, while the mandate '
  'stays in the UPI app.';
comment on column mandates.is_closed is
  'Of one that is refused or ended: whether the provider holds it no longer, so that nothing '
  'is left to do.';
create unique index mandates_one_a_loan_key on mandates (user_id, order_id)
  where state not in ('refused', 'ended');
create index mandates_open_idx on mandates (checked_at) where not is_closed;

create table mandate_debits (
  user_id uuid not null,
  debit_id uuid not null default uuidv7(),
  mandate_id uuid not null,
  order_id uuid not null,
  due_day date not null,
  code text not null,
  provider text not null,
  amount_paise bigint not null check (amount_paise > 0),
  state text not null
    check (state in ('planned', 'announced', 'presented', 'unknown', 'paid', 'failed',
      'withdrawn')),
  order_ref text,
  payment_ref text,
  reason text,
  planned_at timestamptz not null,
  present_after timestamptz not null,
  announced_at timestamptz,
  delivered_at timestamptz,
  presented_at timestamptz,
  decided_at timestamptz,
  primary key (user_id, debit_id),
  unique (user_id, code),
  foreign key (user_id, mandate_id) references mandates,
  constraint mandate_debits_announced_check check (num_nulls(order_ref, announced_at) in (0, 2)),
  constraint mandate_debits_presented_check
    check (state not in ('presented', 'unknown') or (presented_at is not null
      and order_ref is not null)),
  constraint mandate_debits_decided_check
    check ((state in ('paid', 'failed', 'withdrawn')) = (decided_at is not null)),
  constraint mandate_debits_reason_check check ((state in ('failed',
    'withdrawn')) = (reason is not null))
);
comment on table mandate_debits is
  'A debit by a mandate: announced a day before, and presented once. Its payment is posted '
  'by its code, as any other.';
comment on column mandate_debits.due_day is
  'The due date that it pays for; it counts for this day, however late it comes.';
comment on column mandate_debits.state is
  'planned: the provider does not have its announcement yet. unknown: presented, and no '
  'answer came; it is asked again under the same reference. withdrawn: it was never '
  'presented.';
comment on column mandate_debits.order_ref is 'The provider''s name of it, claimed in name_owners.';
comment on column mandate_debits.reason is 'Why it failed, or was not presented.';
comment on column mandate_debits.present_after is
  'The due date''s first hour, and at least 24 hours after that.';
comment on column mandate_debits.delivered_at is
  'When the payer''s bank delivered the announcement, where the provider told us.';
create unique index mandate_debits_one_a_due_date_key on mandate_debits (user_id, order_id, due_day)
  where state <> 'withdrawn';
comment on index mandate_debits_one_a_due_date_key is 'One debit is presented for a due date.';
create index mandate_debits_open_idx on mandate_debits (planned_at)
  where state in ('planned', 'announced', 'presented', 'unknown');

create table mandate_events (
  user_id uuid not null,
  event_id uuid not null default uuidv7(),
  mandate_id uuid not null,
  debit_id uuid,
  kind text not null,
  actor text not null check (actor in ('borrower', 'payer', 'provider', 'lender')),
  reason text,
  at timestamptz not null,
  primary key (user_id, event_id),
  foreign key (user_id, mandate_id) references mandates,
  foreign key (user_id, debit_id) references mandate_debits
);
comment on table mandate_events is
  'What happened to a mandate or to one of its debits. Never changed.';
comment on column mandate_events.kind is
  'A state that the mandate or the debit reached, or paused, resumed, delivered, '
  'announcement_failed.';
create index mandate_events_mandate_idx on mandate_events (user_id, mandate_id, event_id);
create trigger mandate_events_no_change before update or delete on mandate_events
  for each row execute function refuse_change();
comment on trigger mandate_events_no_change on mandate_events is 'What happened stays as it is.';

alter table payment_intents add column debit_day date;
comment on column payment_intents.debit_day is
  'Of a debit by a mandate: the due date, for which its payment counts. Nobody pays such an '
  'intent by hand.';

alter table name_owners drop constraint name_owners_kind_check,
  add constraint name_owners_kind_check
  check (kind in (
    'phone', 'pan', 'aadhaar', 'bank_account', 'push_endpoint', 'sign_in_link', 'repay_id',
    'ticket', 'payment', 'card_holder', 'mandate'));

create table sandbox_mandates (
  code text primary key,
  token_ref text not null unique,
  state text not null check (state in ('waiting', 'confirmed', 'paused', 'rejected', 'cancelled')),
  most_paise bigint not null check (most_paise > 0),
  upi_uri text not null,
  created_at timestamptz not null
);
comment on table sandbox_mandates is 'Mandates that the sandbox''s bank holds.';

create table sandbox_debits (
  code text primary key,
  order_ref text not null unique,
  token_ref text not null references sandbox_mandates (token_ref),
  amount_paise bigint not null check (amount_paise > 0),
  state text not null check (state in ('announced', 'waiting', 'paid', 'failed')),
  reason text,
  created_at timestamptz not null
);
comment on table sandbox_debits is 'Debits that the sandbox''s bank was told of.';
comment on column sandbox_debits.state is
  'delivered: the payer was told. waiting: presented, and the payer has yet to enter the '
  'PIN.';

alter table sandbox_switches drop constraint sandbox_switches_part_check,
  add constraint sandbox_switches_part_check
  check (part in ('payouts', 'payments', 'accounts', 'refunds', 'debits'));

call forbid_truncate();
