import {
  endedBeforePayoutStatuses,
  holdingOrderStatuses,
  OrderStatus,
  owingOrderStatuses,
  unsanctionedOrderStatuses,
} from '@noren/core/lending/order-status';
import type { BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { type Moment, selectDispute } from '../../lending/orders/disputes-store.ts';
import { type Tx, timestamp } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';
import type { CheckResult } from './check-result.ts';
import {
  hasEventWithin,
  isBookedSince,
  isUserWithin,
  type Scope,
  toSince,
} from './check-scope-store.ts';

/**
 * Counts the rows of `table` as examined and runs `faults`, whose rows are the problems as
 * sentences.
 */
async function runCheck(
  tx: Tx,
  table: RawBuilder<unknown>,
  faults: RawBuilder<{ problem: string }>,
): Promise<CheckResult> {
  const count = await sql<{ n: number }>`select count(*) as n from ${table}`.execute(tx);
  const { rows } = await faults.execute(tx);
  return { examined: count.rows[0]?.n ?? 0, problems: rows.map(({ problem }) => problem) };
}

/** Journals whose entries do not sum to zero, or that have none. */
export function listUnbalancedJournals(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`journals j where ${isBookedSince(scope, 'j')}`,
    sql`select 'journal ' || journal_id || ' does not balance' as problem
        from journals j left join entries using (user_id, journal_id)
        where ${isBookedSince(scope, 'j')}
        group by user_id, journal_id having coalesce(sum(amount_paise), 1) <> 0`,
  );
}

/** Pending orders that do not hold their principal of the limit, and other orders that hold any. */
export function listWrongHolds(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`orders where status in (${sql.join([...holdingOrderStatuses])})`,
    sql`
      select 'order ' || o.repay_id || ': ' || coalesce(h.held, 0) || ' paise are held, should be '
             || case when o.status in (${sql.join([...holdingOrderStatuses])})
                     then o.principal_paise else 0 end as problem
      from orders o
      left join (
        select j.user_id, j.order_id,
               sum(e.amount_paise) filter (where e.account = 'limit_held') as held,
               sum(e.amount_paise) filter (where e.account = 'limit_promised') as promised
        from journals j join entries e using (user_id, journal_id)
        where e.account in ('limit_held', 'limit_promised') and ${hasEventWithin(scope, 'j')}
        group by 1, 2
      ) h using (user_id, order_id)
      where ${hasEventWithin(scope, 'o')}
        and (coalesce(h.held, 0)
               <> case when o.status in (${sql.join([...holdingOrderStatuses])})
                       then o.principal_paise else 0 end
             or coalesce(h.held, 0) + coalesce(h.promised, 0) <> 0)`,
  );
}

/** Orders with more or fewer confirmed payouts than disbursements that were not reversed. */
export function listUnmatchedPayouts(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`payouts p where state = 'confirmed' and ${hasEventWithin(scope, 'p')}`,
    // Both are counted in one pass by order. PostgreSQL estimated one row for each of two joined
    // counts, and chose a nested loop.
    sql`
      select 'order ' || o.repay_id || ': ' || c.payouts || ' payouts, '
             || c.disbursements || ' disbursements' as problem
      from (
        select user_id, order_id, count(*) filter (where is_payout) as payouts,
               count(*) filter (where not is_payout) as disbursements
        from (
          select p.user_id, p.order_id, true as is_payout from payouts p
          where p.state = 'confirmed' and ${hasEventWithin(scope, 'p')}
          union all
          select j.user_id, j.order_id, false from journals j
          left join journals r on r.user_id = j.user_id and r.reverses = j.journal_id
          where j.kind = 'disbursement' and r.journal_id is null and ${hasEventWithin(scope, 'j')}
        ) each_one
        group by user_id, order_id
        having count(*) filter (where is_payout) <> count(*) filter (where not is_payout)
      ) c join orders o on o.user_id = c.user_id and o.order_id = c.order_id`,
  );
}

