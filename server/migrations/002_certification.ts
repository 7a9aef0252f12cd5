import { type Kysely, sql } from 'kysely';

/** What certification collects. Columns ending in _enc hold values encrypted per field, _hash their keyed hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await pictures(db);
  await answers(db);
}

async function pictures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table identity_documents (
      user_id uuid not null references users,
      type text not null check (type in ('panFront', 'aadhaarFront', 'aadhaarBack')),
      file_id text not null,
      ocr_fields_enc bytea not null,
      confidence int not null,
      aadhaar_hash bytea,
      ocr_at timestamptz not null,
      primary key (user_id, type)
    );
    create table liveness_checks (
      user_id uuid not null references users,
      transaction_id uuid not null default uuidv7(),
      poses jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      outcome text check (outcome in ('passed', 'retry', 'review')),
      reason text,
      score real,
      similarity real,
      decided_at timestamptz,
      primary key (user_id, transaction_id)
    );
  `.execute(db);
}

async function answers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table survey_answers (
      user_id uuid primary key references users,
      answers jsonb not null,
      saved_at timestamptz not null
    );
    create table identities (
      user_id uuid primary key references users,
      name_enc bytea not null,
      birth_day_enc bytea not null,
      pan_enc bytea not null,
      pan_hash bytea not null unique,
      aadhaar_last4 text not null,
      aadhaar_hash bytea not null unique,
      ocr_fields_enc bytea not null,
      state text not null check (state in ('verified', 'review')),
      reasons jsonb not null default '[]',
      saved_at timestamptz not null
    );
    create table personal_info (
      user_id uuid primary key references users,
      info_enc bytea not null,
      saved_at timestamptz not null
    );
    create table contacts (
      user_id uuid not null references users,
      position int not null check (position in (1, 2)),
      relationship text not null,
      name_enc bytea not null,
      phone_enc bytea not null,
      masked_phone text not null,
      primary key (user_id, position)
    );
    create table bank_accounts (
      user_id uuid not null references users,
      account_id uuid not null default uuidv7(),
      bank_code text not null,
      ifsc text not null,
      account_enc bytea not null,
      account_hash bytea not null,
      account_last4 text not null,
      holder_name_enc bytea not null,
      name_match text not null check (name_match in ('match', 'partial', 'mismatch')),
      saved_at timestamptz not null,
      replaced_at timestamptz,
      primary key (user_id, account_id)
    );
    create unique index bank_accounts_bound_once on bank_accounts (account_hash) where replaced_at is null;
    create unique index bank_accounts_current on bank_accounts (user_id) where replaced_at is null;
  `.execute(db);
}
