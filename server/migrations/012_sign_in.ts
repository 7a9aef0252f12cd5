import { type Kysely, sql } from 'kysely';

/** What a link tells of its opening, kept with the session; codes out of use are found by their age. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column client_type smallint check (client_type in (1, 2)),
      add column lead_channel text;
    create index otp_requests_by_expiry on otp_requests (expires_at);
  `.execute(db);
}
