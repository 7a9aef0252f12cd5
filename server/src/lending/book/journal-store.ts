import { type RawBuilder, sql } from 'kysely';
import { listColumns, type RowOf } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { executeBatch, queueWithNext } from '../../platform/db/statements.ts';
import {
  type Account,
  balancedLines,
  type Journal,
  type JournalDetail,
  type JournalKind,
  type OrderKey,
  type PostedJournal,
} from './ledger.ts';

/**
 * Posts a journal. Entries are inserted only in this file.
 * @returns its id, or null when a journal of the same order, kind and cause exists
 * @throws Error when it does not balance (the database checks it again)
 */
export async function post(tx: Tx, journal: Journal): Promise<string | null> {
  const { userId, orderId, kind, cause, journalId } = journal;
  const isOfOrder = orderId === null ? sql`j.order_id is null` : sql`j.order_id = ${orderId}`;
  const [written] = await executeBatch(tx, [
    sql<{ journalId: string }>`
    ${insertJournal(journal, sql`coalesce(${journalId ?? null}::uuid, uuidv7())`)}
    returning journal_id`,
    insertEntries(
      journal,
      sql`${isOfOrder} and j.kind = ${kind} and j.cause = ${cause}
    and not exists (
      select from entries e where e.user_id = ${userId} and e.journal_id = j.journal_id)`,
    ),
  ]);

  return written[0]?.journalId ?? null;
}

/**
 * Posts a journal whose id is chosen; sent with the next statement.
 * @throws Error when it does not balance
 */
export async function queueJournal(
  tx: Tx,
  journal: Journal & { readonly journalId: string },
): Promise<void> {
  const { journalId } = journal;
  const entries = insertEntries(journal, sql`j.journal_id = ${journalId}`);

  await queueWithNext(tx, insertJournal(journal, sql`${journalId}`));
  await queueWithNext(tx, sql`${entries} on conflict (user_id, journal_id, line) do nothing`);
}

const insertJournal = (journal: Journal, journalId: RawBuilder<unknown>) => sql`
  insert into journals (
    user_id, order_id, journal_id, kind, value_day, booked_at, cause, reverses, reason, detail)
  values (${journal.userId}, ${journal.orderId}, ${journalId}, ${journal.kind}, ${journal.valueDay},
          ${timestamp(journal.bookedAt)}, ${journal.cause}, ${journal.reverses ?? null},
          ${journal.reason ?? null}, ${journal.detail ? JSON.stringify(journal.detail) : null})
  on conflict (user_id, order_id, kind, cause) do nothing`;

/**
 * A statement of its own, not a part of the journal's: a distributed database takes no `with` that
 * inserts. Of a journal that was there before there are entries too, and none is added.
 * @throws Error when the journal does not balance
 */
function insertEntries(journal: Journal, isOfJournal: RawBuilder<unknown>) {
  const lines = balancedLines(journal);

  return sql`
  insert into entries (user_id, journal_id, line, account, amount_paise)
  select j.user_id, j.journal_id, l.line, l.account, l.amount
  from journals j, unnest(
    ${lines.map(([account]) => account)}::text[], ${lines.map(([, amount]) => amount)}::bigint[])
    with ordinality as l(account, amount, line)
  where j.user_id = ${journal.userId} and ${isOfJournal}`;
}

/**
 * Posts the accruals of many orders in one statement, sent with the next one. If any order already
 * has a journal with its cause, the database refuses all of them.
 * @throws Error when a journal does not balance
 */
