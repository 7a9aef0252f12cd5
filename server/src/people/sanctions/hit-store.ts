import type { SanctionsEntry, SanctionsList } from '@noren/core/people/sanctions-entry';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** `seen` holds nobody; `held` waits for a reviewer; `same_person` goes on holding. */
export type HitState = 'seen' | 'held' | 'other_person' | 'same_person';

export interface StoredHit {
  readonly hitId: string;
  readonly list: SanctionsList;
  readonly entryId: string;
  readonly entry: SanctionsEntry;
  readonly isYearNear: boolean;
  readonly state: HitState;
  /** A reviewer's decision; of a hit that waits: the one that is asked about again. */
  readonly decision: HitDecision | null;
}

/** Who decided, when and why. */
export interface HitDecision {
  readonly decidedBy: string;
  readonly decidedAt: number;
  readonly reason: string;
}

/**
 * Whether a reviewer found the person to be the listed one, and none decided otherwise since: such
 * a hold ends by a decision only. Nothing but a confirmed hit waits with a decision.
 */
export const isConfirmed = ({ state, decision }: Pick<StoredHit, 'state' | 'decision'>): boolean =>
  state === 'same_person' || (state === 'held' && decision !== null);

/** The states that hold a person. */
export const HOLDING_STATES = ['held', 'same_person'] as const satisfies readonly HitState[];

/** A person's hits that were not superseded. */
export async function readHits(tx: Tx | Db, userId: string): Promise<StoredHit[]> {
  const rows = await tx
    .selectFrom('sanctions_hits')
    .select(['hitId', 'list', 'entryId', 'entry', 'isYearNear', 'state'])
    .select(['decidedBy', 'decidedAt', 'reason'])
    .where('userId', '=', userId)
    .where('state', '<>', 'superseded')
    .orderBy('hitId')
    .execute();

  return rows.map(({ decidedBy, decidedAt, reason, ...row }) => ({
    ...row,
    state: row.state as HitState,
    decision: decidedBy === null ? null : { decidedBy, decidedAt: decidedAt!, reason: reason! },
  }));
}

/** @returns its id */
export async function insertHit(
  tx: Tx,
  hit: {
    userId: string;
    list: SanctionsList;
    entry: SanctionsEntry;
    listDay: string;
    score: number;
    isYearNear: boolean;
    /** What was decided of the entry before it changed, and is asked again. */
    decision: HitDecision | null;
    now: number;
  },
): Promise<string> {
  const { entry, decision, now, ...rest } = hit;
  const { hitId } = await tx
    .insertInto('sanctions_hits')
    .values({
      ...rest,
      entryId: entry.entryId,
      entry: JSON.stringify(entry),
      state: hit.isYearNear ? 'held' : 'seen',
      foundAt: timestamp(now),
      ...(decision && { ...decision, decidedAt: timestamp(decision.decidedAt) }),
    })
    .returning('hitId')
    .executeTakeFirstOrThrow();

  return hitId;
}

/** Ends hits: the entry, or the person's data, is not the one that was compared. */
export async function supersedeHits(
  tx: Tx,
  userId: string,
  hitIds: readonly string[],
): Promise<void> {
  if (hitIds.length === 0) return;
  await tx
    .updateTable('sanctions_hits')
    .set({ state: 'superseded' })
    .where('userId', '=', userId)
    .where('hitId', 'in', [...hitIds])
    .execute();
}

/**
 * Asks a reviewer again about somebody who was found to be on a list that changed since. The
 * decision stays with the hit: it is what marks it as confirmed.
 */
export async function reopenHit(
  tx: Tx,
  { userId, hitId, now }: { userId: string; hitId: string; now: number },
): Promise<void> {
  await tx
    .updateTable('sanctions_hits')
    .set({ state: 'held', foundAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('hitId', '=', hitId)
    .where('state', '=', 'same_person')
    .execute();
}

/**
 * Records a reviewer's decision.
 * @returns false when the hit does not wait for one
 */
export async function decideHit(
  tx: Tx,
  of: {
    userId: string;
    hitId: string;
    decision: 'other_person' | 'same_person';
    reason: string;
    staffId: string;
    now: number;
  },
): Promise<boolean> {
  const { userId, hitId, decision, reason, staffId, now } = of;
  const row = await tx
    .updateTable('sanctions_hits')
    .set({ state: decision, reason, decidedBy: staffId, decidedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('hitId', '=', hitId)
    .where('state', '=', 'held')
    .returning('hitId')
    .executeTakeFirst();

  return row !== undefined;
}

/** The hit that waits longest for a reviewer, of one person. */
export async function findOpenHit(tx: Tx | Db, userId: string) {
  return tx
    .selectFrom('sanctions_hits')
    .select(['hitId', 'list', 'entry', 'listDay', 'score', 'foundAt'])
    .where('userId', '=', userId)
    .where('state', '=', 'held')
    .orderBy('foundAt')
    .orderBy('hitId')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The people of whom a hit waits for a reviewer: user_id, since, subject of the oldest one. Of
 * somebody who was erased there is nothing left to compare.
 */
export const OPEN_HITS = sql`select distinct on (h.user_id) h.user_id, 'sanctions' as kind,
    h.found_at as since, '["name_and_year"]'::jsonb as reasons, h.hit_id::text as subject
  from sanctions_hits h join users u on u.user_id = h.user_id
  where h.state = 'held' and u.erased_at is null order by h.user_id, h.found_at, h.hit_id`;

/** Staff's acts that show that somebody was compared with a list: rows `a` of `staff_audit`. */
export const SHOWS_SCREENING = sql<boolean>`
  (a.action in ('review_begun', 'review_decided') or coalesce(a.detail->>'kind' = 'sanctions', false))`;
