import { type Kysely, sql } from 'kysely';

/** The loan guide's offers, the requests for a larger limit, orders that are reserved, offered or declined. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guidances (
      user_id uuid not null references users,
      guidance_id uuid not null default uuidv7(),
      /** How many loans were settled when it was made: the cause, for which it is made once. */
      settled_loans int not null check (settled_loans > 0),
      current_limit_paise bigint not null,
      proposed_limit_paise bigint not null,
      products jsonb not null,
      coupon_id uuid not null,
      /** What it was decided from, so that it can be replayed. */
      basis jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      answer text check (answer in ('applied', 'given_up')),
      answered_at timestamptz,
      primary key (user_id, guidance_id),
      foreign key (user_id, coupon_id) references coupons,
      check (proposed_limit_paise > current_limit_paise),
      check ((answer is null) = (answered_at is null))
    );
    create unique index guidances_one_per_cause on guidances (user_id, settled_loans);

    /** A limit rises only by the borrower's own request, which stands for good. */
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
      check (to_paise > from_paise)
    );
    create trigger limit_requests_append_only before update or delete on limit_requests
      for each row execute function refuse_change();
    create trigger limit_requests_no_truncate before truncate on limit_requests execute function refuse_change();

    /** The last business day on which a reservation waits or an offer may be accepted. */
    alter table orders add column open_until date;
    /** What the hard rules read at the application, and which it broke. */
    alter table orders add column decision jsonb;
    create index orders_open_until on orders (open_until) where status in (15, 20);
    /** The order a quote was made for; none where it was asked for freely. Only the newest of an order's is taken. */
    alter table quotes add column order_id uuid;
  `.execute(db);
}
