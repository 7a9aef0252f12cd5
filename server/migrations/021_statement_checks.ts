import { type Kysely, sql } from 'kysely';

/** What became of laying a provider's own account of a day beside the ledger: see self-checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_reconciliations (
      day date primary key,
      checked_at timestamptz not null,
      /** What did not agree, and stands so; empty is the good answer. */
      differences jsonb not null
    )`.execute(db);
}
