import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Receivables: what a borrower owes. */
const OWED = sql.raw(
  `('loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable')`,
);

/** Journals that undo a payment or a disbursement. */
const UNDOING = sql`
  select r.user_id, r.journal_id, of.kind as undoes from journals r
  join journals of on of.user_id = r.user_id and of.journal_id = r.reverses
  where r.reverses is not null and of.kind in ('payment', 'disbursement')`;

/** Entries of money that came in, and of what reversed it. */
const IS_MONEY_IN = sql`(j.kind in ('payment', 'chargeback') or u.undoes = 'payment')`;

/**
 * What such journals paid of principal and interest. With the income, because each also books the
 * interest up to its day.
 */
const PAID = sql`${IS_MONEY_IN}
  and e.account in ('loan_principal', 'interest_receivable', 'interest_income')`;

/** Every loan that was paid out, with what the ledger says of it. */
const loans = (today: string) => sql`
  select o.user_id, o.order_id, o.status, o.disbursed_day, o.due_day,
         coalesce(sum(e.amount_paise) filter (where e.account in ${OWED}), 0) as owed,
         coalesce(sum(e.amount_paise) filter (where e.account = 'loan_principal'), 0) as principal,
         coalesce(sum(e.amount_paise) filter (where e.account = 'loan_principal'
           and (j.kind = 'disbursement' or u.undoes = 'disbursement')), 0) as lent,
         coalesce(sum(e.amount_paise) filter (where j.value_day <= o.due_day
           and e.account in ('loan_principal', 'interest_receivable')), 0) as at_due,
         coalesce(-sum(e.amount_paise) filter (where ${PAID}), 0) as paid,
         coalesce(-sum(e.amount_paise) filter (where j.value_day <= o.due_day and ${PAID}), 0)
           as paid_by_due,
         case when o.due_day < ${today}::date then ${today}::date - o.due_day else 0 end as late
  from orders o join journals j using (user_id, order_id) join entries e using (user_id, journal_id)
  left join (${UNDOING}) u on u.user_id = o.user_id and u.journal_id = j.journal_id
  where o.disbursed_day is not null
  group by o.user_id, o.order_id`;

/** Loans by month of payout. */
export interface Vintage {
  readonly month: string;
  readonly loans: number;
  readonly lent: number;
  readonly outstanding: number;
  readonly late30: number;
  readonly due: number;
  readonly firstPaymentDefault: number;
}

export interface LoanFigures {
  readonly loans: number;
  readonly outstanding: number;
  readonly due: number;
  readonly collected: number;
  /** Loans overdue by more than so many days, and their principal. */
  readonly atRisk: readonly { days: number; loans: number; principal: number }[];
  /** The last twelve months. */
  readonly vintages: readonly Vintage[];
}

/** What the ledger says of all loans, read once: with many loans it takes minutes. */
export async function readLoanFigures(
  tx: Tx,
  today: string,
  atRiskDays: readonly number[],
): Promise<LoanFigures> {
  await sql`set local work_mem = '256MB'`.execute(tx);

  const read = await sql<LoanFigures>`
    with loan as materialized (${loans(today)}),
    vintage as (
      select to_char(disbursed_day, 'YYYY-MM') as month, count(*) as loans, sum(lent) as lent,
             sum(principal) as outstanding,
             count(*) filter (where status = ${sql.lit(OrderStatus.writtenOff)}
               or (late > 30 and owed > 0)) as "late30",
             count(*) filter (where late > 0) as due,
             count(*) filter (where late > 0 and at_due > 0) as "firstPaymentDefault"
      from loan group by 1 order by 1 desc limit 12),
    risk as (
      select b.days, count(loan.order_id) as loans, coalesce(sum(loan.principal), 0) as principal
      from unnest(${[...atRiskDays]}::int[]) as b(days)
      left join loan on loan.late > b.days and loan.owed > 0
      group by b.days)
    select count(*) filter (where owed > 0
             and status <> ${sql.lit(OrderStatus.writtenOff)})::int as loans,
           coalesce(sum(principal), 0)::bigint as outstanding,
           coalesce(sum(at_due + paid_by_due) filter (where late between 1 and 30), 0)::bigint as due,
           coalesce(sum(paid) filter (where late between 1 and 30), 0)::bigint as collected,
           (select coalesce(jsonb_agg(to_jsonb(risk) order by days), '[]') from risk) as at_risk,
           (select coalesce(jsonb_agg(to_jsonb(vintage) order by month desc), '[]') from vintage) as vintages
    from loan`.execute(tx);
  return read.rows[0]!;
}

/** Number of people who reached each step. */
export async function readFunnel(tx: Tx): Promise<Record<string, number>> {
  const read = await sql<Record<string, number>>`
    select (select count(*) from users)::int as signed_up,
           (select count(*) from users where onboarding_status > ${sql.lit(UserStatus.identityDue)})::int as identified,
           (select count(*) from credit_limits where state = 'approved')::int as "limit",
           (select count(distinct user_id) from orders)::int as applied,
           (select count(distinct user_id) from orders where disbursed_day is not null)::int as paid_out,
           (select count(distinct user_id) from orders where is_repaid)::int as repaid`.execute(tx);
  return read.rows[0] ?? {};
}

/** Evaluations of limits by their result. */
export async function countDecisions(tx: Tx): Promise<{ approved: number; declined: number }> {
  const read = await sql<{ approved: number; declined: number }>`
    select count(*) filter (where state = 'approved')::int as approved,
           count(*) filter (where state = 'declined')::int as declined from credit_limits`.execute(
    tx,
  );
  return read.rows[0]!;
}
