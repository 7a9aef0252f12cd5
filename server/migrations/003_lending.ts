import { type Kysely, sql } from 'kysely';

/** Products, limits, quotes, orders, payouts and payment intents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeOffers(db);
  await makeOrders(db);
  await makePayments(db);
}

async function makeOffers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_versions (
      code text not null,
      version int not null,
      terms jsonb not null,
      effective_from date not null,
      effective_to date,
      primary key (code, version)
    );
    create table credit_limits (
      user_id uuid primary key references users,
      state text not null check (state in ('evaluating', 'approved', 'declined', 'review')),
      limit_paise bigint not null default 0 check (limit_paise >= 0),
      evaluated_at timestamptz,
      started_at timestamptz not null
    );
    create index credit_limits_evaluating on credit_limits (started_at) where state = 'evaluating';
    create table credit_evaluations (
      user_id uuid not null references users,
      evaluation_id uuid not null default uuidv7(),
      card_version text not null,
      inputs jsonb not null,
      outcome jsonb not null,
      at timestamptz not null,
      primary key (user_id, evaluation_id)
    );
    create table quotes (
      user_id uuid not null references users,
      proposal_no text not null,
      product_code text not null,
      product_version int not null,
      principal_paise bigint not null check (principal_paise > 0),
      quote jsonb not null,
      kfs jsonb not null,
      kfs_hash text not null,
      language text not null,
      created_at timestamptz not null,
      valid_until timestamptz not null,
      acceptance jsonb,
      accepted_at timestamptz,
      primary key (user_id, proposal_no),
      foreign key (product_code, product_version) references product_versions
    );
    create index quotes_untaken on quotes (valid_until) where accepted_at is null;
  `.execute(db);
}

async function makeOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      user_id uuid not null references users,
      order_id uuid not null default uuidv7(),
      repay_id text not null unique,
      proposal_no text not null,
      product_code text not null,
      terms jsonb not null,
      principal_paise bigint not null check (principal_paise > 0),
      net_paise bigint not null check (net_paise > 0),
      purpose text not null,
      status int not null,
      applied_at timestamptz not null,
      applied_day date not null,
      disbursed_day date,
      due_day date,
      closed_at timestamptz,
      primary key (user_id, order_id),
      foreign key (user_id, proposal_no) references quotes
    );
    create unique index orders_one_per_quote on orders (user_id, proposal_no);
    create index orders_open on orders (user_id) where status in (10, 15, 20, 40, 45, 50, 60);
    create table order_status_changes (
      user_id uuid not null,
      order_id uuid not null,
      status_change_id uuid not null default uuidv7(),
      from_status int,
      to_status int not null,
      at timestamptz not null,
      reason text,
      primary key (user_id, order_id, status_change_id),
      foreign key (user_id, order_id) references orders
    );
  `.execute(db);
}

async function makePayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payouts (
      user_id uuid not null,
      order_id uuid not null,
      payout_ref text not null unique,
      account_id uuid not null,
      amount_paise bigint not null check (amount_paise > 0),
      state text not null check (state in ('waiting', 'sent', 'unknown', 'confirmed', 'failed')),
      provider text not null,
      provider_id text,
      reason text,
      created_at timestamptz not null,
      requested_at timestamptz,
      decided_at timestamptz,
      /** False while the jobs process has yet to take it into its queue. */
      is_queued boolean not null default true,
      primary key (user_id, order_id, payout_ref),
      foreign key (user_id, order_id) references orders
    );
    create unique index payouts_one_open on payouts (user_id, order_id) where state <> 'failed';
    create index payouts_to_queue on payouts (created_at) where not is_queued;
    create index payouts_undecided on payouts (created_at) where state in ('waiting', 'sent', 'unknown');
    create table payment_intents (
      user_id uuid not null,
      order_id uuid not null,
      intent_id uuid not null default uuidv7(),
      code text not null unique,
      channel text not null,
      amount_paise bigint not null check (amount_paise > 0),
      as_of_day date not null,
      state text not null check (state in ('pending', 'checking', 'paid', 'expired', 'cancelled')),
      upi_uri text,
      provider_ref text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      /** When the provider was last asked about it: it is not asked at every look. */
      last_polled_at timestamptz,
      paid_at timestamptz,
      /** All that came in against the code: it may be less than was asked, or more. */
      paid_paise bigint check (paid_paise > 0),
      primary key (user_id, order_id, intent_id),
      foreign key (user_id, order_id) references orders
    );
    create unique index payment_intents_one_pending on payment_intents (user_id, order_id) where state = 'pending';
    create index payment_intents_by_end on payment_intents (expires_at) where state = 'pending';
    create table provider_events (
      provider text not null,
      event_id text not null,
      kind text not null,
      outcome text not null check (outcome in ('done', 'unknown')),
      /** What it said, kept until what it speaks of is known. */
      event jsonb not null,
      received_at timestamptz not null,
      primary key (provider, event_id)
    );
    create index provider_events_unknown on provider_events (received_at) where outcome = 'unknown';
  `.execute(db);
}
