import { type Kysely, sql } from 'kysely';

/**
 * Money that came in and that nobody claims stands in the ledger, in the lender's own name, until it is somebody's; what
 * operators may ask for besides; until when an order whose payout failed waits for its borrower.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await houseJournals(db);
  await sql`
    /** A payment that nothing here bears the name of, found on its provider's own account of a day. */
    create table unclaimed_funds (
      provider text not null,
      provider_ref text not null,
      amount_paise bigint not null check (amount_paise > 0),
      paid_at timestamptz not null,
      found_at timestamptz not null,
      /** The journal that put it into suspense. */
      journal_id uuid not null,
      state text not null check (state in ('open', 'claimed', 'returning', 'returned')),
      /** Ours for sending it back, made before its provider is asked; and why the last try came to nothing. */
      refund_ref text unique,
      reason text,
      requested_at timestamptz,
      decided_at timestamptz,
      primary key (provider, provider_ref),
      check (state in ('open', 'claimed') or refund_ref is not null)
    );
    create index unclaimed_funds_open on unclaimed_funds (found_at) where state in ('open', 'returning');

    alter table operator_requests drop constraint operator_requests_kind_check,
      add constraint operator_requests_kind_check check (kind in ('waiver', 'write_off', 'reversal', 'voucher', 'coupon',
        'product_version', 'full_kyc', 'refund_retry', 'receipt_claim', 'receipt_return'));

    /** On which day its borrower was told that it is about to end. */
    alter table orders add column expiry_notified_on date;
    update orders set open_until = (now() at time zone 'Asia/Kolkata')::date + 14 where status = 45;
  `.execute(db);
}

/** A journal of the lender's own names no order: it takes no charge, and no order's statement is asked. */
async function houseJournals(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table journals alter column order_id drop not null;
    drop index journals_one_per_cause;
    create unique index journals_one_per_cause on journals (user_id, order_id, kind, cause) nulls not distinct;
    create function check_house_journal() returns trigger language plpgsql as $$
    begin
      if exists (select from entries where user_id = new.user_id and journal_id = new.journal_id
                 and account not in ('settlement_in', 'unclaimed_receipts')) then
        raise exception 'journal % names no order and moves another account than money in suspense', new.journal_id
          using errcode = 'check_violation';
      end if;
      if (select sum(amount_paise) from entries where user_id = new.user_id and journal_id = new.journal_id)
         is distinct from 0 then
        raise exception 'journal % is out of balance', new.journal_id using errcode = 'check_violation';
      end if;
      return null;
    end $$;
    drop trigger journals_balance on journals;
    create constraint trigger journals_balance after insert on journals deferrable initially deferred
      for each row when (new.order_id is not null) execute function check_journal_balances();
    create constraint trigger journals_of_the_house after insert on journals deferrable initially deferred
      for each row when (new.order_id is null) execute function check_house_journal();
  `.execute(db);
}
