import { type RawBuilder, sql } from 'kysely';
import { JOBS } from '../../job-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { addJobs, type JobPayloads } from '../../platform/jobs/job-store.ts';

/**
 * Why nothing new is lent: to nobody, or not to one person, whom two people froze, whose data a
 * person checks, or whose new phone number waits.
 */
export type LendingHold = 'stopped' | 'frozen' | 'checked' | 'phone';

const isChecked = (userId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (
    select 1 from sanctions_hits h
    where h.user_id = ${userId} and h.state in ('held', 'same_person'))`;

const hasPhoneChange = (userId: string | RawBuilder<unknown>): RawBuilder<boolean> => sql`
  exists (select 1 from phone_changes n where n.user_id = ${userId} and n.state = 'waiting')`;

/** When the new phone number of a user is due that waits. */
export const selectPhoneDueAt = (userId: RawBuilder<unknown>): RawBuilder<number | null> => sql`
  (select n.due_at from phone_changes n where n.user_id = ${userId} and n.state = 'waiting')`;

/**
 * The {@link LendingHold} of a user as an expression; null while lending goes on.
 */
export const selectLendingHold = (
  userId: RawBuilder<unknown>,
): RawBuilder<LendingHold | null> => sql`
  case when (select is_stopped from lending_stop) then 'stopped'
       when exists (
         select 1 from lending_freezes f
         where f.user_id = ${userId} and f.ended_at is null) then 'frozen'
       when ${isChecked(userId)} then 'checked'
       when ${hasPhoneChange(userId)} then 'phone' end`;

/**
 * That a user has no {@link LendingHold}, as a condition of another statement: it reads the rows of
 * this user alone.
 */
export const lendingGoesOn = (userId: string): RawBuilder<boolean> => sql`
  not (select is_stopped from lending_stop)
  and not exists (
    select 1 from lending_freezes f where f.user_id = ${userId} and f.ended_at is null)
  and not ${isChecked(userId)}
  and not ${hasPhoneChange(userId)}`;

/** Whether new lending is stopped for everybody. */
interface LendingStop {
  readonly isStopped: boolean;
  readonly changedAt: number;
  /** Who stopped it, or approved its start; null before the first stop. */
  readonly staffName: string | null;
  readonly reason: string;
}

export async function readLendingStop(db: Db | Tx): Promise<LendingStop> {
  return db
    .selectFrom('lending_stop as l')
    .leftJoin('staff as s', 's.staffId', 'l.changedBy')
    .select(['l.isStopped', 'l.changedAt', 'l.reason', 's.name as staffName'])
    .executeTakeFirstOrThrow();
}

/**
 * Stops or starts lending.
 * @returns false when it is so already
 */
export async function setLendingStopped(
  tx: Tx,
  to: { isStopped: boolean; staffId: string; reason: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('lending_stop')
    .set({
      isStopped: to.isStopped,
      changedBy: to.staffId,
      reason: to.reason,
      changedAt: timestamp(to.now),
    })
    .where('isStopped', '<>', to.isStopped)
    .returning('isOnlyRow')
    .executeTakeFirst();
  return row !== undefined;
}

/** Since when nothing new is lent to a user; null while it is. */
export async function readFrozenAt(db: Db | Tx, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom('lending_freezes')
    .select('frozenAt')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row?.frozenAt ?? null;
}

/** The request that froze new lending to a user; undefined while it goes on. */
export async function readFreezeRequest(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('lending_freezes')
    .select('requestId')
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst();
  return row?.requestId;
}

/**
 * Freezes new lending to a user by an approved request.
 * @returns false when it is frozen already
 */
export async function freezeLending(
  tx: Tx,
  { userId, requestId, now }: { userId: string; requestId: string; now: number },
): Promise<boolean> {
  if ((await readFrozenAt(tx, userId)) !== null) return false;

  await tx
    .insertInto('lending_freezes')
    .values({ userId, requestId, frozenAt: timestamp(now) })
    .execute();

  return true;
}

/**
 * Ends a freeze by an approved request.
 * @returns false when nothing is frozen
 */
export async function unfreezeLending(
  tx: Tx,
  { userId, requestId, now }: { userId: string; requestId: string; now: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('lending_freezes')
    .set({ endedAt: timestamp(now), endedBy: requestId })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a user's payouts wait because lending is held. */
export async function isLendingHeld(db: Db | Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{
    isHeld: boolean;
  }>`select not (${lendingGoesOn(userId)}) as is_held`.execute(db);
  return rows[0]?.isHeld ?? false;
}

/** How many payouts wait to be sent: everybody's, or one user's. */
export async function countWaitingPayouts(db: Db | Tx, userId: string | null): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::bigint as waiting from payouts
    where state = 'waiting' and (${userId}::uuid is null or user_id = ${userId}::uuid)`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Queues the payouts that were held: everybody's, or one user's. A job sends each once. */
export async function queueHeldPayouts(tx: Tx, userId: string | null): Promise<void> {
  const { rows } = await sql<JobPayloads['send-payout']>`
    select user_id, order_id, payout_ref from payouts
    where state = 'waiting' and (${userId}::uuid is null or user_id = ${userId}::uuid)`.execute(tx);
  if (rows.length > 0) await addJobs(tx, JOBS['send-payout'], rows, { afterMs: 0 });
}
