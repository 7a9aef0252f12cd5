-- What staff decide and do about borrowers: requests of two people, freezes, claims, collection, offers, support tickets.

-- No foreign keys to users and orders: it is whole on every machine, they are spread by user. Neither is ever deleted.
create table operator_requests (
  request_id uuid primary key default uuidv7(),
  kind text not null check (kind in ('waiver', 'write_off', 'reversal', 'payment_move', 'refund_retry', 'refund_payout',
    'payout_reversal', 'payout_cancel', 'proof', 'unclaimed_payment_claim', 'unclaimed_payment_return', 'settlement_offer', 'coupon',
    'product_version', 'scorecard_version', 'limit_override', 'full_kyc', 'contact_hold', 'lending_freeze',
    'lending_start', 'erasure', 'nominee_claim', 'staff_invitation', 'role_change', 'key_rotation', 'configuration',
    'close_days', 'undo_closes', 'link_campaign')),
  user_id uuid,
  order_id uuid,
  subject text not null,
  detail jsonb not null,
  reason text not null check (length(reason) >= 5),
  maker_id uuid not null references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  effect jsonb,
  state text not null default 'open' check (state in ('open', 'approved', 'refused', 'withdrawn', 'expired')),
  checker_id uuid references staff,
  is_alone boolean not null default false,
  decided_at timestamptz,
  decision_reason text,
  constraint operator_requests_user_check check (order_id is null or user_id is not null),
  constraint operator_requests_decided_check check ((state = 'open') = (decided_at is null)),
  constraint operator_requests_checker_check
    check ((checker_id is not null or is_alone) = (state in ('approved', 'refused'))),
  constraint operator_requests_two_people_check check (checker_id <> maker_id)
);
comment on table operator_requests is
  'Something that one person of the lender (maker) asks for and another one (checker) approves or refuses.';
comment on column operator_requests.user_id is 'Null for a request about no borrower, such as a new product version.';
comment on column operator_requests.subject is 'What it is about, in a form that is equal for equal requests: one may be open at a time.';
comment on column operator_requests.effect is 'What it would have done when it was made: journals, messages, figures.';
comment on column operator_requests.is_alone is 'Approved by its maker alone, within the amount that the kind and the role allow.';
create unique index operator_requests_open_key on operator_requests (kind, subject) where state = 'open';
create index operator_requests_open_idx on operator_requests (request_id) where state = 'open';
create index operator_requests_order_idx on operator_requests (user_id, order_id) where order_id is not null;
create index operator_requests_maker_idx on operator_requests (maker_id, request_id);

create table lending_stop (
  is_only_row boolean primary key default true check (is_only_row),
  is_stopped boolean not null,
  changed_at timestamptz not null,
  changed_by uuid references staff,
  reason text not null
);
comment on table lending_stop is
  'Whether new lending is stopped for everybody. One person stops it, two start it again; repaying always goes on.';
comment on column lending_stop.changed_by is 'Who stopped it, or approved its start; null before the first stop.';
insert into lending_stop (is_stopped, changed_at, reason) values (false, now(), 'installed');
create trigger lending_stop_no_delete before delete on lending_stop for each row execute function refuse_delete();
comment on trigger lending_stop_no_delete on lending_stop is 'Without its row lending could not be stopped.';

create table lending_freezes (
  user_id uuid not null references users,
  request_id uuid not null references operator_requests,
  frozen_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references operator_requests,
  primary key (user_id, request_id),
  constraint lending_freezes_ended_check check ((ended_at is null) = (ended_by is null))
);
comment on table lending_freezes is
  'A person who gets no new loan and no payout for now. Loans that were paid out go on.';
create unique index lending_freezes_one_active_key on lending_freezes (user_id) where ended_at is null;

