import { type Kysely, sql } from 'kysely';

/** Which fields of a document a person should look at, by name: asked for again after a reload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table identity_documents add column uncertain jsonb not null default '[]'`.execute(db);
}
