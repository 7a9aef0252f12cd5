import { type Kysely, sql } from 'kysely';

/** What the bank says of an account before money is sent to it, and what its owner tells beside its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await askings(db);
  await standing(db);
  await sandbox(db);
}

async function askings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_account_validations (
      user_id uuid not null references users,
      account_hash bytea not null,
      ifsc text not null,
      -- Ours, made before the bank is asked; asked again under it until there is an answer.
      ref text not null unique,
      state text not null check (state in ('unknown', 'pending', 'valid', 'invalid')),
      name_at_bank_enc bytea,
      reason text,
      requested_at timestamptz not null,
      decided_at timestamptz,
      primary key (user_id, account_hash, ifsc),
      check ((state in ('valid', 'invalid')) = (decided_at is not null)),
      check ((state = 'valid') = (name_at_bank_enc is not null))
    );
    create table bank_account_details (
      user_id uuid not null references users,
      account_hash bytea not null,
      account_type smallint not null check (account_type in (1, 2)),
      is_salary_account boolean not null,
      declared_at timestamptz not null,
      primary key (user_id, account_hash)
    );
  `.execute(db);
}

/** Accounts of before are asked about too: the sweep finds them. */
async function standing(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_accounts
      add column validation text not null default 'unknown'
        check (validation in ('unknown', 'pending', 'valid', 'invalid')),
      add column account_type smallint check (account_type in (1, 2)),
      add column is_salary_account boolean;
    alter table bank_accounts alter column validation drop default;
    create index bank_accounts_unconfirmed on bank_accounts (saved_at)
      where replaced_at is null and validation in ('unknown', 'pending');
  `.execute(db);
}

async function sandbox(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sandbox_switches drop constraint sandbox_switches_part_check,
      add constraint sandbox_switches_part_check check (part in ('payouts', 'payments', 'accounts'));
    create table sandbox_account_validations (
      ref text primary key,
      behaviour text not null,
      requested_at timestamptz not null
    );
  `.execute(db);
}
