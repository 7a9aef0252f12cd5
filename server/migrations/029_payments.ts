import { type Kysely, sql } from 'kysely';

/** A payment's bookkeeping at less cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    /** False where the jobs process is still to tell the borrower of the move. */
    alter table order_moves add column is_told boolean not null default true;
    create index order_moves_untold on order_moves (user_id, order_id) where not is_told;
  `.execute(db);
}
