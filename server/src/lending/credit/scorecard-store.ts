import type { Scorecard } from '@noren/core/lending/scorecard';
import { defaultScorecard } from '@noren/core/lending/scorecard-default';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** A version of the scorecard and the day from which it decides. */
export interface ScorecardVersion {
  readonly card: Scorecard;
  readonly effectiveFrom: string;
}

/** Writes the first card unless there is one. */
export async function saveDefaultScorecard(db: Db, effectiveFrom: string): Promise<void> {
  await db
    .insertInto('scorecard_versions')
    .values({
      version: defaultScorecard.version,
      card: JSON.stringify(defaultScorecard),
      effectiveFrom,
    })
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/** The card that decides on a business day. */
export async function readScorecard(db: Db | Tx, day: BusinessDay): Promise<Scorecard> {
  const row = await db
    .selectFrom('scorecard_versions')
    .select(sql<Scorecard>`card`.as('card'))
    .where('effectiveFrom', '<=', day)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.card;
}

/** Every version, newest first. */
export async function listScorecards(db: Db | Tx): Promise<ScorecardVersion[]> {
  return db
    .selectFrom('scorecard_versions')
    .select([sql<Scorecard>`card`.as('card'), 'effectiveFrom'])
    .orderBy('effectiveFrom', 'desc')
    .execute();
}

/** Adds a version. @throws a unique violation for a version or a day that is taken */
export async function insertScorecard(
  tx: Tx,
  card: Scorecard,
  effectiveFrom: string,
): Promise<void> {
  await tx
    .insertInto('scorecard_versions')
    .values({ version: card.version, card: JSON.stringify(card), effectiveFrom })
    .execute();
}
