import { OrderStatus } from '@noren/core/lending/order-status';
import { UserStatus } from '@noren/core/people/status';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

/** Receivables: what a borrower owes. */
const OWED = sql.raw(`('loan_principal', 'interest_receivable', 'penal_receivable', 'fees_receivable')`);

/** Every loan that was paid out, with what the ledger says of it. */
const loans = (today: string) => sql`
  select o.user_id, o.order_id, o.status, o.disbursed_day, o.due_day,
         coalesce(sum(e.amount_paise) filter (where e.account in ${OWED}), 0) as outstanding,
         coalesce(sum(e.amount_paise) filter (where e.account = 'loan_principal'), 0) as principal,
         coalesce(sum(e.amount_paise) filter (where e.account = 'loan_principal' and j.kind = 'disbursement'), 0) as lent,
         coalesce(sum(e.amount_paise) filter (where j.value_day <= o.due_day
           and e.account in ('loan_principal', 'interest_receivable')), 0) as at_due,
         coalesce(-sum(e.amount_paise) filter (where j.kind = 'payment' and e.amount_paise < 0
           and e.account in ('loan_principal', 'interest_receivable')), 0) as paid,
         case when o.due_day < ${today}::date then ${today}::date - o.due_day else 0 end as late
  from orders o join journals j using (user_id, order_id) join entries e using (user_id, journal_id)
  where o.disbursed_day is not null
  group by o.user_id, o.order_id`;

export interface PortfolioFigures {
  readonly loans: number;
  readonly outstanding: number;
  readonly due: number;
  readonly collected: number;
}

export async function readOutstanding(tx: Tx, today: string): Promise<PortfolioFigures> {
  const read = await sql<PortfolioFigures>`
    select count(*) filter (where outstanding > 0 and status <> ${sql.lit(OrderStatus.writtenOff)})::int as loans,
           coalesce(sum(outstanding) filter (where outstanding > 0), 0)::bigint as outstanding,
           coalesce(sum(at_due + paid) filter (where due_day < ${today}::date and due_day >= ${today}::date - 30), 0)::bigint
             as due,
           coalesce(sum(paid) filter (where due_day < ${today}::date and due_day >= ${today}::date - 30), 0)::bigint
             as collected
    from (${loans(today)}) loan`.execute(tx);
  return read.rows[0]!;
}

/** Loans overdue by more than so many days, and their principal. */
export async function readAtRisk(
  tx: Tx,
  today: string,
  days: readonly number[],
): Promise<{ days: number; loans: number; principal: number }[]> {
  const read = await sql<{ days: number; loans: number; principal: number }>`
    select b.days, count(loan.order_id)::int as loans, coalesce(sum(loan.principal), 0)::bigint as principal
    from unnest(${days}::int[]) as b(days)
    left join (${loans(today)}) loan on loan.late > b.days and loan.outstanding > 0
    group by b.days order by b.days`.execute(tx);
  return read.rows;
}

export interface Vintage {
  readonly month: string;
  readonly loans: number;
  readonly lent: number;
  readonly outstanding: number;
  readonly late30: number;
  readonly due: number;
  readonly firstPaymentDefault: number;
}

/** Loans by their month of payout, the last twelve. */
export async function readVintages(tx: Tx, today: string): Promise<Vintage[]> {
  const read = await sql<Vintage>`
    select to_char(disbursed_day, 'YYYY-MM') as month, count(*)::int as loans, sum(lent)::bigint as lent,
           sum(outstanding)::bigint as outstanding,
           count(*) filter (where status = ${sql.lit(OrderStatus.writtenOff)} or (late > 30 and outstanding > 0))::int as late30,
           count(*) filter (where late > 0)::int as due,
           count(*) filter (where late > 0 and at_due > 0)::int as first_payment_default
    from (${loans(today)}) loan
    group by 1 order by 1 desc limit 12`.execute(tx);
  return read.rows;
}

/** How many people reached each step. */
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
           count(*) filter (where state = 'declined')::int as declined from credit_limits`.execute(tx);
  return read.rows[0]!;
}
