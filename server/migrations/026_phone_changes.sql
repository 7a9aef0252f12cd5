-- A new phone number for an account, which waits before it signs in.

create table phone_changes (
  user_id uuid not null references users,
  change_id uuid not null default uuidv7(),
  state text not null check (state in ('begun', 'waiting', 'done', 'stopped')),
  new_phone_enc bytea not null,
  old_phone_enc bytea not null,
  session_id uuid,
  begun_at timestamptz not null,
  requested_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  stopped_because text check (stopped_because in ('user', 'staff', 'replaced', 'taken', 'nominee')),
  primary key (user_id, change_id),
  constraint phone_changes_requested_check check ((requested_at is null) = (due_at is null)),
  constraint phone_changes_waiting_check check (state not in ('waiting', 'done') or due_at is not null),
  constraint phone_changes_ended_check check ((state in ('done', 'stopped')) = (ended_at is not null)),
  constraint phone_changes_stopped_check check ((state = 'stopped') = (stopped_because is not null))
);
comment on table phone_changes is
  'A new phone number of a user. It signs in once it has waited, unless it is stopped before. Deleted some time after it ended.';
comment on column phone_changes.state is
  'begun: a code proved the new number. waiting: the face check was passed too, and both numbers were told.';
comment on column phone_changes.session_id is
  'Where it was asked for: the only session that goes on with the new number.';
comment on column phone_changes.stopped_because is
  'replaced: the borrower began another. taken: the number became another user''s. nominee: the borrower is said to have died.';
create unique index phone_changes_one_open_key on phone_changes (user_id) where state in ('begun', 'waiting');
create index phone_changes_due_at_idx on phone_changes (due_at) where state = 'waiting';
create index phone_changes_old_idx on phone_changes (begun_at) where state <> 'waiting';

alter table otp_requests drop constraint otp_requests_purpose_check, add constraint otp_requests_purpose_check
  check (purpose in ('login', 'confirm_first', 'confirm_later', 'new_phone'));

-- A change of the phone number is told to the number that is not the user's, too.
alter table notification_deliveries drop constraint notification_deliveries_channel_check,
  add constraint notification_deliveries_channel_check check (channel in ('sms', 'push', 'other_sms'));

call forbid_truncate();
