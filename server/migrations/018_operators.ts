import { type Kysely, sql } from 'kysely';

/** What operators ask for and a second one decides: nobody approves what they asked for themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_requests (
      request_id uuid primary key default uuidv7(),
      kind text not null check (kind in ('waiver', 'write_off', 'reversal', 'voucher', 'coupon', 'product_version',
        'full_kyc')),
      /** Whom and which order it is about; none for a product. */
      user_id uuid references users,
      order_id uuid,
      detail jsonb not null,
      reason text not null check (length(reason) >= 5),
      maker text not null,
      created_at timestamptz not null,
      state text not null default 'open' check (state in ('open', 'approved', 'refused')),
      checker text,
      decided_at timestamptz,
      foreign key (user_id, order_id) references orders,
      check (order_id is null or user_id is not null),
      check ((state = 'open') = (checker is null) and (state = 'open') = (decided_at is null)),
      check (lower(trim(checker)) <> lower(trim(maker)))
    );
    create index operator_requests_open on operator_requests (created_at) where state = 'open';
    create index operator_requests_of_order on operator_requests (user_id, order_id) where order_id is not null;

    /** Since when the borrower's identity was checked in full (in person or by video): lifts the year's ceiling. */
    alter table users add column full_kyc_at timestamptz;
  `.execute(db);
}
