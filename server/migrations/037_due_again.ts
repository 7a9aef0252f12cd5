import { type Kysely, sql } from 'kysely';

/** Contacts to be named anew, and which of a provider's contradictions an operator has seen to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** The contacts went with their consent, and it was given again: step three is due once more. */
    alter table users add column needs_contacts boolean not null default false;

    create index audit_log_seen_to on audit_log (subject) where action = 'contradiction_seen_to';
  `.execute(db);
}