create table nominee_claims (
  user_id uuid not null references users,
  request_id uuid not null references operator_requests,
  evidence text not null,
  claimed_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references operator_requests,
  primary key (user_id, request_id),
  constraint nominee_claims_ended_check check ((ended_at is null) = (ended_by is null))
);
comment on table nominee_claims is
  'A nominee''s claim after a borrower''s death. While it runs nobody signs in, dues are not raised and nothing is lent.';
comment on column nominee_claims.evidence is
  'Where the proof of death is in the lender''s own file; never personal data.';
comment on column nominee_claims.ended_by is 'The request that ended a claim that was wrong.';
create unique index nominee_claims_one_active_key on nominee_claims (user_id) where ended_at is null;

create table document_requests (
  user_id uuid not null references users,
  request_id uuid not null default uuidv7(),
  kind text not null check (kind in ('identity', 'bank_name')),
  document text not null check (document in ('panFront', 'aadhaarFront', 'aadhaarBack', 'face', 'bankAccount')),
  reason text not null check (reason in ('not_readable', 'cut_off', 'differs', 'face_unclear', 'face_differs', 'other_name')),
  requested_by uuid not null references staff,
  requested_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'arrived', 'withdrawn')),
  ended_at timestamptz,
  primary key (user_id, request_id),
  constraint document_requests_ended_check check ((state = 'open') = (ended_at is null))
);
comment on table document_requests is
  'A document that a reviewer asked the borrower to send again. While it is open the review waits for the borrower.';
comment on column document_requests.reason is 'Why, as the borrower reads it.';
comment on column document_requests.state is 'Withdrawn: decided without it, or nothing waited for a reviewer any more.';
create unique index document_requests_open_key on document_requests (user_id, kind) where state = 'open';

create table collection_officers (
  user_id uuid not null references users,
  assignment_id uuid not null default uuidv7(),
  staff_id uuid not null references staff,
  assigned_by uuid not null references staff,
  assigned_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, assignment_id)
);
comment on table collection_officers is
  'Who of the lender may contact a borrower about dues. The borrower is told the name before anything else is said.';
comment on column collection_officers.assignment_id is 'Also the reference of the notification that names the officer.';
create index collection_officers_staff_idx on collection_officers (staff_id) where ended_at is null;
create unique index collection_officers_one_active_key on collection_officers (user_id) where ended_at is null;

create table collection_contacts (
  user_id uuid not null,
  contact_id uuid not null default uuidv7(),
  order_id uuid not null,
  kind text not null check (kind in ('call', 'sms')),
  result text not null check (result in ('reached', 'call_back', 'no_answer', 'wrong_person', 'sent')),
  note_enc bytea,
  day date not null,
  contacted_at timestamptz not null,
  staff_id uuid not null references staff,
  primary key (user_id, contact_id),
  foreign key (user_id, order_id) references orders
);
comment on table collection_contacts is 'A contact of a collector with a borrower about dues. Append-only.';
comment on column collection_contacts.note_enc is 'What was said, encrypted; null where nothing was noted.';
comment on column collection_contacts.day is 'The business day, by which the most contacts of a day and of seven days are counted.';
create index collection_contacts_day_idx on collection_contacts (user_id, day);
create trigger collection_contacts_no_change
  before update of user_id, contact_id, order_id, kind, result, day, contacted_at, staff_id on collection_contacts
  for each row execute function refuse_change();
comment on trigger collection_contacts_no_change on collection_contacts is
  'What was logged is never changed; its note is only encrypted with another key.';

create table payment_promises (
  user_id uuid not null,
  promise_id uuid not null default uuidv7(),
  order_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  paid_before_paise bigint not null check (paid_before_paise >= 0),
  due_on date not null,
  promised_at timestamptz not null,
  staff_id uuid not null references staff,
  primary key (user_id, promise_id),
  foreign key (user_id, order_id) references orders
);
comment on table payment_promises is
  'A borrower''s promise to pay an amount by a day. Whether it was kept is computed from the payments, never stored.';
comment on column payment_promises.paid_before_paise is 'What had been paid of the loan when it was made: only more counts.';
create index payment_promises_order_idx on payment_promises (user_id, order_id, due_on);

