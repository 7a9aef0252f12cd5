import { type Kysely, sql } from 'kysely';

/** Counts whose time is over are found by their age: the sweep went through all of them every few minutes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index limit_hits_by_age on rate_limit_hits (at)`.execute(db);
}
