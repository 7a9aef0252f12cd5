-- E-mail as a way of messages, to an address that its reader confirmed.

create table email_addresses (
  user_id uuid primary key references users,
  address_enc bytea not null,
  mail_id uuid not null,
  state text not null check (state in ('waiting', 'confirmed', 'ended')),
  code_hash bytea,
  code_tries int not null default 0 check (code_tries >= 0),
  code_expires_at timestamptz,
  requested_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_because text check (ended_because in ('bounced', 'complained', 'not_mine', 'stopped',
    'removed')),
  constraint email_addresses_code_check check ((state = 'waiting') = (code_hash is not null)),
  constraint email_addresses_expiry_check check ((code_hash is null) = (code_expires_at is null)),
  constraint email_addresses_confirmed_check
    check (state <> 'confirmed' or confirmed_at is not null),
  constraint email_addresses_ended_check check ((state = 'ended') = (ended_at is not null)),
  constraint email_addresses_because_check check ((ended_at is null) = (ended_because is null))
);
comment on table email_addresses is
  'Whether e-mails go to a user, and where. One row a user: of the address that was asked '
  'about last. It counts while '
  'it is the one of the personal details.';
comment on column email_addresses.mail_id is
  'Names the address in mails to it and in what comes back of them: a new one each time a '
  'code is sent.';
comment on column email_addresses.code_tries is 'How often a code was entered since it was sent.';
comment on column email_addresses.ended_because is
  'not_mine: who reads the address never asked for a code. stopped: by the link of a mail. '
  'removed: in the app.';
create index email_addresses_mail_idx on email_addresses (mail_id);

alter table notification_deliveries drop constraint notification_deliveries_channel_check,
  add constraint notification_deliveries_channel_check check (channel in ('sms', 'push',
    'other_sms', 'mail'));

create table sandbox_mails (
  sandbox_mail_id bigint generated always as identity primary key,
  address text not null,
  reference text not null,
  content jsonb not null,
  sent_at timestamptz not null
);
comment on table sandbox_mails is 'E-mails that were not sent, to be read on the sandbox''s page.';
comment on column sandbox_mails.reference is 'The id of the mail, as its Message-ID would have it.';
comment on column sandbox_mails.content is
  'Subject, text, the way to stop, and the attachments in base64.';
create index sandbox_mails_address_idx on sandbox_mails (address);

call forbid_truncate();
