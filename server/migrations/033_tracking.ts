import { type Kysely, sql } from 'kysely';

/** A user's devices, what was recorded of the app's fields with their consent, and grouped faults of the app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** What a device told of itself. */
    create table devices (
      user_id uuid not null references users,
      device_id uuid not null,
      operating_system text not null,
      /** Keyed, of a mark made of the browser's settings; with consent only. */
      fingerprint_hash bytea,
      reported_at timestamptz not null,
      primary key (user_id, device_id)
    );

    /** Times, and of few fields words, that the user agreed to have recorded; gone with the consent. */
    create table tracking_records (
      user_id uuid not null references users,
      record_id uuid not null default uuidv7(),
      device_id uuid not null,
      id_name text not null,
      started_at timestamptz not null,
      duration_ms int not null check (duration_ms >= 0),
      content_enc bytea,
      saved_at timestamptz not null,
      primary key (user_id, record_id)
    );
    create index tracking_records_by_age on tracking_records (saved_at);

    /** Faults of the app by what they have in common: nobody's, and with nothing of anybody in them. */
    create table script_errors (
      group_hash bytea primary key,
      type text not null check (type in ('script_error', 'fingerprint_failure')),
      name text not null,
      message text not null,
      /** Where in the source, innermost first; in the built file where no map of it is known. */
      stack jsonb not null,
      screen text not null,
      browser text not null,
      app_version text not null,
      occurrences int not null default 1,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null
    );
    create index script_errors_by_age on script_errors (last_seen_at);
  `.execute(db);
}