/**
 * Charges in the ledger that are in no accepted key facts statement or addendum, and orders without
 * one.
 */
export function listUnacceptedCharges(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`entries e join journals j using (user_id, journal_id)
        where account in ('interest_income', 'penal_income', 'fee_income')
          and ${isBookedSince(scope, 'j')}`,
    sql`
      select 'order ' || o.repay_id || ': journal ' || j.journal_id
             || ' posts a charge that is in no accepted statement' as problem
      from entries e
      join journals j using (user_id, journal_id)
      join orders o using (user_id, order_id)
      where e.account in ('interest_income', 'penal_income', 'fee_income') and e.amount_paise < 0
        and not charge_code_of(e.account, j.kind) = any (o.charge_codes)
        and ${isBookedSince(scope, 'j')}
      union all
      select 'order ' || o.repay_id || ': disbursed without an accepted statement'
      from orders o
      where o.disbursed_day is not null
        and not exists (
          select from acceptances a
          where a.user_id = o.user_id and a.proposal_no = o.proposal_no)
        and ${hasEventWithin(scope, 'o')}
      union all
      select 'order ' || o.repay_id || ': its statement cannot be shown, its form is missing'
      from orders o join quotes q using (user_id, proposal_no)
      where not exists (select from kfs_forms f where f.form_id = q.form_id)
        and ${hasEventWithin(scope, 'o')}
      union all
      select 'order ' || o.repay_id || ': its due date was moved without an accepted addendum'
      from journals j join orders o using (user_id, order_id)
      left join addenda a on a.user_id = j.user_id and a.addendum_no = j.detail->>'addendumNo'
      where j.kind = 'extension' and a.accepted_at is null and ${isBookedSince(scope, 'j')}`,
  );
}

/** Coupons used for more than one fee or payment that was not reversed. */
export function listReusedCoupons(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`coupons c where ${isUserWithin(scope, 'c')}`,
    sql`
      with reversed as (
        select user_id, reverses as journal_id from journals
        where reverses is not null and ${isUserWithin(scope, 'journals')}
      ),
      used as (
        select user_id, coupon_id from orders
        where coupon_id is not null
          and status not in ${toStatusList(endedBeforePayoutStatuses)}
          and ${isUserWithin(scope, 'orders')}
        union all
        select j.user_id, (j.detail->>'couponId')::uuid from journals j
        where j.kind = 'waiver' and j.detail ? 'couponId' and ${isUserWithin(scope, 'j')}
          and (j.user_id, j.journal_id) not in (select user_id, journal_id from reversed)
          and (j.user_id, (j.detail->>'ofPayment')::uuid) not in (
            select user_id, journal_id from reversed)
      )
      select 'coupon ' || coupon_id || ' was used ' || count(*) || ' times' as problem
      from used group by user_id, coupon_id having count(*) > 1`,
  );
}

/**
 * Users who use more than their limit. Users with a reversal, chargeback or refund are left out:
 * their money had counted as repaid and could be borrowed again. A scope limits the check to users
 * whose loans changed by more than accruals.
 */
export function listExceededLimits(tx: Tx, scope: Scope): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`credit_limits c where ${isUserWithin(scope, 'c')}`,
    sql`
      select 'user ' || c.user_id || ' uses ' || sum(e.amount_paise)
             || ' paise of a limit of ' || c.limit_paise as problem
      from credit_limits c join entries e using (user_id)
      where e.account in ('loan_principal', 'limit_held') and ${isUserWithin(scope, 'c')}
        and not exists (
          select from journals j
          where j.user_id = c.user_id and j.kind in ('reversal', 'chargeback', 'refund'))
      group by c.user_id, c.limit_paise having sum(e.amount_paise) > c.limit_paise`,
  );
}

