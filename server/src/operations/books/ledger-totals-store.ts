import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { bookDay } from './closed-periods-store.ts';

/** As the index over journals has it. */
const writtenBy = sql`(j.written_by_xact::text::bigint)`;
/** Every transaction before it has ended: what it wrote is visible, and nothing can be added. */
const endedBefore = sql<number>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** What the journals of some transactions moved, by book day, value day, day of posting, kind and account. */
async function sumsOf(tx: Tx, of: { from: number; before: number | null }): Promise<RawBuilder<unknown>> {
  const day = await bookDay(tx);
  return sql`
    select book_day, value_day, booked_day, kind, account, sum(debit)::bigint as debit_paise, sum(credit)::bigint as credit_paise,
           sum(lines)::bigint as entries, count(*) as journals
    from (
      select ${day} as book_day, j.value_day, j.kind, (j.booked_at at time zone 'Asia/Kolkata')::date as booked_day, moved.*
      from journals j cross join lateral (
        select e.account, coalesce(sum(e.amount_paise) filter (where e.amount_paise > 0), 0) as debit,
               coalesce(-sum(e.amount_paise) filter (where e.amount_paise < 0), 0) as credit, count(*) as lines
        from entries e where e.user_id = j.user_id and e.journal_id = j.journal_id group by e.account) moved
      where ${writtenBy} >= ${of.from} ${of.before === null ? sql`` : sql`and ${writtenBy} < ${of.before}`}) posted
    group by book_day, value_day, booked_day, kind, account`;
}

interface Head {
  readonly beforeXact: number;
  readonly endedBefore: number;
}

async function readHead(tx: Tx, lock: RawBuilder<unknown>): Promise<Head> {
  const read = await sql<Head>`
    select before_xact, ${endedBefore} as ended_before from ledger_totals_head ${lock}`.execute(tx);
  return read.rows[0] ?? { beforeXact: 0, endedBefore: 0 };
}

/**
 * A row source of all that was posted, by days, kind and account: the sums made before, and what was posted
 * since. A database restored from a dump counts its transactions from
 * the beginning: there everything is summed until the next job.
 * @param tx a transaction with one snapshot
 */
export async function allTotals(tx: Tx): Promise<RawBuilder<unknown>> {
  const head = await readHead(tx, sql``);
  const isKnown = head.beforeXact <= head.endedBefore;
  const posted = await sumsOf(tx, { from: isKnown ? head.beforeXact : 0, before: null });
  if (!isKnown) return sql`(${posted})`;
  return sql`(
    select book_day, value_day, booked_day, kind, account, debit_paise, credit_paise, entries, journals from ledger_totals
    union all ${posted})`;
}

/** Adds to the totals what was posted since. Everything again where the totals are of another database. */
export async function sumPostedJournals(db: Db, now: number): Promise<void> {
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);
      const head = await readHead(tx, sql`for update`);
      const isKnown = head.beforeXact <= head.endedBefore;
      if (!isKnown) await sql`delete from ledger_totals`.execute(tx);
      const sums = await sumsOf(tx, { from: isKnown ? head.beforeXact : 0, before: head.endedBefore });
      await sql`
        insert into ledger_totals as t
          (book_day, value_day, booked_day, kind, account, debit_paise, credit_paise, entries, journals) ${sums}
        on conflict (book_day, value_day, booked_day, kind, account) do update set
          debit_paise = t.debit_paise + excluded.debit_paise, credit_paise = t.credit_paise + excluded.credit_paise,
          entries = t.entries + excluded.entries, journals = t.journals + excluded.journals`.execute(tx);
      await sql`
        update ledger_totals_head set before_xact = ${head.endedBefore}, summed_at = ${timestamp(now)}`.execute(tx);
    });
}

/** Accounts whose total differs from the sum of their entries, as sentences. */
export async function listWrongTotals(tx: Tx): Promise<{ examined: number; problems: string[] }> {
  const totals = await allTotals(tx);
  const read = await sql<{ account: string; summed: number; posted: number }>`
    select account, coalesce(t.amount, 0)::bigint as summed, coalesce(e.amount, 0)::bigint as posted
    from (select account, sum(debit_paise - credit_paise) as amount from ${totals} a group by account) t
    full join (select account, sum(amount_paise) as amount from entries group by account) e using (account)
    order by account`.execute(tx);
  return {
    examined: read.rows.length,
    problems: read.rows
      .filter(({ summed, posted }) => summed !== posted)
      .map(({ account, summed, posted }) => `the total of ${account} is ${summed} paise, its entries are ${posted}`),
  };
}
