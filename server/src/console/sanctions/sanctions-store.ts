import type { SanctionsList } from '@noren/core/people/sanctions-entry';
import { sql } from 'kysely';
import type { HitState } from '../../people/sanctions/hit-store.ts';
import { type Db, instantValue } from '../../platform/db/db.ts';

/** The lists in force and those that wait, with the name of who sent them. */
export async function readLists(db: Db) {
  return db
    .selectFrom('sanctions_lists as l')
    .leftJoin('staff as s', 's.staffId', 'l.staffId')
    .select([
      'l.listId',
      'l.list',
      'l.source',
      'l.state',
      'l.listDay',
      'l.people',
      'l.entities',
      'l.doubt',
      'l.readAt',
      'l.checkedAt',
      'l.inForceAt',
      's.name as by',
    ])
    .where('l.state', 'in', ['in_force', 'waiting'])
    .orderBy('l.list')
    .orderBy('l.readAt')
    .execute();
}

/** The newest failure of each list that was not read since. */
export async function readFaults(db: Db) {
  return db
    .selectFrom('sanctions_lists as l')
    .leftJoin('staff as s', 's.staffId', 'l.staffId')
    .distinctOn('l.list')
    .select(['l.list', 'l.fault', 'l.faultLine', 'l.checkedAt', 's.name as by'])
    .where('l.state', '=', 'failed')
    .where(
      sql<boolean>`not exists (select from sanctions_lists r
        where r.list = l.list and r.state <> 'failed' and r.checked_at > l.checked_at)`,
    )
    .orderBy('l.list')
    .orderBy('l.checkedAt', 'desc')
    .execute();
}

/** The last row of the page before. */
export interface HitPlace {
  readonly foundAt: number;
  readonly hitId: string;
}

interface HitRow {
  readonly hitId: string;
  readonly userId: string;
  readonly nameEnc: Buffer | null;
  readonly maskedPhone: string;
  readonly list: SanctionsList;
  readonly listDay: string;
  readonly entryId: string;
  readonly score: number;
  readonly state: HitState;
  readonly foundAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
  readonly reason: string | null;
}

/** Hits that were not superseded, newest first. */
export async function listHits(
  db: Db,
  { state, after, limit }: { state: HitState | null; after: HitPlace | null; limit: number },
): Promise<HitRow[]> {
  const ofState = state === null ? sql`h.state <> 'superseded'` : sql`h.state = ${state}`;
  const place = after
    ? sql`
      and (date_trunc('milliseconds', h.found_at), h.hit_id)
        < (${instantValue(after.foundAt)}, ${after.hitId}::uuid)`
    : sql``;
  const { rows } = await sql<HitRow>`
    select h.hit_id, h.user_id, i.name_enc, u.masked_phone, h.list, h.list_day, h.entry_id,
           h.score, h.state, date_trunc('milliseconds', h.found_at) as found_at,
           s.name as decided_by, h.decided_at, h.reason
    from sanctions_hits h
    join users u on u.user_id = h.user_id
    left join identities i on i.user_id = u.user_id
    left join staff s on s.staff_id = h.decided_by
    where ${ofState} ${place}
    order by date_trunc('milliseconds', h.found_at) desc, h.hit_id desc limit ${limit}`.execute(db);

  return rows;
}
