import { type Kysely, sql } from 'kysely';

/**
 * The ledger beyond one payment: what a journal says besides its amounts, and a charge only where the order's accepted
 * statement or addendum carries it. `orders.closed_through` is the last business day whose interest is booked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await checkCharges(db);
  await widenPayments(db);
}

async function checkCharges(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table journals add column detail jsonb;

    /** None by default: an order whose statement carries no charge takes none. */
    alter table orders add column charge_codes text[] not null default '{}';
    update orders set charge_codes = '{processing_fee,interest,penal_charge}';
    alter table orders add column closed_through date;

    /** The charge that an entry on an income account takes; null for an account that takes none. */
    create function charge_code_of(account text, kind text) returns text language sql immutable as $$
      select case
        when account = 'fee_income' and kind = 'extension' then 'extension_fee'
        when account = 'fee_income' then 'processing_fee'
        when account = 'interest_income' then 'interest'
        when account = 'penal_income' then 'penal_charge'
      end
    $$;

    create or replace function check_journal_balances() returns trigger language plpgsql as $$
    declare
      total bigint;
      author xid8;
      uncarried text;
    begin
      select sum(e.amount_paise), j.written_by_xact,
             min(charge_code_of(e.account, j.kind))
               filter (where charge_code_of(e.account, j.kind) is not null
                         and e.amount_paise < 0
                         and not charge_code_of(e.account, j.kind) = any (o.charge_codes))
        into total, author, uncarried
        from journals j
        join orders o using (user_id, order_id)
        left join entries e on e.user_id = j.user_id and e.journal_id = j.journal_id
        where j.user_id = new.user_id and j.journal_id = new.journal_id
        group by j.journal_id, j.written_by_xact;
      if author is distinct from pg_current_xact_id() then
        raise exception 'journal % was written before: post a correcting journal', new.journal_id
          using errcode = 'restrict_violation';
      end if;
      if total is distinct from 0 then
        raise exception 'journal % is out of balance by % paise', new.journal_id, coalesce(total::text, 'having no entry')
          using errcode = 'check_violation';
      end if;
      if uncarried is not null then
        raise exception 'journal % takes a charge (%) that no accepted statement carries', new.journal_id, uncarried
          using errcode = 'check_violation';
      end if;
      return null;
    end $$;
  `.execute(db);
}

async function widenPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_intents add column kind text not null default 'full'
      check (kind in ('full', 'part', 'extension', 'return'));
    alter table payment_intents add column coupon_id uuid;
    alter table payment_intents add column discount_paise bigint not null default 0 check (discount_paise >= 0);
    alter table payment_intents add column addendum_no text;
    alter table payment_intents add constraint payment_intents_coupon foreign key (user_id, coupon_id) references coupons;

    /** Each of a provider's payments is booked once, whatever code it names. */
    create table provider_payments (
      provider text not null,
      provider_ref text not null,
      user_id uuid not null,
      order_id uuid not null,
      journal_id uuid not null,
      code text,
      channel text,
      utr_hash bytea,
      utr_last4 text,
      amount_paise bigint not null check (amount_paise > 0),
      paid_at timestamptz not null,
      primary key (provider, provider_ref),
      foreign key (user_id, journal_id) references journals
    );
    create index provider_payments_by_order on provider_payments (user_id, order_id);
    create index provider_payments_by_utr on provider_payments (utr_hash) where utr_hash is not null;
  `.execute(db);
}
