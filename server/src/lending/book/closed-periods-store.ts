import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { endedBefore } from '../../platform/db/horizon-store.ts';
import { isSpread, waitForCommits } from '../../platform/distribution/distribution-store.ts';

interface ClosedPeriod {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly closedAt: number;
  readonly closedBy: string;
}

/** Closed months before one, newest first. */
export async function listClosedPeriods(
  db: Db | Tx,
  before: string | null,
  limit: number,
): Promise<ClosedPeriod[]> {
  const read = await sql<ClosedPeriod>`
    select to_char(month, 'YYYY-MM') as month, closed_at, s.name as closed_by
    from closed_periods join staff s on s.staff_id = closed_by_staff_id
    where ${before}::text is null or month < to_date(${before}, 'YYYY-MM')
    order by month desc limit ${limit}`.execute(db);
  return read.rows;
}

/** Locks the periods, so that two people do not close the same month. */
export async function lockPeriods(tx: Tx): Promise<void> {
  await sql`lock table closed_periods in share row exclusive mode`.execute(tx);
}

const ENDED_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

/**
 * Waits until every transaction that began to write before this one has ended. A posting takes its
 * time early and ends later: without the wait it could end after the close, and count before it.
 * @returns the number of this transaction; null when an earlier one still runs after 20 seconds
 */
export async function waitForPostings(tx: Tx, db: Db): Promise<string | null> {
  const until = performance.now() + ENDED_WITHIN_MS;
  const { rows } = await sql<{ own: string }>`
    select pg_current_xact_id()::text as own`.execute(tx);
  const { own } = rows[0]!;

  while (await hasEarlier(tx, own)) {
    if (performance.now() > until) return null;
    await pause(LOOK_EVERY_MS);
  }

  if (await isSpread(db)) await waitForCommits(tx);
  return own;
}

async function hasEarlier(tx: Tx, own: string): Promise<boolean> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select ${endedBefore} < ${own}::bigint as is_left`.execute(tx);
  return rows[0]!.isLeft;
}

/** @param closing `xact`: of {@link waitForPostings} */
export async function savePeriod(
  tx: Tx,
  month: string,
  closing: { staffId: string; now: number; xact: string },
): Promise<void> {
  const { staffId, now, xact } = closing;
  await sql`insert into closed_periods (month, closed_at, closed_by_staff_id, closed_by_xact)
    values (to_date(${month}, 'YYYY-MM'), ${timestamp(now)}, ${staffId}, ${xact}::xid8)`.execute(
    tx,
  );
}

/** The month of the first journal, `YYYY-MM`; null in an empty ledger. */
export async function firstMonth(db: Db | Tx): Promise<string | null> {
  const read = await sql<{ month: string | null }>`
    select to_char(min(value_day), 'YYYY-MM') as month from journals`.execute(db);
  return read.rows[0]?.month ?? null;
}

/**
 * The day on which a journal `j` counts in the books: its value day, or, when its month was closed
 * before it was posted, the day it was posted, at the earliest the first of the first month that
 * was open then.
 */
export async function bookDay(db: Db | Tx): Promise<RawBuilder<string>> {
  const closed = await listClosedPeriods(db, null, 1);
  if (closed.length === 0) return sql<string>`j.value_day`;

  return sql<string>`(select case when j.value_day >= p.opens then j.value_day
      else greatest(p.opens, (j.booked_at at time zone 'Asia/Kolkata')::date) end
    from (select coalesce(max(month) + interval '1 month', '-infinity')::date as opens
          from closed_periods where ${isPostedLater}) p)`;
}

/**
 * SQL: a journal `j` was posted after a close. Its own time says so, or the order of the
 * transactions, whose numbers say nothing once a backup was restored into another installation:
 * they count only for what was posted around the close.
 */
const isPostedLater = sql`(closed_at < j.booked_at
  or (closed_by_xact <= j.written_by_xact and closed_at < j.booked_at + interval '1 day'))`;
