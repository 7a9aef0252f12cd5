import { type Kysely, sql } from 'kysely';

/** The sandbox's own payout and payment provider: what it took, what was paid, what it has yet to tell us. Empty in production. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_switches (
      part text primary key check (part in ('payouts', 'payments')),
      behaviour text not null
    );
    create table sandbox_payouts (
      payout_ref text primary key,
      provider_id text not null unique,
      amount_paise bigint not null check (amount_paise > 0),
      account_last4 text not null,
      state text not null check (state in ('pending', 'confirmed', 'failed')),
      reason text,
      received_at timestamptz not null
    );
    create table sandbox_qrs (
      code text primary key,
      provider_ref text not null unique,
      amount_paise bigint not null check (amount_paise > 0),
      payee_name text not null,
      upi_uri text not null,
      created_at timestamptz not null
    );
    create table sandbox_payments (
      provider_ref text primary key,
      event_id text not null unique,
      code text not null references sandbox_qrs,
      amount_paise bigint not null check (amount_paise > 0),
      paid_at timestamptz not null
    );
    create table sandbox_webhooks (
      position bigint generated always as identity primary key,
      event jsonb not null,
      due_at timestamptz not null,
      delivered_at timestamptz
    );
  `.execute(db);
}
