import { type Kysely, sql } from 'kysely';

/** Business days as they are closed, orders that could not be, and what borrowers were told of their dues. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table closed_days (
      day date primary key,
      started_at timestamptz not null,
      finished_at timestamptz,
      /** Orders closed, and those that could not be, as far as they were counted: the ledger is the truth. */
      orders int not null default 0,
      failed int not null default 0
    );

    /** An order that could not be closed: tried again with every close until it can. */
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

    /** What a borrower is told of an order's dues, at most one thing a day. */
    create table dunning_messages (
      user_id uuid not null,
      order_id uuid not null,
      day date not null,
      template text not null check (template in ('due_soon', 'due_today', 'overdue', 'penal_charged')),
      /** The penal charge it tells of, in paise. */
      amount_paise bigint not null default 0 check (amount_paise >= 0),
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped')),
      reason text,
      created_at timestamptz not null,
      finished_at timestamptz,
      primary key (user_id, order_id, day),
      foreign key (user_id, order_id) references orders
    );
    create index debt_messages_waiting on dunning_messages (created_at) where state = 'waiting';

    /** closed_through is in no index, so that writing it every day rewrites none. */
    create index orders_to_close on orders (user_id, order_id) where status in (50, 60, 80);
  `.execute(db);
}
