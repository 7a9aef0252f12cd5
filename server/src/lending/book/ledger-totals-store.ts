import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { endedBefore, thisCluster } from '../../platform/db/horizon-store.ts';
import { isSpread, waitForCommits } from '../../platform/distribution/distribution-store.ts';
import { bookDay } from './closed-periods-store.ts';

/** As the index over journals has it. */
const writtenBy = sql`(j.written_by_xact::text::bigint)`;

/**
 * What the journals of some transactions moved, by book day, value day, day of posting, kind and
 * account.
 */
async function selectSums(
  tx: Tx,
  range: { from: number; before: number | null },
): Promise<RawBuilder<unknown>> {
  const day = await bookDay(tx);

  return sql`
    select book_day, value_day, booked_day, kind, account,
           sum(debit)::bigint as debit_paise, sum(credit)::bigint as credit_paise,
           sum(lines)::bigint as entries, count(*) as journals
    from (
      select ${day} as book_day, j.value_day, j.kind,
             (j.booked_at at time zone 'Asia/Kolkata')::date as booked_day, moved.*
      from journals j cross join lateral (
        select e.account,
               coalesce(sum(e.amount_paise) filter (where e.amount_paise > 0), 0) as debit,
               coalesce(-sum(e.amount_paise) filter (where e.amount_paise < 0), 0) as credit,
               count(*) as lines
        from entries e where e.user_id = j.user_id and e.journal_id = j.journal_id
        group by e.account) moved
      where ${writtenBy} >= ${range.from}
        ${range.before === null ? sql`` : sql`and ${writtenBy} < ${range.before}`}) posted
    group by book_day, value_day, booked_day, kind, account`;
}

interface Head {
  /** Whether the transactions are this database's, and the totals its own. */
  readonly isKnown: boolean;
  readonly beforeXact: number;
  readonly endedBefore: number;
}

async function readHead(tx: Tx, lock: RawBuilder<unknown>): Promise<Head> {
  const read = await sql<Head>`
    select before_xact, ${endedBefore} as ended_before,
           cluster = ${thisCluster} and before_xact <= ${endedBefore} as is_known
    from ledger_totals_head ${lock}`.execute(tx);
  return read.rows[0] ?? { isKnown: false, beforeXact: 0, endedBefore: 0 };
}

/**
 * A row source of all that was posted, by days, kind and account: the sums made before, and what
 * was posted since. Where the sums are of another database, from which this one was restored,
 * everything is summed until the next job.
 * @param tx a transaction with one snapshot
 */
export async function allTotals(tx: Tx): Promise<RawBuilder<unknown>> {
  const head = await readHead(tx, sql``);
  const posted = await selectSums(tx, { from: head.isKnown ? head.beforeXact : 0, before: null });
  if (!head.isKnown) return sql`(${posted})`;

  return sql`(
    select book_day, value_day, booked_day, kind, account,
           debit_paise, credit_paise, entries, journals
    from ledger_totals
    union all ${posted})`;
}

/**
 * Adds to the totals what was posted since. Everything again where the totals are of another
 * database.
 */
export async function sumPostedJournals(db: Db, now: number): Promise<void> {
  const isOnSeveral = await isSpread(db);
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx);

      const head = await readHead(tx, sql`for update`);
      if (isOnSeveral) await waitForCommits(tx);
      if (!head.isKnown) await sql`delete from ledger_totals`.execute(tx);

      const sums = await selectSums(tx, {
        from: head.isKnown ? head.beforeXact : 0,
        before: head.endedBefore,
      });
      await sql`
        insert into ledger_totals as t (
          book_day, value_day, booked_day, kind, account,
          debit_paise, credit_paise, entries, journals) ${sums}
        on conflict (book_day, value_day, booked_day, kind, account) do update set
          debit_paise = t.debit_paise + excluded.debit_paise,
          credit_paise = t.credit_paise + excluded.credit_paise,
          entries = t.entries + excluded.entries,
          journals = t.journals + excluded.journals`.execute(tx);

      await sql`
        update ledger_totals_head
        set before_xact = ${head.endedBefore}, cluster = ${thisCluster},
            summed_at = ${timestamp(now)}`.execute(tx);
    });
}

/** What the entries of each account come to in paise, of all transactions before one. */
export interface VerifiedSums {
  readonly beforeXact: number;
  readonly sums: Readonly<Record<string, number>>;
}

/** The entries compared with the totals. */
export interface ComparedTotals {
  /** Entries read, and what all entries come to. */
  readonly entries: number;
  readonly totalPaise: number;
  readonly accounts: number;
  /** Accounts whose total differs from their entries, as sentences. */
  readonly problems: readonly string[];
  /** For the next comparison. */
  readonly verified: VerifiedSums;
}

/**
 * Compares each account's total with its entries: with all of them, or with sums verified before
 * and the entries posted since. Sums of another database, from which this one was restored, are not
 * used.
 */
export async function compareTotals(
  tx: Tx,
  verified: VerifiedSums | null,
): Promise<ComparedTotals> {
  const head = await readHead(tx, sql``);
  const known = verified && verified.beforeXact <= head.endedBefore ? verified : null;
  const read = await sumEntries(tx, known?.beforeXact ?? null);
  const open = await sumEntries(tx, head.endedBefore);
  const totals = await sql<{ account: string; amount: number }>`
    select account, sum(debit_paise - credit_paise)::bigint as amount
    from ${await allTotals(tx)} a group by account`.execute(tx);

  const totalByAccount = new Map(totals.rows.map(({ account, amount }) => [account, amount]));
  const accounts = [
    ...new Set([...totalByAccount.keys(), ...read.keys(), ...Object.keys(known?.sums ?? {})]),
  ].toSorted();
  const posted = new Map(
    accounts.map((account) => [
      account,
      (known?.sums[account] ?? 0) + (read.get(account)?.amount ?? 0),
    ]),
  );
  const sums = accounts.map((account) => [
    account,
    (posted.get(account) ?? 0) - (open.get(account)?.amount ?? 0),
  ]);

  return {
    entries: [...read.values()].reduce((sum, { entries }) => sum + entries, 0),
    totalPaise: [...posted.values()].reduce((sum, amount) => sum + amount, 0),
    accounts: accounts.length,
    problems: accounts
      .filter((account) => (totalByAccount.get(account) ?? 0) !== posted.get(account))
      .map(
        (account) =>
          `the total of ${account} is ${totalByAccount.get(account) ?? 0} paise, ` +
          `its entries are ${posted.get(account)}`,
      ),
    verified: { beforeXact: head.endedBefore, sums: Object.fromEntries(sums) },
  };
}

/**
 * By account, the sum and the number of all entries, or of those that one transaction and later
 * ones wrote.
 */
async function sumEntries(
  tx: Tx,
  from: number | null,
): Promise<Map<string, { amount: number; entries: number }>> {
  const rows = sql`entries e`;
  const since = sql`journals j join entries e using (user_id, journal_id)
    where ${writtenBy} >= ${from}`;
  const read = await sql<{ account: string; amount: number; entries: number }>`
    select e.account, sum(e.amount_paise)::bigint as amount, count(*) as entries
    from ${from === null ? rows : since} group by e.account`.execute(tx);

  return new Map(read.rows.map(({ account, ...sums }) => [account, sums]));
}
