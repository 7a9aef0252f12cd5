import { type Kysely, sql } from 'kysely';

/** One device takes a push and another's service turns it down for now: which are still to be offered it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** The devices a push is offered to next; null: to all its reader has. */
    alter table notification_deliveries add column pending_device_ids uuid[];
  `.execute(db);
}
