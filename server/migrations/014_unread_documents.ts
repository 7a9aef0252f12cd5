import { type Kysely, sql } from 'kysely';

/** A card that could not be read is gone on without; no picture is kept of one whose number could not be covered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table identity_documents
      add column is_legible boolean not null default true,
      alter column file_id drop not null,
      add constraint identity_documents_picture_kept check (file_id is not null or (not is_legible and type <> 'panFront'));
  `.execute(db);
}