/** Users without full KYC who were lent more within twelve months than a ceiling in paise. */
export function listExceededYearCeilings(
  tx: Tx,
  ceiling: number,
  scope: Scope,
): Promise<CheckResult> {
  const isAppliedWithin = scope === 'all' ? sql`true` : sql`o.applied_at >= ${toSince(scope)}`;

  return runCheck(
    tx,
    sql`orders o
        where status not in ${toStatusList(unsanctionedOrderStatuses)} and ${isAppliedWithin}`,
    sql`
      select distinct 'user ' || o.user_id || ' was lent ' || s.total
             || ' paise within a year' as problem
      from orders o join users u using (user_id)
      cross join lateral (
        select sum(p.principal_paise) as total from orders p
        where p.user_id = o.user_id
          and p.status not in ${toStatusList(unsanctionedOrderStatuses)}
          and p.applied_day <= o.applied_day
          and p.applied_day > o.applied_day - interval '12 months'
      ) s
      where o.status not in ${toStatusList(unsanctionedOrderStatuses)}
        and s.total > ${ceiling} and u.full_kyc_at is null and ${isAppliedWithin}`,
  );
}

/**
 * Owing orders not closed through a day, orders and days closed ahead of today, and days whose
 * close was started before an instant (UTC ms) and not finished.
 */
export function listUnclosedOrders(
  tx: Tx,
  {
    through,
    today,
    startedBefore,
  }: { through: BusinessDay | null; today: BusinessDay; startedBefore: number },
): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`orders where status in ${toStatusList(owingOrderStatuses)}`,
    sql`
      select 'order ' || o.repay_id || ' is closed through '
             || coalesce(o.closed_through::text, 'no day')
             || coalesce(': ' || f.reason || ', ' || f.attempts || ' tries', '') as problem
      from orders o left join day_close_failures f using (user_id, order_id)
      where o.status in ${toStatusList(owingOrderStatuses)} and o.disbursed_day <= ${through}::date
        and coalesce(o.closed_through, '-infinity') < ${through}::date
      union all
      select 'order ' || o.repay_id || ' is closed through ' || o.closed_through
             || ', which has not ended: today is ' || ${today}::text
      from orders o
      where o.status in ${toStatusList(owingOrderStatuses)} and o.closed_through >= ${today}::date
      union all
      select 'order ' || o.repay_id || ' is overdue, but due on ' || o.due_day
             || ': today is ' || ${today}::text
      from orders o
      where o.status = ${OrderStatus.overdue} and o.due_day >= ${today}::date
        and coalesce(o.closed_through, '-infinity') < ${today}::date
      union all
      select 'the day ' || d.day || ' is closed, but has not ended: today is ' || ${today}::text
      from closed_days d
      where d.undone_at is null and d.day >= ${today}::date
      union all
      select 'the day ' || d.day || ' was started but not finished' from closed_days d
      where d.undone_at is null and d.finished_at is null
        and d.started_at < ${timestamp(startedBefore)}`,
  );
}

/** Whether an order that owes now was disbursed on a day or before. */
export async function hasOwingOrders(tx: Tx, day: BusinessDay): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders
    where status in ${toStatusList(owingOrderStatuses)} and disbursed_day <= ${day}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Dunning messages that wait, and were last held back, before an instant (UTC ms). */
export function listWaitingDunningMessages(
  tx: Tx,
  { before, ...moment }: Moment & { before: number },
  scope: Scope,
): Promise<CheckResult> {
  return runCheck(
    tx,
    sql`dunning_messages m where ${scope === 'all' ? sql`true` : sql`m.state = 'waiting'`}`,
    sql`
      select 'order ' || o.repay_id || ': the dunning message of ' || m.day
             || ' still waits' as problem
      from dunning_messages m join orders o using (user_id, order_id)
      where m.state = 'waiting' and greatest(m.created_at, m.held_at) < ${timestamp(before)}
        and ${selectDispute(moment)} is null`,
  );
}
