import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';

/**
 * The accounts. Debits are positive. `limit_*` are memorandum accounts: what is promised and not yet lent.
 * `loan_principal`, `interest_receivable`, `penal_receivable`, `fees_receivable` (an extension's fee with its GST) are
 * what the borrower owes; `settlement_*` is money on its way through a provider; `borrower_credit` is what we owe the
 * borrower; `fee_discount` is what coupons took off fees; `write_off_expense` what was given up, `recovery_income` what
 * came in of it after all; `refunds_out` what was given back of payments; `unclaimed_receipts` money that came in and is
 * nobody's yet, in journals of the lender's own.
 */
const ACCOUNTS = [
  'limit_held',
  'limit_promised',
  'loan_principal',
  'interest_receivable',
  'interest_income',
  'penal_receivable',
  'penal_income',
  'fees_receivable',
  'fee_income',
  'fee_discount',
  'gst_payable',
  'settlement_out',
  'settlement_in',
  'borrower_credit',
  'waiver_expense',
  'write_off_expense',
  'recovery_income',
  'refunds_out',
  'unclaimed_receipts',
] as const;
export type Account = (typeof ACCOUNTS)[number];

/** What a journal records. */
export type JournalKind =
  | 'hold'
  | 'release'
  | 'disbursement'
  /** Interest and penal charge of the days up to its value day: a booking, no fact of the loan. */
  | 'accrual'
  | 'payment'
  | 'waiver'
  | 'extension'
  | 'refund'
  | 'chargeback'
  | 'write_off'
  | 'reversal';
/** What one of the lender's own records: money that came in and is nobody's, its way back to its sender. */
type HouseKind = 'receipt' | 'receipt_return' | 'reversal';

/** What a journal says besides its amounts, by its kind. */
export interface JournalDetail {
  /** extension: by how many days, for which fee and GST, by which addendum. */
  readonly days?: number;
  readonly feePaise?: number;
  readonly gstPaise?: number;
  readonly addendumNo?: string;
  /** payment: the buckets it fills before the others. */
  readonly first?: readonly ('fees' | 'interest' | 'principal' | 'penal')[];
  /** waiver, chargeback: the payment's journal it belongs to; a waiver falls when that is reversed. */
  readonly ofPayment?: string;
  /** waiver: the one bucket it lets go of; and the coupon that does it. */
  readonly bucket?: 'fees' | 'interest' | 'principal' | 'penal';
  readonly couponId?: string;
  /** payment: how it came; refund: our reference of it. */
  readonly channel?: string;
  readonly refundRef?: string;
  /** What an operator did: the request that was approved. */
  readonly requestId?: string;
}

/** Whose journals are the lender's own: money that is in suspense. */
export const houseId = '00000000-0000-0000-0000-000000000000';

/** One side of a journal: signed paise, debits positive. */
export type Line = readonly [account: Account, amountPaise: number];

/** A group of entries that is written whole or not at all. */
export interface Journal {
  /** Made by the database unless it had to be known before: see `nextJournalId`. */
  readonly journalId?: string;
  readonly userId: string;
  /** None for the lender's own: see `houseId`. */
  readonly orderId: string | null;
  readonly kind: JournalKind | HouseKind;
  /** The business day it counts from, whenever it was written. */
  readonly valueDay: string;
  readonly bookedAt: number;
  /** What it is for (a payout reference, a payment's provider id); a second one for the same is refused. */
  readonly cause: string;
  readonly lines: readonly Line[];
  readonly reverses?: string;
  readonly reason?: string;
  readonly detail?: JournalDetail;
}

/**
 * Writes a journal, once for its cause. This is the only place that inserts entries.
 * @returns its id, or null when one for the same order, kind and cause stands already
 * @throws Error when it does not balance (the database refuses it again at commit)
 */
export async function post(tx: Tx, journal: Journal): Promise<string | null> {
  const written = await sql<{ journal_id: string }>`with ${journalParts(journal)} select journal_id from j`.execute(tx);
  return written.rows[0]?.journal_id ?? null;
}

/** The parts `j` and `e` of {@link journalParts} for a statement written by hand that begins with {@link journalValues}. */
export const JOURNAL_PARTS = `j as (
    insert into journals (user_id, order_id, journal_id, kind, value_day, booked_at, cause, reverses, reason, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (user_id, order_id, kind, cause) do nothing
    returning user_id, journal_id
  ), e as (
    insert into entries (user_id, journal_id, line, account, amount_paise)
    select j.user_id, j.journal_id, l.line, l.account, l.amount
    from j, unnest($11::text[], $12::bigint[]) with ordinality as l(account, amount, line)
  )`;

