import { type Kysely, sql } from 'kysely';

/** Feedback with its ticket numbers, and the messages that are read in the app. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** What a borrower wrote, and what was answered: both encrypted, for they may name anything. */
    create table feedback_tickets (
      user_id uuid not null references users,
      ticket_id uuid not null default uuidv7(),
      ticket_no text not null unique,
      type text not null check (type in ('problem', 'complaint', 'suggestion', 'other')),
      text_enc bytea not null,
      file_ids text[] not null default '{}',
      state text not null check (state in ('received', 'answered', 'closed')),
      answer_enc bytea,
      submitted_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      primary key (user_id, ticket_id),
      check (state = 'received' or (answer_enc is not null and decided_at is not null and decided_by is not null))
    );
    create index feedback_tickets_open on feedback_tickets (submitted_at) where state <> 'closed';

    /** What a user was told, to be read again in the app; its words are made when it is read. */
    create table notifications (
      user_id uuid not null references users,
      notification_id uuid not null default uuidv7(),
      kind text not null,
      values_enc bytea not null,
      /** Of the kind, its values and the day: a message that is sent twice is kept once. */
      content_hash bytea not null,
      sent_at timestamptz not null,
      read_at timestamptz,
      primary key (user_id, notification_id),
      unique (user_id, content_hash)
    );
    create index user_messages_unread on notifications (user_id, notification_id) where read_at is null;
  `.execute(db);
}
