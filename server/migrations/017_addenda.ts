import { type Kysely, sql } from 'kysely';

/** Addenda that move a due date, and coupons that come off what is owed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** What was quoted, as it was shown; whether it took effect is the ledger's to say. */
    create table addenda (
      user_id uuid not null,
      addendum_no text not null,
      order_id uuid not null,
      quote jsonb not null,
      document jsonb not null,
      hash text not null,
      language text not null,
      /** The business day it is priced for, accepted on and paid on. */
      day date not null,
      created_at timestamptz not null,
      acceptance jsonb,
      accepted_at timestamptz,
      /** When money came for it that could not move the due date. */
      lapsed_at timestamptz,
      primary key (user_id, addendum_no),
      foreign key (user_id, order_id) references orders,
      check ((acceptance is null) = (accepted_at is null)),
      check (lapsed_at is null or accepted_at is not null)
    );
    create index addenda_by_order on addenda (user_id, order_id, created_at);

    alter table coupons drop constraint coupons_source_check;
    alter table coupons add constraint coupons_source_check
      check (source in ('certification', 'loan_guide', 'operator'));

    create index payment_intents_by_coupon on payment_intents (user_id, coupon_id)
      where coupon_id is not null and state in ('pending', 'checking');
    create index journals_by_coupon on journals (user_id, (detail->>'couponId'))
      where kind = 'waiver' and detail ? 'couponId';
  `.execute(db);
}
