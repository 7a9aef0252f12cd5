-- Borrowers confirm their details again: their class of risk, what they confirmed, what they were
-- sent.

create table risk_classes (
  user_id uuid not null references users,
  decided_at timestamptz not null,
  risk_class text not null check (risk_class in ('low', 'medium', 'high')),
  from_day date not null,
  request_id uuid not null references operator_requests,
  primary key (user_id, decided_at)
);
comment on table risk_classes is
  'The class of risk that staff decided for a borrower with full KYC. The newest row counts; '
  'without one, the program''s.';
comment on column risk_classes.from_day is
  'The next update is not due before all reminders after this day.';
comment on column risk_classes.request_id is
  'The request by which it was decided, with its reason and its people.';

create table renewals (
  user_id uuid not null references users,
  renewed_day date not null,
  renewed_at timestamptz not null,
  session_id uuid not null,
  primary key (user_id, renewed_day)
);
comment on table renewals is
  'A day on which a borrower declared, after a code, that the details shown are right. The '
  'time to the next update begins again.';

create table renewal_reminders (
  user_id uuid not null references users,
  due_day date not null,
  reminder text not null check (reminder in ('before_1', 'before_2', 'before_3', 'after_1',
    'after_2', 'after_3')),
  channel text not null check (channel in ('app', 'letter')),
  given_day date not null,
  posted_day date,
  unposted_because text check (unposted_because in ('no_address', 'undeliverable')),
  handled_by uuid references staff,
  handled_at timestamptz,
  primary key (user_id, due_day, reminder),
  constraint renewal_reminders_letter_check
    check (channel = 'letter' or num_nonnulls(posted_day, unposted_because, handled_by,
      handled_at) = 0),
  constraint renewal_reminders_handled_check check (
    (handled_at is null) = (handled_by is null)
    and (handled_at is null) = (num_nonnulls(posted_day, unposted_because) = 0)
    and num_nonnulls(posted_day, unposted_because) <= 1)
);
comment on table renewal_reminders is
  'A reminder before the date of an update, or after it. One in the app goes out as a '
  'notification; a letter is posted by staff.';
comment on column renewal_reminders.due_day is 'The date of the update that it is about.';
comment on column renewal_reminders.given_day is
  'When it went out, or when its letter was put on the list of those to post.';
comment on column renewal_reminders.posted_day is 'When staff gave the letter to the post.';
comment on column renewal_reminders.unposted_because is 'Why a letter was not posted.';
comment on column renewal_reminders.handled_by is 'Who posted it, or said why not.';
create index renewal_reminders_to_post_idx on renewal_reminders (given_day, user_id)
  where channel = 'letter' and handled_at is null;

create function refuse_reminder_change() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.handled_at is null and new.handled_at is not null
    and to_jsonb(new) - '{posted_day,unposted_because,handled_by,handled_at}'::text[]
      = to_jsonb(old) - '{posted_day,unposted_because,handled_by,handled_at}'::text[] then
    return new;
  end if;
  raise exception 'a reminder is never changed: what became of its letter may be written once'
    using errcode = 'restrict_violation';
end $$;
comment on function refuse_reminder_change() is
  'Allows one change of a reminder: what became of its letter.';
create trigger renewal_reminders_no_change before update on renewal_reminders
  for each row execute function refuse_reminder_change();
comment on trigger renewal_reminders_no_change on renewal_reminders is
  'What was sent when stays as it was written.';

alter table operator_requests drop constraint operator_requests_kind_check;
alter table operator_requests add constraint operator_requests_kind_check
  check (kind in (
    'waiver', 'write_off', 'reversal', 'payment_move', 'refund_retry', 'refund_payout',
    'payout_reversal', 'payout_cancel', 'proof', 'unclaimed_payment_claim',
    'unclaimed_payment_return', 'settlement_offer', 'coupon', 'product_version',
    'scorecard_version', 'limit_override', 'full_kyc', 'contact_hold', 'lending_freeze',
    'lending_start', 'erasure', 'nominee_claim', 'staff_invitation', 'role_change',
    'key_rotation', 'configuration', 'close_days', 'undo_closes', 'link_campaign',
    'level_ceiling', 'sanctions_list', 'risk_class'));

call forbid_truncate();
