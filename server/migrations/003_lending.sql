-- Products, limits, quotes and their acceptance, coupons, orders, and what may change an order's terms.
--
-- Order status: 10 under review, 15 reserved, 20 awaiting acceptance, 30 declined, 35 cancelled, 40 disbursing,
-- 45 disbursement failed, 50 active, 60 overdue, 70 settled, 75 returned, 80 written off.

create table product_versions (
  code text not null,
  version int not null,
  terms jsonb not null,
  effective_from date not null,
  effective_to date,
  primary key (code, version)
);
comment on table product_versions is 'The terms of a product. A change of price is a new version.';
create trigger product_versions_append_only before delete or update of code, version, terms on product_versions
  for each row execute function refuse_change();
comment on trigger product_versions_append_only on product_versions is
  'The terms of a version never change; only the days on which it is offered do.';

create table scorecard_versions (
  version text primary key,
  card jsonb not null,
  effective_from date not null unique
);
comment on table scorecard_versions is
  'The scorecard, by version: each decides from its day until the day of the next one. An evaluation names its version.';
create trigger scorecard_versions_append_only before update or delete on scorecard_versions
  for each row execute function refuse_change();
comment on trigger scorecard_versions_append_only on scorecard_versions is
  'Versions never change, so that a decision can be replayed.';

create table credit_limits (
  user_id uuid primary key references users,
  state text not null check (state in ('evaluating', 'approved', 'declined', 'review')),
  limit_paise bigint not null default 0 check (limit_paise >= 0),
  evaluated_at timestamptz,
  started_at timestamptz not null,
  reviews_from timestamptz
);
comment on table credit_limits is 'How much the user may borrow, and the state of the evaluation that decides it.';
comment on column credit_limits.started_at is 'When the last evaluation started.';
comment on column credit_limits.reviews_from is
  'When a decline was last reopened: what a person decided of the score before that no longer counts.';
create index credit_limits_evaluating_idx on credit_limits (started_at) where state = 'evaluating';
create index credit_limits_in_review_idx on credit_limits (evaluated_at) include (user_id) where state = 'review';

create table credit_evaluations (
  user_id uuid not null references users,
  evaluation_id uuid not null default uuidv7(),
  card_version text not null,
  inputs jsonb not null,
  outcome jsonb not null,
  at timestamptz not null,
  primary key (user_id, evaluation_id)
);
comment on table credit_evaluations is
  'Each run of the scorecard with its inputs, so that a decision can be explained and replayed.';
comment on column credit_evaluations.card_version is 'Version of the scorecard.';
create index credit_evaluations_at_idx on credit_evaluations (at);

create table kfs_forms (
  form_id bytea primary key,
  form text not null
);
comment on table kfs_forms is 'The part of a key fact statement that many quotes share. Append-only.';
comment on column kfs_forms.form_id is 'SHA-256 of the form.';
comment on column kfs_forms.form is
  'Canonical JSON of the statement, with U+001F where a quote''s value is filled in.';
create trigger kfs_forms_append_only before update or delete on kfs_forms
  for each row execute function refuse_change();
comment on trigger kfs_forms_append_only on kfs_forms is 'Accepted statements refer to their form for good.';
create trigger kfs_forms_no_truncate before truncate on kfs_forms execute function refuse_change();
comment on trigger kfs_forms_no_truncate on kfs_forms is 'Rejects TRUNCATE.';

