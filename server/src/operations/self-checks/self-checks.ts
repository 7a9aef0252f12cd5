import { addDays, type BusinessDay, businessDayOf } from '@noren/core/money/time';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { inSnapshot } from '../../platform/db/snapshot.ts';
import type { Deps } from '../../platform/deps.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { closeLateOrders } from '../close-of-day/close-of-day.ts';
import { checkOrders, type Scope, type Seen } from './check-orders.ts';
import { checkRetention } from './check-retention.ts';
import {
  checkCharges,
  checkClosedDays,
  checkCoupons,
  checkDebtMessages,
  checkHolds,
  checkJournals,
  checkLimits,
  checkPayouts,
  checkTrialBalance,
  checkYearCeiling,
} from './check-sets.ts';
import { checkStatements, reconcileStatements } from './check-statements.ts';
import { checkUnclaimedFunds } from './check-unclaimed-funds.ts';

/** One self-check with what it saw. */
export interface SelfCheck extends Seen {
  readonly name: string;
}

/** How long a close of day that is under way is waited for. */
const CLOSING_MS = 60_000;
const DAYS = 'days are closed';
/** What was left alone for so many days was looked at often enough each night; `npm run verify` looks at all. */
const SINCE_DAYS = 7;
/** These look at everything each time, or have a memory of their own. */
const UNBOUNDED = ['trial balance', DAYS, 'providers’ accounts agree', 'nothing is kept too long'];

/** What the ledger alone can say of itself, in one snapshot: a loan paid out between two readings is no fault. */
export async function checkLedger(tx: Tx, scope: Scope = 'all'): Promise<SelfCheck[]> {
  const { views, statuses } = await checkOrders(tx, scope);
  return [
    { name: 'trial balance', ...(await checkTrialBalance(tx)) },
    { name: 'journals balance', ...(await checkJournals(tx, scope)) },
    { name: 'orders stand as their facts say', ...views },
    { name: 'statuses agree with the ledger', ...statuses },
    { name: 'holds are those of pending orders', ...(await checkHolds(tx, scope)) },
    { name: 'payouts are disbursements', ...(await checkPayouts(tx, scope)) },
    { name: 'charges were agreed to', ...(await checkCharges(tx, scope)) },
    { name: 'coupons are used once', ...(await checkCoupons(tx, scope)) },
    { name: 'money nobody claims is in suspense', ...(await checkUnclaimedFunds(tx, scope)) },
  ];
}

/** When the checks are made: the business day and the instant; and which orders are looked at, all unless it says so. */
export interface CheckedAt {
  readonly today: BusinessDay;
  readonly now: number;
  readonly scope?: Scope;
}

/** All self-checks there are. */
export async function checkAll(tx: Tx, at: CheckedAt): Promise<SelfCheck[]> {
  const scope = at.scope ?? 'all';
  return [
    ...(await checkLedger(tx, scope)),
    { name: 'limits are kept', ...(await checkLimits(tx, scope)) },
    { name: 'the year’s ceiling is kept', ...(await checkYearCeiling(tx, at.today, scope)) },
    { name: DAYS, ...(await checkClosedDays(tx, at)) },
    { name: 'borrowers were told', ...(await checkDebtMessages(tx, at.now, scope)) },
    { name: 'providers’ accounts agree', ...(await checkStatements(tx)) },
    { name: 'nothing is kept too long', ...(await checkRetention(tx, at)) },
  ];
}

/** The same in one snapshot of the database. */
export function runSelfChecks(db: Db, at: CheckedAt): Promise<SelfCheck[]> {
  return inSnapshot(db, (tx) => checkAll(tx, at));
}

/**
 * Job: the self-checks after a close of day, the providers' accounts looked at first. What does not hold is an error in
 * the log, for a person to look at.
 */
export async function selfCheck(deps: Deps): Promise<void> {
  await reconcileStatements(deps);
  const today = deps.today();
  const scope = await scopeOf(deps.db, today);
  const at = { today, now: deps.now(), scope };
  const checks = await runSelfChecks(deps.db, at);
  // A check that is made no more would widen what the others look at for ever.
  await sql`delete from self_check_passes where name <> all(${checks.map(({ name }) => name)})`.execute(deps.db);
  for (const seen of checks) {
    const check = await recheck(deps, seen, at);
    if (!check) continue;
    const { name, looked, problems, listed } = check;
    if (listed?.length)
      deps.log.warn({ check: name, listed: listed.slice(0, 50), of: listed.length }, 'waits for a person');
    if (problems.length === 0) deps.log.info({ check: name, looked }, 'self-check holds');
    else
      deps.log.error({ check: name, looked, problems: problems.slice(0, 50), of: problems.length }, 'self-check fails');
    await recordResult(deps.db, name, problems.length === 0 ? deps.now() : null);
  }
}

/**
 * A loan that came in since the last day was closed is behind it, and no fault before its own close has run: that is done,
 * and the days are looked at once more.
 * @returns null where somebody is closing right now: all is looked at again after it
 */
async function recheck(deps: Deps, seen: SelfCheck, at: CheckedAt): Promise<SelfCheck | null> {
  if (seen.name !== DAYS || seen.problems.length === 0) return seen;
  if (await closeLateOrders(deps))
    return { name: DAYS, ...(await inSnapshot(deps.db, (tx) => checkClosedDays(tx, at))) };
  await addJob(deps.db, 'self-check', {}, { key: 'self-check', afterMs: CLOSING_MS, keepsTime: true });
  return null;
}

/** Remembers when a check held last; of one that never did, that it did not. */
async function recordResult(db: Db, name: string, at: number | null): Promise<void> {
  await sql`
    insert into self_check_passes (name, last_passed_at) values (${name}, ${timestamp(at ?? 0)})
    on conflict (name) do update set last_passed_at = excluded.last_passed_at where ${at !== null}::boolean`.execute(
    db,
  );
}

/**
 * What changed since every check held, and some days more: nights without checks are made up for, and what one found
 * wrong is looked at until it is mended. Everything, before the first.
 */
async function scopeOf(db: Db, today: BusinessDay): Promise<Scope> {
  const read = await sql<{ since: number | null }>`
    select min(last_passed_at) as since from self_check_passes where name <> all(${UNBOUNDED})`.execute(db);
  const since = read.rows[0]?.since ?? null;
  if (since === null) return 'all';
  const [enough, held] = [addDays(today, -SINCE_DAYS), businessDayOf(since)];
  return { since: held < enough ? held : enough };
}
