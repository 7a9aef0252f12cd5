import { type Kysely, sql } from 'kysely';

/** What the privacy centre needs: corrections with their history, copies of one's data, erasures, a nominee, and what the law keeps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await decisions(db);
  await goings(db);
}

async function decisions(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** The device a decision was made on; unknown of those made before. */
    alter table consents add column device_id uuid;
    /** When a user's data went. The row itself stays, for the ledger's sake, and names nobody. */
    alter table users add column erased_at timestamptz;

    /** Each correction, with what stood before it; one that a person has to look at waits. */
    create table data_changes (
      user_id uuid not null references users,
      change_id uuid not null default uuidv7(),
      field text not null,
      before_enc bytea,
      after_enc bytea not null,
      state text not null check (state in ('done', 'waiting', 'refused')),
      requested_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      primary key (user_id, change_id),
      check ((state = 'waiting') = (decided_at is null))
    );
    create unique index data_changes_one_waits on data_changes (user_id, field) where state = 'waiting';
    create index data_changes_waiting on data_changes (requested_at) where state = 'waiting';

    create table nominees (
      user_id uuid primary key references users,
      relationship text not null,
      name_enc bytea not null,
      phone_enc bytea not null,
      masked_phone text not null,
      saved_at timestamptz not null
    );
  `.execute(db);
}

async function goings(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** Copies of a user's data: made by a job, and gone with their files when they expire. */
    create table data_exports (
      user_id uuid not null references users,
      export_id uuid not null default uuidv7(),
      state text not null check (state in ('making', 'ready', 'gone')),
      language text not null,
      requested_at timestamptz not null,
      ready_at timestamptz,
      expires_at timestamptz not null,
      json_file_id text,
      pdf_file_id text,
      primary key (user_id, export_id),
      check ((state = 'ready') = (json_file_id is not null and pdf_file_id is not null))
    );
    create unique index data_exports_one_is_made on data_exports (user_id) where state = 'making';
    create index data_exports_by_expiry on data_exports (expires_at) where state <> 'gone';

    create table erasures (
      user_id uuid not null references users,
      erasure_id uuid not null default uuidv7(),
      state text not null check (state in ('waiting', 'cancelled', 'stopped', 'done')),
      requested_at timestamptz not null,
      due_at timestamptz not null,
      ended_at timestamptz,
      primary key (user_id, erasure_id),
      check ((state = 'waiting') = (ended_at is null))
    );
    create unique index erasures_one_waits on erasures (user_id) where state = 'waiting';
    create index erasures_due on erasures (due_at) where state = 'waiting';

    /** What a law has the lender keep of an erased user: apart from everything else, and read by nothing here. */
    create table retained_records (
      user_id uuid primary key references users,
      record_enc bytea not null,
      file_ids text[] not null default '{}',
      /** The constant of the law, and until which day it holds. */
      law text not null,
      retain_until date not null
    );
    create index retained_records_by_end on retained_records (retain_until);
    create index users_erased on users (erased_at) where erased_at is not null;
  `.execute(db);
}
