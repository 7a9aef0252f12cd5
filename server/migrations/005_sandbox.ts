import { type Kysely, sql } from 'kysely';

/** The messages the sandbox sent to nobody, so that they can be read on its page. Empty in production. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_messages (
      message_id bigint generated always as identity primary key,
      phone text not null,
      template text not null,
      language text not null,
      content jsonb not null,
      sent_at timestamptz not null
    );
    create index sandbox_messages_by_phone on sandbox_messages (phone, message_id);
  `.execute(db);
}