-- No foreign keys to users, product_versions and kfs_forms: none of their rows is ever deleted (see their triggers),
-- and a quote is written with every look at a price.
create table quotes (
  user_id uuid not null,
  proposal_no text not null,
  order_id uuid,
  product_code text not null,
  product_version int not null,
  principal_paise bigint not null check (principal_paise > 0),
  quote jsonb not null,
  form_id bytea not null,
  kfs_values text not null,
  kfs_hash text not null,
  text_version text not null,
  language text not null,
  charge_codes text[] not null,
  created_at timestamptz not null,
  valid_until timestamptz not null,
  valid_until_day date not null,
  is_retained boolean not null default false,
  primary key (user_id, proposal_no)
);
comment on table quotes is 'A price shown to a user, with the values of its key fact statement.';
comment on column quotes.order_id is 'The order the quote was made for; null for a quote requested without one.';
comment on column quotes.quote is 'Amounts, dates and schedule.';
comment on column quotes.kfs_values is 'JSON array of the values that fill the form.';
comment on column quotes.kfs_hash is 'SHA-256 of the statement as it was shown.';
comment on column quotes.charge_codes is 'The charges that the statement shows; the ledger accepts no other.';
comment on column quotes.is_retained is
  'True once the sweep has seen that the quote was accepted and must not be deleted.';
create index quotes_expired_idx on quotes (valid_until) where not is_retained;

-- No foreign key to quotes: it is written in the statement that reads the quote, and accepted quotes are not deleted.
create table acceptances (
  user_id uuid not null,
  proposal_no text not null,
  acceptance jsonb not null,
  accepted_at timestamptz not null,
  primary key (user_id, proposal_no)
);
comment on table acceptances is 'How a quote was accepted: device, session, address and time.';

create table pending_acceptances (
  user_id uuid not null,
  proposal_no text not null,
  purpose text not null,
  acceptance jsonb not null,
  accepted_at timestamptz not null,
  voided_at timestamptz,
  void_reason text,
  primary key (user_id, proposal_no),
  foreign key (user_id, proposal_no) references quotes,
  constraint pending_acceptances_voided_check check ((voided_at is null) = (void_reason is null))
);
comment on table pending_acceptances is
  'A quote accepted while the limit was still being evaluated. The order follows when the evaluation ends.';

create table coupon_campaigns (
  campaign_id uuid primary key default uuidv7(),
  request_id uuid not null unique,
  name text not null,
  segment text not null check (segment in ('never_borrowed', 'returning', 'approved')),
  coupon jsonb not null,
  most_paise bigint not null check (most_paise > 0),
  budget_paise bigint not null,
  committed_paise bigint not null default 0,
  coupons int not null default 0,
  starts_on date not null,
  ends_on date not null,
  created_at timestamptz not null,
  given_up_to uuid,
  finished_at timestamptz,
  constraint coupon_campaigns_budget_check check (committed_paise between 0 and budget_paise),
  constraint coupon_campaigns_days_check check (ends_on >= starts_on)
);
comment on table coupon_campaigns is 'Coupons for everybody of a segment, until the budget is given out.';
comment on column coupon_campaigns.request_id is 'The approved request that made it.';
comment on column coupon_campaigns.coupon is 'What each coupon gives.';
comment on column coupon_campaigns.most_paise is 'The most that one coupon can cost.';
comment on column coupon_campaigns.committed_paise is 'The most that the coupons given so far can cost together.';
comment on column coupon_campaigns.given_up_to is 'The last user who was looked at: the job goes on after this one.';
create index coupon_campaigns_unfinished_idx on coupon_campaigns (starts_on) where finished_at is null;

create table coupons (
  user_id uuid not null references users,
  coupon_id uuid not null default uuidv7(),
  kind text not null check (kind in ('fee', 'interest', 'repay')),
  amount_paise bigint check (amount_paise > 0),
  ppm int check (ppm between 1 and 1000000),
  cap_paise bigint check (cap_paise > 0),
  min_principal_paise bigint not null check (min_principal_paise >= 0),
  expires_on date not null,
  source text not null check (source in ('certification', 'loan_guide', 'operator')),
  campaign_id uuid,
  issued_at timestamptz not null,
  primary key (user_id, coupon_id),
  constraint coupons_discount_check
    check ((amount_paise is null) = (ppm is not null) and (ppm is null) = (cap_paise is null))
);
comment on table coupons is 'A discount for one user: a fixed amount, or a rate up to a cap.';
comment on column coupons.kind is 'What it reduces: the fee or interest of a new loan, or the next repayment.';
comment on column coupons.ppm is 'Rate of the discount in parts per million.';
comment on column coupons.campaign_id is 'The campaign that gave it. No foreign key: keys of a user''s table contain the user.';
create unique index coupons_one_of_campaign_key on coupons (user_id, campaign_id) where campaign_id is not null;
create unique index coupons_one_for_certification_key on coupons (user_id) where source = 'certification';
comment on index coupons_one_for_certification_key is 'Completing certification gives one coupon, once.';

