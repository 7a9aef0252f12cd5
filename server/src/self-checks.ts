import { addDays, type BusinessDay } from '@noren/core/time';
import { sql } from 'kysely';
import { checkOrders, type Scope, type Seen } from './check-orders.ts';
import { checkReceipts } from './check-receipts.ts';
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
import { checkStatements, lookAtStatements } from './check-statements.ts';
import type { Db, Tx } from './db.ts';
import type { Deps } from './deps.ts';

/** One self-check with what it saw. */
export interface SelfCheck extends Seen {
  readonly name: string;
}

/** What was left alone for so many days was looked at often enough each night; `npm run verify` looks at all. */
const SINCE_DAYS = 7;

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
    { name: 'money nobody claims is in suspense', ...(await checkReceipts(tx)) },
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
    { name: 'days are closed', ...(await checkClosedDays(tx, at)) },
    { name: 'borrowers were told', ...(await checkDebtMessages(tx, at.now, scope)) },
    { name: 'providers’ accounts agree', ...(await checkStatements(tx)) },
  ];
}

/** The same in one snapshot of the database. */
export function runSelfChecks(db: Db, at: CheckedAt): Promise<SelfCheck[]> {
  return inSnapshot(db, (tx) => checkAll(tx, at));
}

/** Runs readings against one state of the database, however long they take. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      return work(tx);
    });
}

/**
 * Job: the self-checks after a close of day, the providers' accounts looked at first. What does not hold is an error in
 * the log, for a person to look at.
 */
export async function selfCheck(deps: Deps): Promise<void> {
  await lookAtStatements(deps);
  const today = deps.today();
  const scope = { since: addDays(today, -SINCE_DAYS) };
  for (const { name, looked, problems, listed } of await runSelfChecks(deps.db, { today, now: deps.now(), scope })) {
    if (listed?.length)
      deps.log.warn({ check: name, listed: listed.slice(0, 50), of: listed.length }, 'waits for a person');
    if (problems.length === 0) deps.log.info({ check: name, looked }, 'self-check holds');
    else
      deps.log.error({ check: name, looked, problems: problems.slice(0, 50), of: problems.length }, 'self-check fails');
  }
}
