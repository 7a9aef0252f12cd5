import { type Kysely, sql } from 'kysely';

/** Coupons, acceptances that wait for an evaluation, and what operators decided of a person's details. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coupons (
      user_id uuid not null references users,
      coupon_id uuid not null default uuidv7(),
      kind text not null check (kind in ('fee', 'interest', 'repay')),
      amount_paise bigint check (amount_paise > 0),
      ppm int check (ppm between 1 and 1000000),
      cap_paise bigint check (cap_paise > 0),
      min_principal_paise bigint not null check (min_principal_paise >= 0),
      expires_on date not null,
      source text not null check (source in ('certification')),
      issued_at timestamptz not null,
      primary key (user_id, coupon_id),
      check ((amount_paise is null) = (ppm is not null) and (ppm is null) = (cap_paise is null))
    );
    /** Completing the certification gives one coupon, once. */
    create unique index coupons_once_for_certification on coupons (user_id) where source = 'certification';

    alter table orders add column coupon_id uuid;
    alter table orders add constraint orders_coupon foreign key (user_id, coupon_id) references coupons;
    /** A coupon is held and used by one order; a declined or cancelled order gives it back. */
    create unique index orders_one_per_coupon on orders (user_id, coupon_id)
      where coupon_id is not null and status not in (30, 35);

    /** A statement accepted while the limit was still being evaluated: applied for by itself once that has ended. */
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
      check ((voided_at is null) = (void_reason is null))
    );
  `.execute(db);
  await sql`
    alter table identities drop constraint identities_state_check;
    alter table identities add constraint identities_state_check check (state in ('verified', 'review', 'refused'));
    create table review_decisions (
      user_id uuid not null references users,
      kind text not null check (kind in ('identity', 'bank_name', 'score')),
      /** What was looked at: the instant an identity was saved, an account, an evaluation. Each is decided once. */
      subject text not null,
      decision text not null check (decision in ('approve', 'refuse')),
      operator text not null,
      reason text not null,
      at timestamptz not null,
      primary key (user_id, kind, subject)
    );
    create index identities_in_review on identities (saved_at) where state = 'review';
    create index credit_limits_in_review on credit_limits (evaluated_at) where state = 'review';
  `.execute(db);
}
