import { type Kysely, sql } from 'kysely';

/** Payments over several channels, refunds of what was paid too much, proofs of repayment; the pretended bank's side. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeInstruments(db);
  await makeRefunds(db);
  await makeVouchers(db);
  await makeSandboxSide(db);
}

async function makeInstruments(db: Kysely<unknown>): Promise<void> {
  await sql`
    update payment_intents set channel = 'upi' where channel = 'upi_qr';
    /** Until when it is held to be on its way: no second payment is asked for meanwhile. */
    alter table payment_intents add column checking_until timestamptz;
    drop index payment_intents_one_pending;
    create unique index payment_intents_one_open on payment_intents (user_id, order_id)
      where state in ('pending', 'checking');
    drop index payment_intents_by_end;
    create index payment_intents_by_end on payment_intents (expires_at) where state in ('pending', 'checking');

    /** What a provider made for an intent, a row a channel; without an instrument while its answer is awaited. */
    create table payment_instruments (
      user_id uuid not null,
      order_id uuid not null,
      intent_id uuid not null,
      channel text not null,
      provider_ref text,
      instrument jsonb,
      requested_at timestamptz not null,
      primary key (user_id, order_id, intent_id, channel),
      foreign key (user_id, order_id, intent_id) references payment_intents,
      check ((provider_ref is null) = (instrument is null))
    );
    insert into payment_instruments (user_id, order_id, intent_id, channel, provider_ref, instrument, requested_at)
      select user_id, order_id, intent_id, 'upi', code, jsonb_build_object('channel', 'upi', 'upiUri', upi_uri), created_at
      from payment_intents where upi_uri is not null;
    alter table payment_intents drop column upi_uri;

    /** The bank's number of a transfer that nothing here bears the name of yet. */
    alter table provider_events add column utr_hash bytea;
    create index provider_events_unknown_utr on provider_events (utr_hash) where outcome = 'unknown';
  `.execute(db);
}

async function makeRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** Money given back, each under a reference made before its provider is asked. */
    create table refunds (
      user_id uuid not null,
      order_id uuid not null,
      refund_ref text not null unique,
      /** The payment it gives back of, and the journal that books it; none where it could not even be begun. */
      provider text not null,
      payment_ref text not null,
      journal_id uuid,
      amount_paise bigint not null check (amount_paise > 0),
      state text not null check (state in ('waiting', 'sent', 'unknown', 'confirmed', 'failed', 'cancelled')),
      provider_id text,
      reason text,
      created_at timestamptz not null,
      requested_at timestamptz,
      decided_at timestamptz,
      primary key (user_id, order_id, refund_ref),
      foreign key (provider, payment_ref) references provider_payments,
      foreign key (user_id, journal_id) references journals
    );
    create index refunds_open on refunds (created_at) where state in ('waiting', 'sent', 'unknown');
    create index refunds_failed on refunds (decided_at) where state = 'failed';
  `.execute(db);
}

async function makeVouchers(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** A proof of repayment that a borrower sent. The transfer's number is encrypted, and found by its keyed hash. */
    create table repayment_proofs (
      user_id uuid not null,
      proof_id uuid not null default uuidv7(),
      order_id uuid not null,
      utr_enc bytea not null,
      utr_hash bytea not null,
      utr_last4 text not null,
      amount_paise bigint not null check (amount_paise > 0),
      paid_on date not null,
      channel text not null,
      file_id text,
      state text not null check (state in ('received', 'matched', 'refused')),
      reason text,
      /** The payment it proves, once matched. */
      provider text,
      payment_ref text,
      submitted_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      primary key (user_id, proof_id),
      foreign key (user_id, order_id) references orders,
      foreign key (provider, payment_ref) references provider_payments
    );
    create unique index vouchers_once on repayment_proofs (user_id, order_id, utr_hash) where state <> 'refused';
    create index vouchers_waiting on repayment_proofs (submitted_at) where state = 'received';
    create index vouchers_waiting_utr on repayment_proofs (utr_hash) where state = 'received';
  `.execute(db);
}

async function makeSandboxSide(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox_switches drop constraint sandbox_switches_part_check,
      add constraint sandbox_switches_part_check check (part in ('payouts', 'payments', 'accounts', 'refunds'));
    create table sandbox_instruments (
      code text not null,
      channel text not null,
      provider_ref text not null unique,
      amount_paise bigint not null check (amount_paise > 0),
      instrument jsonb not null,
      created_at timestamptz not null,
      primary key (code, channel)
    );
    insert into sandbox_instruments (code, channel, provider_ref, amount_paise, instrument, created_at)
      select code, 'upi', provider_ref, amount_paise, jsonb_build_object('channel', 'upi', 'upiUri', upi_uri), created_at
      from sandbox_qrs;
    update payment_instruments p set provider_ref = s.provider_ref
      from payment_intents i, sandbox_instruments s
      where i.user_id = p.user_id and i.order_id = p.order_id and i.intent_id = p.intent_id and s.code = i.code;
    alter table sandbox_payments drop constraint sandbox_payments_code_fkey;
    drop table sandbox_qrs;
    alter table sandbox_payments
      add column channel text not null default 'upi',
      add column utr text,
      add column state text not null default 'captured' check (state in ('seen', 'captured'));
    create table sandbox_refunds (
      refund_ref text primary key,
      provider_id text not null unique,
      payment_ref text not null references sandbox_payments,
      amount_paise bigint not null check (amount_paise > 0),
      state text not null check (state in ('confirmed', 'failed')),
      reason text,
      received_at timestamptz not null
    );
  `.execute(db);
}
