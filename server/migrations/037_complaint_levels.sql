-- Levels of complaints, the alarm that somebody owns, and what went to the Reserve Bank.

alter table feedback_tickets
  add column principal_at timestamptz,
  add column alarmed_at timestamptz,
  add column owner_id uuid references staff,
  add column acknowledged_at timestamptz,
  add column overdue_notified_at timestamptz,
  add column regulator_no text check (length(regulator_no) between 3 and 40),
  add column regulator_on date,
  add column regulator_replied_on date,
  add constraint feedback_tickets_levels_check
    check (principal_at is null or escalated_at is not null),
  add constraint feedback_tickets_owner_check
    check (acknowledged_at is null or owner_id is not null),
  add constraint feedback_tickets_regulator_check
    check ((regulator_no is null) = (regulator_on is null)
      and (regulator_replied_on is null or regulator_on is not null));
comment on column feedback_tickets.principal_at is
  'When it was passed on to the principal nodal officer.';
comment on column feedback_tickets.alarmed_at is
  'When somebody was made to own it, because the last day for an answer is near.';
comment on column feedback_tickets.owner_id is
  'Who sees to it that it is answered in time; null where nobody could.';
comment on column feedback_tickets.acknowledged_at is 'When the owner confirmed it.';
comment on column feedback_tickets.overdue_notified_at is
  'When the borrower was notified that the days for an answer have passed, and of the way to '
  'the Reserve Bank.';
comment on column feedback_tickets.regulator_no is
  'The number of the borrower''s complaint at the Reserve Bank''s ombudsman or cell.';
comment on column feedback_tickets.regulator_on is
  'When the lender received it; its reply is due some days later.';
create index feedback_tickets_alarm_idx on feedback_tickets (alarmed_at)
  where alarmed_at is not null and state = 'received';
create index feedback_tickets_regulator_idx on feedback_tickets (regulator_on)
  where regulator_on is not null and regulator_replied_on is null;

call forbid_truncate();
