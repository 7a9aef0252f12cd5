import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Line } from '../../lending/book/ledger.ts';
import { allTotals } from '../../lending/book/ledger-totals-store.ts';
import type { DayTotal } from '../../lending/reconciliation/posted-lines-store.ts';
import type { ReconciliationDifference } from '../../lending/reconciliation/reconciliation-difference.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isAsked, type ListFilter } from './list-filter-store.ts';
import { isAfter } from './money-in-store.ts';
import type { Place } from './pages.ts';

export interface OutRow {
  readonly kind: 'payout' | 'refund';
  readonly ref: string;
  readonly repayId: string;
  readonly state: string;
  readonly amountPaise: number;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly decidedAt: number | null;
}

interface OutQuery extends ListFilter {
  readonly list: 'open' | 'failed';
  readonly after: Place | null;
  readonly limit: number;
}

/** Payouts under way, or those that failed or came back, newest first. */
export async function listPayoutsOut(
  db: Db,
  { list, after, limit, ...filter }: OutQuery,
): Promise<OutRow[]> {
  const states =
    list === 'open'
      ? sql`p.state in ('waiting', 'sent', 'queued', 'unknown')`
      : sql`p.state in ('failed', 'reversed')`;
  const { rows } = await sql<OutRow>`
    select 'payout' as kind, p.payout_ref as ref, o.repay_id, p.state, p.amount_paise, p.reason,
           p.created_at, p.decided_at
    from (select * from payouts p
          where ${states} and ${isAfter(sql`p.created_at`, sql`p.payout_ref`, after)}
            and ${isAsked(filter, sql`p.created_at`, sql`p.amount_paise`)}
          order by p.created_at desc, p.payout_ref desc limit ${limit}) p
    join orders o using (user_id, order_id)
    order by p.created_at desc, p.payout_ref desc`.execute(db);

  return rows;
}

/** Refunds under way, or those that failed, newest first. */
export async function listRefundsOut(
  db: Db,
  { list, after, limit, ...filter }: OutQuery,
): Promise<OutRow[]> {
  const by = list === 'open' ? sql`f.created_at` : sql`f.decided_at`;
  const states =
    list === 'open' ? sql`f.state in ('waiting', 'sent', 'unknown')` : sql`f.state = 'failed'`;
  const { rows } = await sql<OutRow>`
    select 'refund' as kind, f.refund_ref as ref, o.repay_id, f.state, f.amount_paise, f.reason,
           f.created_at, f.decided_at
    from (select * from refunds f
          where ${states} and ${isAfter(by, sql`f.refund_ref`, after)}
            and ${isAsked(filter, by, sql`f.amount_paise`)}
          order by ${by} desc, f.refund_ref desc limit ${limit}) f
    join orders o using (user_id, order_id)
    order by ${by} desc, f.refund_ref desc`.execute(db);

  return rows;
}

export interface ReconciliationRow {
  readonly day: BusinessDay;
  readonly checkedAt: number;
  readonly differences: readonly ReconciliationDifference[];
  /** Null for a day that was compared before they were stored. */
  readonly totals: readonly DayTotal[] | null;
}

const reconciliationColumns = [
  'day',
  'checkedAt',
  sql<readonly ReconciliationDifference[]>`differences`.as('differences'),
  sql<readonly DayTotal[] | null>`totals`.as('totals'),
] as const;

/** Reconciled days, newest first. */
export async function listReconciledDays(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReconciliationRow[]> {
  let query = db.selectFrom('provider_reconciliations').select(reconciliationColumns);
  if (after !== undefined) query = query.where('day', '<', businessDay(after));
  return query.orderBy('day', 'desc').limit(limit).execute();
}

export interface AccountMove {
  readonly account: Line[0];
  readonly debitPaise: number;
  readonly creditPaise: number;
  readonly journals: number;
}

/**
 * What the journals posted on a day moved on the accounts through which money comes and goes.
 * @param tx one snapshot
 */
export async function readSettlementMoves(tx: Tx, day: string): Promise<AccountMove[]> {
  const { rows } = await sql<AccountMove>`
    select account, sum(debit_paise)::bigint as debit_paise,
           sum(credit_paise)::bigint as credit_paise,
           sum(journals)::int as journals
    from ${await allTotals(tx)} t
    where booked_day = ${day}::date
      and account in (
        'settlement_in', 'settlement_out', 'refunds_out', 'unclaimed_funds', 'borrower_credit')
    group by account order by account`.execute(tx);
  return rows;
}
