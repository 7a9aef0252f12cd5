-- What staff and the nightly jobs work with: approvals, support tickets, close of day, self-checks.

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

create table closed_days (
  close_id uuid primary key default uuidv7(),
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  orders int not null default 0,
  failed int not null default 0,
  undone_at timestamptz,
  undone_by uuid references operator_requests,
  handed_out_user_id uuid, handed_out_order_id uuid,
  constraint closed_days_undone_check check ((undone_at is null) = (undone_by is null))
);
create unique index closed_days_day_key on closed_days (day) where undone_at is null;
comment on table closed_days is 'A business day whose close was started.';
comment on column closed_days.undone_at is 'When the close was undone because the day had not ended: it is closed again.';
comment on column closed_days.undone_by is 'The approved request that undid it.';
comment on column closed_days.handed_out_user_id is 'While a day is closed: the last order given to a process, by key.';
comment on column closed_days.orders is 'Orders closed, as last counted; the ledger is the truth.';
comment on column closed_days.failed is 'Orders that could not be closed, as last counted.';

create table portfolio_days (
  day date primary key,
  taken_at timestamptz not null,
  portfolio jsonb not null,
  buckets jsonb not null,
  segments jsonb not null
);
comment on table portfolio_days is 'What is lent and overdue at the start of a day, summed after the close.';
comment on column portfolio_days.buckets is 'How many loans are how long overdue, and what is owed of them.';
comment on column portfolio_days.segments is 'How many people each segment of coupon and link campaigns has.';

create table day_close_failures (
  user_id uuid not null,
  order_id uuid not null,
  day date not null,
  reason text not null,
  attempts int not null default 1,
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  primary key (user_id, order_id),
  foreign key (user_id, order_id) references orders
);
comment on table day_close_failures is 'An order whose day could not be closed; each close tries it again.';

create table provider_reconciliations (
  day date primary key,
  checked_at timestamptz not null,
  differences jsonb not null,
  totals jsonb
);
comment on table provider_reconciliations is 'The comparison of a provider''s statement of a day with the ledger.';
comment on column provider_reconciliations.totals is 'What was recorded here of the day when it was compared.';
comment on column provider_reconciliations.differences is 'What does not agree; empty when all does.';

create table self_check_passes (
  name text primary key,
  last_passed_at timestamptz not null,
  before_xact bigint not null default 0,
  last_whole_at timestamptz, sums jsonb
);
comment on table self_check_passes is 'The last transaction that each self-check covered without a problem; the next run reads only later rows.';
comment on column self_check_passes.last_whole_at is 'When it last passed over everything there is.';
comment on column self_check_passes.sums is 'Of the totals: what the entries of earlier transactions come to, by account.';

create table self_check_results (
  name text not null,
  run_at timestamptz not null,
  examined int not null,
  problem_count int not null,
  problems jsonb not null,
  listed jsonb not null,
  primary key (name, run_at)
);
comment on table self_check_results is 'What each run of the self-checks found, for ninety days.';
comment on column self_check_results.problems is 'The first fifty sentences.';
comment on column self_check_results.listed is 'What is no fault but needs a decision, the first fifty.';
create index self_check_results_run_at_idx on self_check_results (run_at);

create table closed_periods (
  month date primary key check (month = date_trunc('month', month)),
  closed_at timestamptz not null,
  closed_by_staff_id uuid not null references staff
);
comment on table closed_periods is
  'A month whose books are closed. A journal posted later with a value day in it counts in the first open month.';
comment on column closed_periods.month is 'Its first day.';
create trigger closed_periods_no_change before update or delete on closed_periods
  for each row execute function refuse_change();
comment on trigger closed_periods_no_change on closed_periods is 'A closed month is never opened again.';

create table ledger_exports (
  export_id uuid primary key default uuidv7(),
  staff_id uuid not null references staff,
  month text not null,
  format text not null check (format in ('csv', 'xlsx')),
  state text not null default 'making' check (state in ('making', 'ready', 'fetched', 'failed')),
  file_id text,
  lines int,
  debit_paise bigint,
  credit_paise bigint,
  problem text,
  requested_at timestamptz not null,
  ready_at timestamptz,
  fetched_at timestamptz,
  constraint ledger_exports_ready_check check (state in ('making', 'failed') or file_id is not null)
);
comment on table ledger_exports is 'The entries of a month as a file, made by a job and fetched once by the one who asked for it.';
comment on column ledger_exports.month is 'YYYY-MM.';
comment on column ledger_exports.debit_paise is 'Control total; the sum of all debits in the file.';

create table key_rotations (
  rotation_id uuid primary key default uuidv7(),
  request_id uuid references operator_requests,
  key_id int not null,
  state text not null check (state in ('running', 'done')),
  tables_done int not null default 0,
  done_up_to uuid not null,
  fields bigint not null default 0,
  folders_done text not null default '',
  files bigint not null default 0,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint key_rotations_finished_check check ((state = 'done') = (finished_at is not null))
);
comment on table key_rotations is 'A run that encrypts every field and file with the newest key; without a request by a command.';
comment on column key_rotations.done_up_to is 'The last user whose rows of the table after tables_done are done.';
comment on column key_rotations.fields is 'Values that were encrypted with another key and now are with this one.';
comment on column key_rotations.folders_done is 'The last folder of files that is done, once all tables are.';
create unique index key_rotations_one_running_key on key_rotations (state) where state = 'running';

create table installation (
  is_only_row boolean primary key default true check (is_only_row),
  mode text not null check (mode in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);
comment on table installation is
  'Whether this database is a sandbox''s or production''s, set by the first start: the other mode never starts on it.';
create trigger installation_no_change before update or delete on installation
  for each row execute function refuse_change();
comment on trigger installation_no_change on installation is 'A database never changes its mode.';

create table backups (
  label text primary key,
  has_database boolean not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  files int not null
);
comment on table backups is 'Each finished backup; one without the database has the files alone.';

create table security_events (
  hour timestamptz not null,
  event text not null check (event in ('wrong_code', 'refused_link', 'forged_webhook', 'bad_seal', 'limit', 'staff_sign_in', 'refused_session', 'refused_call', 'staff_refused')),
  count int not null,
  primary key (hour, event)
);
comment on table security_events is
  'How often in an hour something was refused that may be an attack. Nothing personal: the log has the calls.';

call forbid_truncate();
