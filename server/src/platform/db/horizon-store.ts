import { sql } from 'kysely';

/**
 * SQL: every transaction before it has ended: what it wrote is visible, and nothing can be added.
 */
export const endedBefore = sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/**
 * SQL: the PostgreSQL installation that numbers the transactions. A dump restored into another one
 * brings the numbers of the old one, which may be higher or lower than the next one there: what was
 * noted of the old one's means nothing.
 */
export const thisCluster = sql<string>`(select system_identifier::text from pg_control_system())`;
