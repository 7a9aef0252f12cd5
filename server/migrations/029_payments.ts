import { type Kysely, sql } from 'kysely';

/** A payment's bookkeeping at less cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** False where the jobs process is still to tell the borrower of the move. */
    alter table order_status_changes add column is_notified boolean not null default true;
    create index order_moves_untold on order_status_changes (user_id, order_id) where not is_notified;
  `.execute(db);
}
