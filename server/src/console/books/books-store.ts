import type { AccountTotals, LedgerAccount } from '@noren/core/lending/chart-of-accounts';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { bookDay } from '../../lending/book/closed-periods-store.ts';
import { JOURNAL_KINDS } from '../../lending/book/ledger.ts';
import { allTotals } from '../../lending/book/ledger-totals-store.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

type AccountRow = AccountTotals & { readonly entries: number };

/**
 * What each account moved from `from` (or the beginning) through `to`, and its balances.
 * @param tx one snapshot
 */
export async function readAccountTotals(
  tx: Tx,
  from: string | null,
  to: string,
): Promise<AccountRow[]> {
  const totals = await allTotals(tx);
  const isBefore = sql<boolean>`(${from}::date is not null and book_day < ${from}::date)`;
  const read = await sql<AccountRow>`
    select account, sum(entries)::bigint as entries,
           coalesce(sum(debit_paise - credit_paise) filter (where ${isBefore}), 0)::bigint
             as opening,
           coalesce(sum(debit_paise) filter (where not ${isBefore}), 0)::bigint as debit,
           coalesce(sum(credit_paise) filter (where not ${isBefore}), 0)::bigint as credit,
           sum(debit_paise - credit_paise)::bigint as closing
    from ${totals} t where book_day <= ${to}::date
    group by account order by account`.execute(tx);

  return read.rows;
}

/** Before every other. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type JournalRow = Columns<
  'journals',
  'journalId' | 'kind' | 'valueDay' | 'bookedAt' | 'reason'
> & {
  readonly repayId: string | null;
  readonly lines: readonly { account: LedgerAccount; amount: number }[];
};

/** Journals of a value day after one, in the order of their ids. */
export async function listDayJournals(
  db: Db,
  page: { day: string; after: string | null; limit: number },
): Promise<JournalRow[]> {
  const ofKind = (kind: string) => sql`
    (select user_id, journal_id from journals
     where value_day = ${page.day}::date and kind = ${kind}
       and journal_id > ${page.after ?? FIRST_ID}::uuid
     order by journal_id limit ${page.limit})`;

  // The keys come first: a distributed database joins no page of them with every shard.
  const keys = await sql<{ userId: string; journalId: string }>`
    ${sql.join(JOURNAL_KINDS.map(ofKind), sql` union all `)}
    order by journal_id limit ${page.limit}`.execute(db);

  const read = await sql<JournalRow>`
    select j.journal_id, j.kind, o.repay_id, j.value_day, j.booked_at, j.reason,
           (select jsonb_agg(jsonb_build_object('account', e.account, 'amount', e.amount_paise)
                             order by e.line)
            from entries e where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines
    from journals j left join orders o on o.user_id = j.user_id and o.order_id = j.order_id
    where j.user_id = any(${keys.rows.map(({ userId }) => userId)}::uuid[])
      and j.journal_id = any(${keys.rows.map(({ journalId }) => journalId)}::uuid[])
    order by j.journal_id`.execute(db);

  return read.rows;
}

export type LedgerRow = Columns<'journals', 'journalId' | 'kind' | 'valueDay'> & {
  readonly repayId: string | null;
  readonly amount: number;
};

/**
 * What each journal moved an account by, in the order of value days, after one. The totals say on
 * which days journals of which kinds moved it: those alone are read.
 * @param tx one snapshot
 */
export async function listLedger(
  tx: Tx,
  wanted: {
    account: string;
    from: string;
    to: string;
    after: readonly [day: string, journalId: string] | null;
    limit: number;
  },
): Promise<LedgerRow[]> {
  const [afterDay, afterId] = wanted.after ?? [wanted.from, FIRST_ID];
  const days = await listMovedDays(tx, { ...wanted, from: afterDay });
  if (days.length === 0) return [];

  const ofDay = ({ valueDay, kind }: { valueDay: string; kind: string }) => sql`
    (select j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, e.amount
     from journals j cross join lateral (
       select sum(amount_paise)::bigint as amount from entries
       where user_id = j.user_id and journal_id = j.journal_id and account = ${wanted.account}) e
     where j.value_day = ${valueDay}::date and j.kind = ${kind} and e.amount is not null
       and j.journal_id > ${valueDay === afterDay ? afterId : FIRST_ID}::uuid
     order by j.journal_id limit ${wanted.limit})`;

  const { rows } = await sql<
    Omit<LedgerRow, 'repayId'> & { userId: string; orderId: string | null }
  >`
    select * from (${sql.join(days.map(ofDay), sql` union all `)}) t
    order by value_day, journal_id limit ${wanted.limit}`.execute(tx);
  const repayIds = await readRepayIds(tx, rows);

  return rows.map(({ userId: _, orderId, ...row }) => ({
    ...row,
    repayId: repayIds.get(orderId ?? '') ?? null,
  }));
}

/**
 * By order. Read by themselves: a distributed database joins no page of journals with every shard.
 */
async function readRepayIds(
  tx: Tx,
  journals: readonly { readonly userId: string; readonly orderId: string | null }[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ orderId: string; repayId: string }>`
    select order_id, repay_id from orders
    where user_id = any(${journals.map(({ userId }) => userId)}::uuid[])
      and order_id = any(${journals.map(({ orderId }) => orderId)}::uuid[])`.execute(tx);
  return new Map(rows.map(({ orderId, repayId }) => [orderId, repayId]));
}

/**
 * The first days, and kinds of journal, that together moved an account at least `limit` times after
 * the first of them.
 */
async function listMovedDays(
  tx: Tx,
  range: { account: string; from: string; to: string; limit: number },
): Promise<{ valueDay: string; kind: string }[]> {
  const read = await sql<{ valueDay: string; kind: string; before: number }>`
    select value_day, kind,
           coalesce(sum(sum(journals)) over (
             order by value_day range between unbounded preceding and current row exclude group
           ), 0)::bigint
           - coalesce(
             sum(sum(journals)) filter (where value_day = ${range.from}::date) over (), 0
           )::bigint as before
    from ${await allTotals(tx)} t
    where account = ${range.account} and value_day between ${range.from}::date and ${range.to}::date
    group by value_day, kind order by value_day, kind`.execute(tx);
  return read.rows.filter(({ before }) => before < range.limit);
}

export type EntryRow = Columns<
  'journals',
  'journalId' | 'valueDay' | 'bookedAt' | 'kind' | 'cause'
> &
  Columns<'entries', 'line'> & {
    readonly bookDay: BusinessDay;
    readonly repayId: string | null;
    readonly account: LedgerAccount;
    readonly amount: number;
  };

/**
 * The entries that count in a period, in the order of value days. Stored whole in memory: the
 * caller bounds their number.
 */
export async function listEntries(
  db: Db | Tx,
  range: { from: string; to: string; limit: number },
): Promise<EntryRow[]> {
  const day = await bookDay(db);
  const read = await sql<EntryRow>`
    select posted.*, o.repay_id from (
      select j.user_id, j.order_id, j.journal_id, e.line, ${day} as book_day, j.value_day,
             j.booked_at, j.kind, e.account, e.amount_paise as amount, j.cause
      from journals j join entries e using (user_id, journal_id)) posted
    left join orders o on o.user_id = posted.user_id and o.order_id = posted.order_id
    where book_day between ${range.from}::date and ${range.to}::date
    order by book_day, journal_id, line limit ${range.limit}`.execute(db);

  return read.rows;
}
