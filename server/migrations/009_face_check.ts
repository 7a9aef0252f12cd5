import { type Kysely, sql } from 'kysely';

/** The face check with five poses: how it was taken, at which pose it failed, and what a reviewer is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table liveness_checks
      add column mode text not null default 'camera' check (mode in ('camera', 'upload')),
      add column superseded_at timestamptz,
      add column pose text check (pose in ('face', 'front', 'back', 'left', 'right')),
      add column likeness real,
      add column hints jsonb not null default '[]',
      add column review_file_id text;
    update liveness_checks set superseded_at = expires_at where outcome is null;
    create unique index liveness_checks_one_open on liveness_checks (user_id)
      where outcome is null and superseded_at is null;
    create index liveness_checks_pictures on liveness_checks (decided_at) where review_file_id is not null;
  `.execute(db);
}