create table settlement_offers (
  user_id uuid not null,
  offer_id uuid not null default uuidv7(),
  order_id uuid not null,
  request_id uuid not null references operator_requests,
  pay_paise bigint not null check (pay_paise > 0),
  pay_by date not null,
  paid_before_paise bigint not null check (paid_before_paise >= 0),
  state text not null check (state in ('open', 'kept', 'lapsed')),
  offered_at timestamptz not null,
  ended_at timestamptz,
  primary key (user_id, offer_id),
  foreign key (user_id, order_id) references orders,
  constraint settlement_offers_ended_check check ((state = 'open') = (ended_at is null))
);
comment on table settlement_offers is
  'The borrower of an overdue loan pays an amount by a day, and the rest is waived then. Two people decide it.';
comment on column settlement_offers.paid_before_paise is 'What had been paid of the loan when it was made: only more counts.';
comment on column settlement_offers.state is 'kept: paid by its day and the rest waived. lapsed: not paid by its day.';
create unique index settlement_offers_one_open_key on settlement_offers (user_id, order_id) where state = 'open';
create index settlement_offers_order_idx on settlement_offers (user_id, order_id, offer_id);
create index settlement_offers_pay_by_idx on settlement_offers (pay_by) where state = 'open';

create table contact_holds (
  user_id uuid not null references users,
  hold_id uuid not null default uuidv7(),
  reason text not null check (reason in ('hardship', 'dispute', 'illness', 'bereavement')),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  request_id uuid not null references operator_requests,
  created_at timestamptz not null,
  primary key (user_id, hold_id)
);
comment on table contact_holds is
  'Days, both ends included, on which nobody raises dues with a borrower. Two people decide it.';
create index contact_holds_until_idx on contact_holds (user_id, until_day);

create table feedback_tickets (
  user_id uuid not null references users,
  ticket_id uuid not null default uuidv7(),
  ticket_no text not null,
  order_id uuid,
  type text not null check (type in ('problem', 'complaint', 'suggestion', 'other')),
  text_enc bytea not null,
  file_ids text[] not null default '{}',
  state text not null check (state in ('received', 'answered', 'closed')),
  answer_enc bytea,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  escalated_at timestamptz,
  primary key (user_id, ticket_id),
  unique (user_id, ticket_no),
  foreign key (user_id, order_id) references orders (user_id, order_id),
  constraint feedback_tickets_answered_check
    check (state = 'received' or (answer_enc is not null and decided_at is not null and decided_by is not null))
);
comment on table feedback_tickets is
  'What a borrower wrote to the lender, and the answer. Both encrypted: they may name anything.';
comment on column feedback_tickets.order_id is
  'The order it is about; null when it names none. A complaint without an order counts for all of the user''s.';
comment on column feedback_tickets.escalated_at is 'When it was passed on to the grievance officer, who alone answers it from then on.';
create index feedback_tickets_open_idx on feedback_tickets (submitted_at) where state <> 'closed';
create index feedback_tickets_received_idx on feedback_tickets (submitted_at) where state = 'received';
create index feedback_tickets_decided_idx on feedback_tickets (decided_at) where state <> 'received';
create index feedback_tickets_state_idx on feedback_tickets (state, submitted_at, ticket_no);

create table ticket_entries (
  user_id uuid not null,
  ticket_id uuid not null,
  entry_id uuid not null default uuidv7(),
  kind text not null check (kind in ('note', 'reply', 'escalation')),
  staff_id uuid not null references staff,
  text_enc bytea not null,
  at timestamptz not null,
  primary key (user_id, ticket_id, entry_id),
  foreign key (user_id, ticket_id) references feedback_tickets
);
comment on table ticket_entries is
  'What staff wrote about a ticket: replies that the borrower was sent, notes and reasons that only staff reads. Encrypted.';

call forbid_truncate();
