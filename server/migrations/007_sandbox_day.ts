import { type Kysely, sql } from 'kysely';

/** How many days the sandbox's business day stands ahead of the calendar; one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_day (
      only_row boolean primary key default true check (only_row),
      days_ahead int not null check (days_ahead between 0 and 3650)
    );
    insert into sandbox_day (days_ahead) values (0);
  `.execute(db);
}