/** The values `$1` to `$12` of {@link JOURNAL_PARTS}. @throws Error when it does not balance */
export function journalValues(journal: Journal & { readonly journalId: string }): unknown[] {
  const lines = balancedLines(journal);
  return [
    journal.userId,
    journal.orderId,
    journal.journalId,
    journal.kind,
    journal.valueDay,
    timestamp(journal.bookedAt),
    journal.cause,
    journal.reverses ?? null,
    journal.reason ?? null,
    journal.detail ? JSON.stringify(journal.detail) : null,
    lines.map(([account]) => account),
    lines.map(([, amount]) => amount),
  ];
}

function balancedLines({ kind, lines: all }: Journal): Line[] {
  const lines = all.filter(([, amount]) => amount !== 0);
  const total = lines.reduce((sum, [, amount]) => sum + amount, 0);
  if (total !== 0 || lines.length < 2) throw new Error(`journal ${kind} is out of balance by ${total} paise`);
  return lines;
}

/**
 * The same as the parts `j` and `e` of a `with`, for a statement that writes more than the journal; `where` says whether
 * it is written at all.
 * @throws Error when it does not balance
 */
export function journalParts(journal: Journal, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const lines = balancedLines(journal);
  return sql`
    j as (
      insert into journals (user_id, journal_id, order_id, kind, value_day, booked_at, cause, reverses, reason, detail)
      select ${journal.userId}::uuid, coalesce(${journal.journalId ?? null}::uuid, uuidv7()), ${journal.orderId}::uuid,
             ${journal.kind}::text, ${journal.valueDay}::date, ${timestamp(journal.bookedAt)}::timestamptz,
             ${journal.cause}::text, ${journal.reverses ?? null}::uuid, ${journal.reason ?? null}::text,
             ${journal.detail ? JSON.stringify(journal.detail) : null}::jsonb
      where ${where}
      on conflict (user_id, order_id, kind, cause) do nothing
      returning user_id, journal_id
    ), e as (
      insert into entries (user_id, journal_id, line, account, amount_paise)
      select j.user_id, j.journal_id, l.line, l.account, l.amount
      from j, unnest(${lines.map(([account]) => account)}::text[], ${lines.map(([, amount]) => amount)}::bigint[])
        with ordinality as l(account, amount, line)
    )`;
}

/** A journal as read back. */
export interface PostedJournal {
  readonly journalId: string;
  readonly kind: JournalKind;
  readonly valueDay: string;
  readonly cause: string;
  readonly reverses: string | null;
  readonly reason: string | null;
  readonly detail: JournalDetail;
  readonly lines: readonly Line[];
}

/** The same as a query reads it. */
export interface JournalRow {
  user_id: string;
  order_id: string;
  journal_id: string;
  kind: JournalKind;
  value_day: string;
  cause: string;
  reverses: string | null;
  reason: string | null;
  detail: JournalDetail | null;
  lines: [Account, number][];
}

const journalColumns = sql`j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, j.cause, j.reverses, j.reason,
  j.detail, json_agg(json_build_array(e.account, e.amount_paise) order by e.line) as lines`;

/** A journal of a row. */
export function postedOf(row: JournalRow): PostedJournal {
  return {
    journalId: row.journal_id,
    kind: row.kind,
    valueDay: row.value_day,
    cause: row.cause,
    reverses: row.reverses,
    reason: row.reason,
    detail: row.detail ?? {},
    lines: row.lines,
  };
}

/** All journals of an order, by value day and then as they were written. */
export async function readJournals(db: Db | Tx, userId: string, orderId: string): Promise<PostedJournal[]> {
  const read = await sql<JournalRow>`
    select ${journalColumns}
    from journals j join entries e using (user_id, journal_id)
    where j.user_id = ${userId} and j.order_id = ${orderId}
    group by j.user_id, j.journal_id
    order by j.value_day, j.journal_id`.execute(db);
  return read.rows.map(postedOf);
}

/** The same of many orders at once, by order id; one that has none is left out. */
export async function readJournalsOfMany(
  db: Db | Tx,
  orders: readonly { readonly userId: string; readonly orderId: string }[],
): Promise<Map<string, PostedJournal[]>> {
  const read = await sql<JournalRow>`
    select ${journalColumns}
    from unnest(${orders.map((one) => one.userId)}::uuid[], ${orders.map((one) => one.orderId)}::uuid[]) k(user_id, order_id)
    join journals j using (user_id, order_id) join entries e using (user_id, journal_id)
    group by j.user_id, j.journal_id
    order by j.value_day, j.journal_id`.execute(db);
  const byOrder = new Map<string, PostedJournal[]>();
  for (const row of read.rows) {
    const journals = byOrder.get(row.order_id);
    if (journals) journals.push(postedOf(row));
    else byOrder.set(row.order_id, [postedOf(row)]);
  }
  return byOrder;
}