-- No foreign key to users: the quote has the user, and neither is deleted while an order refers to it.
create table orders (
  user_id uuid not null,
  order_id uuid not null default uuidv7(),
  repay_id text not null,
  proposal_no text not null,
  product_code text not null,
  terms jsonb not null,
  principal_paise bigint not null check (principal_paise > 0),
  net_paise bigint not null check (net_paise > 0),
  purpose text not null,
  coupon_id uuid,
  charge_codes text[] not null default '{}',
  decision jsonb,
  status int not null check (status in (10, 15, 20, 30, 35, 40, 45, 50, 60, 70, 75, 80)),
  applied_at timestamptz not null,
  applied_day date not null,
  open_until date,
  expiry_notified_on date,
  disbursed_day date,
  due_day date,
  closed_through date,
  closed_at timestamptz,
  is_repaid boolean not null default false,
  primary key (user_id, order_id),
  constraint orders_repaid_check check (not is_repaid or status = 70),
  foreign key (user_id, proposal_no) references quotes,
  foreign key (user_id, coupon_id) references coupons
-- Every owing order is updated each night: room in its page lets PostgreSQL do it without touching an index.
) with (fillfactor = 75);
comment on table orders is 'An application, and the loan it became. Its status follows from its journals.';
comment on column orders.repay_id is 'The number the borrower sees, claimed in name_owners.';
comment on column orders.terms is 'The product''s terms at the application.';
comment on column orders.net_paise is 'What is paid out: the principal less fees taken in advance.';
comment on column orders.charge_codes is
  'The charges of the accepted statement and addenda; the ledger accepts no other.';
comment on column orders.decision is 'What the credit rules read at the application, and which of them failed.';
comment on column orders.open_until is
  'Last business day on which a reservation waits, an offer may be accepted or a failed payout retried.';
comment on column orders.expiry_notified_on is 'Business day on which the borrower was told that open_until is near.';
comment on column orders.closed_through is
  'Last business day closed for the order: interest is posted up to it. In no index on purpose.';
comment on column orders.is_repaid is
  'Settled by the borrower: nothing was written off, and no principal waived but with a payment. Makes a borrower regular.';
comment on column orders.closed_at is 'When the order ended; null while anything may happen to it.';
create trigger orders_no_delete before delete on orders for each row execute function refuse_delete();
comment on trigger orders_no_delete on orders is
  'Orders are never deleted. Journals rely on this instead of a foreign key.';
create trigger orders_no_truncate before truncate on orders execute function refuse_delete();
comment on trigger orders_no_truncate on orders is 'Rejects TRUNCATE.';
create unique index orders_repay_id_key on orders (user_id, repay_id);
create unique index orders_one_per_quote_key on orders (user_id, proposal_no);
create unique index orders_one_per_coupon_key on orders (user_id, coupon_id)
  where coupon_id is not null and status not in (30, 35);
comment on index orders_one_per_coupon_key is
  'A coupon is used by one order; a declined or cancelled one releases it.';
create index orders_newest_idx on orders (applied_at, order_id);
create index orders_proposal_idx on orders (proposal_no);
create index orders_open_idx on orders (user_id) where status in (10, 15, 20, 40, 45, 50, 60);
create index orders_pending_idx on orders (user_id, order_id) where status in (10, 15, 20, 40, 45);
comment on index orders_pending_idx is 'Orders that may change without a journal: each nightly check reads them.';
create index orders_to_close_idx on orders (user_id, order_id) where status in (50, 60, 80);
create index orders_overdue_idx on orders (due_day, order_id) where status in (50, 60);
create index orders_open_until_idx on orders (open_until) where status in (15, 20);
create index orders_failed_payout_until_idx on orders (open_until) where status = 45;
create index orders_closed_at_idx on orders (closed_at) where closed_at is not null;

