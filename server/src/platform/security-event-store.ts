import { type Db, timestamp } from './db/db.ts';

const HOUR_MS = 3_600_000;

/** Adds to the counts of the hour. */
export async function addSecurityCounts(
  db: Db,
  counts: Readonly<Record<string, number>>,
  now: number,
): Promise<void> {
  const hour = timestamp(Math.floor(now / HOUR_MS) * HOUR_MS);
  await db
    .insertInto('security_events')
    .values(Object.entries(counts).map(([event, count]) => ({ hour, event, count })))
    .onConflict((clash) =>
      clash.columns(['hour', 'event']).doUpdateSet(({ ref, eb }) => ({
        count: eb(ref('security_events.count'), '+', ref('excluded.count')),
      })),
    )
    .execute();
}
