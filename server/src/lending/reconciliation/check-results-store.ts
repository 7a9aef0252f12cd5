import { sql } from 'kysely';
import { type Db, instantValue, timestamp } from '../../platform/db/db.ts';

const columns = ['name', 'runAt', 'examined', 'problemCount', 'problems', 'listed'] as const;

const SHOWN = 50;
const DAYS_KEPT = 90;

/** Records what a run of a self-check found, and forgets runs older than ninety days. */
export async function saveCheckRun(
  db: Db,
  of: {
    name: string;
    now: number;
    examined: number;
    problems: readonly string[];
    listed: readonly string[];
  },
): Promise<void> {
  const { name, now, examined, problems, listed } = of;
  await db
    .insertInto('self_check_results')
    .values({
      name,
      runAt: timestamp(now),
      examined,
      problemCount: problems.length,
      problems: JSON.stringify(problems.slice(0, SHOWN)),
      listed: JSON.stringify(listed.slice(0, SHOWN)),
    })
    .onConflict((clash) => clash.columns(['name', 'runAt']).doNothing())
    .execute();

  await db
    .deleteFrom('self_check_results')
    .where('runAt', '<', instantValue(now - DAYS_KEPT * 86_400_000))
    .execute();
}

/** The last run of each of these checks. */
export async function listLastRuns(db: Db, names: readonly string[]) {
  return db
    .selectFrom('self_check_results')
    .distinctOn('name')
    .select(columns)
    .where(sql<boolean>`name = any(${[...names]}::text[])`)
    .orderBy('name')
    .orderBy('runAt', 'desc')
    .execute();
}

/** Runs of a check before an instant, newest first. */
export async function listCheckRuns(
  db: Db,
  { name, before, limit }: { name: string; before: number | null; limit: number },
) {
  let query = db.selectFrom('self_check_results').select(columns).where('name', '=', name);
  if (before !== null) query = query.where('runAt', '<', instantValue(before));
  return query.orderBy('runAt', 'desc').limit(limit).execute();
}