export async function postAccruals(
  tx: Tx,
  journals: readonly (Journal & { readonly journalId: string })[],
): Promise<void> {
  if (journals.length === 0) return;

  const entries = journals.flatMap((journal) =>
    balancedLines(journal).map(([account, amount], at) => ({
      journal,
      line: at + 1,
      account,
      amount,
    })),
  );
  await queueWithNext(
    tx,
    sql`
    insert into journals (user_id, order_id, journal_id, kind, value_day, booked_at, cause)
    select j.user_id, j.order_id, j.journal_id, 'accrual', j.value_day, j.booked_at, j.cause
    from unnest(
      ${journals.map(({ userId }) => userId)}::uuid[],
      ${journals.map(({ orderId }) => orderId)}::uuid[],
      ${journals.map(({ journalId }) => journalId)}::uuid[],
      ${journals.map(({ valueDay }) => valueDay)}::date[],
      ${journals.map(({ bookedAt }) => timestamp(bookedAt))}::timestamptz[],
      ${journals.map(({ cause }) => cause)}::text[])
      j(user_id, order_id, journal_id, value_day, booked_at, cause)`,
  );

  await queueWithNext(
    tx,
    sql`
    insert into entries (user_id, journal_id, line, account, amount_paise)
    select * from unnest(
      ${entries.map(({ journal }) => journal.userId)}::uuid[],
      ${entries.map(({ journal }) => journal.journalId)}::uuid[],
      ${entries.map(({ line }) => line)}::int[],
      ${entries.map(({ account }) => account)}::text[],
      ${entries.map(({ amount }) => amount)}::bigint[])`,
  );
}

const OWN_COLUMNS = listColumns('journals', 'j', [
  'userId',
  sql<string>`order_id`.as('orderId'),
  'journalId',
  sql<JournalKind>`kind`.as('kind'),
  'valueDay',
  'cause',
  'reverses',
  'reason',
  sql<JournalDetail | null>`detail`.as('detail'),
]);
const LINES = sql`json_agg(json_build_array(e.account, e.amount_paise) order by e.line)`;

/** A journal of an order, with its lines. */
export type JournalRow = RowOf<typeof OWN_COLUMNS> & { readonly lines: [Account, number][] };

const journalColumns = sql`${OWN_COLUMNS}, ${LINES} as lines`;

/**
 * The columns of a {@link JournalRow} in a statement that reads no entries otherwise; journals are
 * `j`.
 */
export const JOURNAL_WITH_LINES = sql<JournalRow>`${OWN_COLUMNS}, (
  select ${LINES} from entries e
  where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines`;

export function toPostedJournal(row: JournalRow): PostedJournal {
  return {
    journalId: row.journalId,
    kind: row.kind,
    valueDay: row.valueDay,
    cause: row.cause,
    reverses: row.reverses,
    reason: row.reason,
    detail: row.detail ?? {},
    lines: row.lines,
  };
}

/** All journals of an order, by value day, then in posting order. */
export async function readJournals(
  db: Db | Tx,
  userId: string,
  orderId: string,
): Promise<PostedJournal[]> {
  const read = await sql<JournalRow>`
    select ${journalColumns}
    from journals j join entries e using (user_id, journal_id)
    where j.user_id = ${userId} and j.order_id = ${orderId}
    group by j.user_id, j.journal_id
    order by j.value_day, j.journal_id`.execute(db);
  return read.rows.map(toPostedJournal);
}

/** {@link readJournals} for many orders, by order id; orders without journals are absent. */
export async function readJournalsOfMany(
  db: Db | Tx,
  orders: readonly OrderKey[],
): Promise<Map<string, PostedJournal[]>> {
  const read = await sql<JournalRow>`
    select ${journalColumns}
    from unnest(${orders.map((one) => one.userId)}::uuid[],
                ${orders.map((one) => one.orderId)}::uuid[]) k(user_id, order_id)
    join journals j using (user_id, order_id) join entries e using (user_id, journal_id)
    group by j.user_id, j.journal_id
    order by j.value_day, j.journal_id`.execute(db);
  const byOrder = new Map<string, PostedJournal[]>();

  for (const row of read.rows) {
    const journals = byOrder.get(row.orderId);
    if (journals) journals.push(toPostedJournal(row));
    else byOrder.set(row.orderId, [toPostedJournal(row)]);
  }

  return byOrder;
}
