-- What borrowers are told: the notification centre, SMS, push, and dunning.

create table notifications (
  user_id uuid not null references users,
  notification_id uuid not null default uuidv7(),
  kind text not null,
  values_enc bytea not null,
  reference text not null,
  sent_at timestamptz not null,
  read_at timestamptz,
  written_by_xact xid8 not null default pg_current_xact_id(),
  primary key (user_id, notification_id),
  unique (user_id, kind, reference)
);
comment on table notifications is
  'A message to a user, shown in the app. Written in the transaction of its cause; the text is made when it is read.';
comment on column notifications.values_enc is 'JSON of the values that fill the text.';
comment on column notifications.reference is 'What caused it: the same cause notifies once.';
comment on column notifications.written_by_xact is 'The transaction that wrote it: a preview finds those it wrote.';
create index notifications_unread_idx on notifications (user_id, notification_id) where read_at is null;

create table notification_deliveries (
  user_id uuid not null,
  notification_id uuid not null,
  channel text not null check (channel in ('sms', 'push')),
  kind text not null,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'delivered', 'failed', 'expired', 'withheld', 'unknown')),
  attempts int not null default 0,
  polls int not null default 0,
  day date,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz,
  provider_id text,
  registered_template text,
  pending_device_ids uuid[],
  language text,
  reason text,
  primary key (user_id, notification_id, channel),
  foreign key (user_id, notification_id) references notifications
);
comment on table notification_deliveries is 'A notification on its way by SMS or push.';
comment on column notification_deliveries.state is
  'unknown: handed over without an answer; the provider is polled about it and it is not sent again. withheld: a '
  'rule stopped it.';
comment on column notification_deliveries.polls is 'How often the provider was polled for its status.';
comment on column notification_deliveries.day is 'Business day of the last attempt, to limit messages a day.';
comment on column notification_deliveries.next_attempt_at is
  'When it is looked at next; null when nothing is left to do.';
comment on column notification_deliveries.registered_template is
  'The registered template it was sent under: the provider''s id and the registry''s.';
comment on column notification_deliveries.pending_device_ids is
  'Devices that a push is still offered to; null for all of the user''s.';
create index notification_deliveries_notification_idx on notification_deliveries (notification_id);
create index notification_deliveries_due_idx on notification_deliveries (next_attempt_at)
  where next_attempt_at is not null;
create index notification_deliveries_failed_idx on notification_deliveries (notification_id, channel)
  where state in ('failed', 'expired');
create index notification_deliveries_day_idx on notification_deliveries (user_id, day);

create table push_subscriptions (
  user_id uuid not null references users,
  device_id uuid not null,
  subscription_enc bytea,
  endpoint_hash bytea not null,
  saved_at timestamptz not null,
  expired_at timestamptz,
  ends_at timestamptz,
  primary key (user_id, device_id),
  constraint push_subscriptions_expired_check check ((subscription_enc is null) = (expired_at is not null))
);
comment on table push_subscriptions is
  'Where a device''s browser receives pushes. An expired one is renewed by the app. Its endpoint is claimed '
  'in name_owners.';
comment on column push_subscriptions.ends_at is
  'Of a device that was signed out from elsewhere: until then it gets messages about the account''s safety, and nothing else.';
create index push_subscriptions_ends_at_idx on push_subscriptions (ends_at) where ends_at is not null;

create table dunning_messages (
  user_id uuid not null,
  order_id uuid not null,
  day date not null,
  template text not null check (template in ('due_soon', 'due_today', 'overdue', 'penal_charged')),
  amount_paise bigint not null default 0 check (amount_paise >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'withdrawn')),
  reason text,
  held_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (user_id, order_id, day),
  foreign key (user_id, order_id) references orders
);
comment on table dunning_messages is
  'A message about what is due on an order, at most one a day, sent in the hours the law allows.';
comment on column dunning_messages.amount_paise is 'Of penal_charged: the charge.';
comment on column dunning_messages.held_at is 'When it was last held back: by a dispute, a contact hold or a promise to pay.';
comment on column dunning_messages.state is 
  'dropped: the loan was paid, or the message no longer applied. withdrawn: the close that queued it was undone; the '
  'next close of that day queues it again.';
create index dunning_messages_waiting_idx on dunning_messages (created_at) where state = 'waiting';

call forbid_truncate();