create table order_status_changes (
  user_id uuid not null,
  order_id uuid not null,
  status_change_id uuid not null default uuidv7(),
  from_status int,
  to_status int not null,
  at timestamptz not null,
  reason text,
  is_notified boolean not null default true,
  primary key (user_id, order_id, status_change_id),
  foreign key (user_id, order_id) references orders
);
comment on table order_status_changes is 'The history of an order''s status.';
comment on column order_status_changes.from_status is 'Null for the status the order began with.';
comment on column order_status_changes.is_notified is 'False while a job has yet to notify the borrower.';
create index order_status_changes_to_notify_idx on order_status_changes (user_id, order_id) where not is_notified;

create table addenda (
  user_id uuid not null,
  addendum_no text not null,
  order_id uuid not null,
  quote jsonb not null,
  document jsonb not null,
  hash text not null,
  language text not null,
  day date not null,
  created_at timestamptz not null,
  acceptance jsonb,
  accepted_at timestamptz,
  lapsed_at timestamptz,
  primary key (user_id, addendum_no),
  foreign key (user_id, order_id) references orders,
  constraint addenda_accepted_check check ((acceptance is null) = (accepted_at is null)),
  constraint addenda_lapsed_check check (lapsed_at is null or accepted_at is not null)
);
comment on table addenda is
  'An offer to extend a loan, as it was shown. Whether it took effect is in the ledger.';
comment on column addenda.hash is 'SHA-256 of the document.';
comment on column addenda.day is 'The business day it is priced for, and on which it must be accepted and paid.';
comment on column addenda.lapsed_at is 'When its payment arrived but could no longer move the due date.';
create index addenda_order_idx on addenda (user_id, order_id, created_at);

create table guidances (
  user_id uuid not null references users,
  guidance_id uuid not null default uuidv7(),
  settled_loans int not null check (settled_loans > 0),
  current_limit_paise bigint not null,
  proposed_limit_paise bigint not null,
  products jsonb not null,
  coupon_id uuid not null,
  basis jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('applied', 'given_up')),
  answered_at timestamptz,
  primary key (user_id, guidance_id),
  foreign key (user_id, coupon_id) references coupons,
  constraint guidances_limit_check check (proposed_limit_paise > current_limit_paise),
  constraint guidances_answered_check check ((answer is null) = (answered_at is null))
);
comment on table guidances is
  'The loan guide''s offer of a larger limit, with products and a coupon, after settled loans.';
comment on column guidances.settled_loans is
  'How many loans were settled when it was made; one offer for each number.';
comment on column guidances.basis is 'What it was decided from, so that it can be replayed.';
create unique index guidances_one_per_settled_loans_key on guidances (user_id, settled_loans);

create table limit_requests (
  user_id uuid not null,
  guidance_id uuid not null,
  from_paise bigint not null,
  to_paise bigint not null,
  language text not null,
  text_version text not null,
  device_id text not null,
  address_hash text not null,
  session_id uuid not null,
  at timestamptz not null,
  primary key (user_id, guidance_id),
  foreign key (user_id, guidance_id) references guidances,
  constraint limit_requests_increase_check check (to_paise > from_paise)
);
comment on table limit_requests is
  'The borrower''s own request for a larger limit; a limit rises only by one. Append-only, as proof of the request.';
create trigger limit_requests_append_only before update or delete on limit_requests
  for each row execute function refuse_change();
comment on trigger limit_requests_append_only on limit_requests is 'The proof of a request never changes.';
create trigger limit_requests_no_truncate before truncate on limit_requests execute function refuse_change();
comment on trigger limit_requests_no_truncate on limit_requests is 'Rejects TRUNCATE.';

call forbid_truncate();
