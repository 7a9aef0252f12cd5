import { sql } from 'kysely';
import type { ColumnList } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { namedStatement } from '../../platform/db/named-statement.ts';
import { executeBatch, queueWithNext } from '../../platform/db/statements.ts';
import {
  type Account,
  balancedLines,
  type Journal,
  type JournalDetail,
  type JournalKind,
  type PostedJournal,
} from './ledger.ts';

/**
 * Posts a journal. Entries are inserted only in this file.
 * @returns its id, or null when a journal of the same order, kind and cause exists
 * @throws Error when it does not balance (the database checks it again)
 */
export async function post(tx: Tx, journal: Journal): Promise<string | null> {
  const values = { ...journalValues(journal), journalId: journal.journalId ?? null };
  const entries =
    journal.orderId === null ? LENDER_ENTRIES_BY_CAUSE(values) : ENTRIES_BY_CAUSE(values);
  const [written] = await executeBatch<[{ journalId: string }, unknown]>(tx, [
    POST_JOURNAL(values),
    entries,
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
  const values = { ...journalValues(journal), journalId: journal.journalId };
  await queueWithNext(tx, INSERT_JOURNAL(values));
  await queueWithNext(tx, ENTRIES_BY_ID(values));
}

type JournalColumn =
  | 'bookedAt'
  | 'cause'
  | 'detail'
  | 'journalId'
  | 'kind'
  | 'orderId'
  | 'reason'
  | 'reverses'
  | 'userId'
  | 'valueDay';

const insertJournal = (journalId: string): string => `
  insert into journals (user_id, order_id, journal_id, kind, value_day, booked_at, cause, reverses, reason, detail)
  values (:userId, :orderId, ${journalId}, :kind, :valueDay, :bookedAt, :cause, :reverses, :reason, :detail)
  on conflict (user_id, order_id, kind, cause) do nothing`;

const INSERT_JOURNAL = namedStatement<JournalColumn>(insertJournal(':journalId'));

const POST_JOURNAL = namedStatement<JournalColumn>(
  `${insertJournal('coalesce(:journalId::uuid, uuidv7())')} returning journal_id`,
);

/**
 * A statement of its own, not a part of the journal's: a distributed database takes no `with` that
 * inserts. Of a journal that was there before there are entries too, and none is added.
 */
const insertEntries = (which: string): string => `
  insert into entries (user_id, journal_id, line, account, amount_paise)
  select j.user_id, j.journal_id, l.line, l.account, l.amount
  from journals j, unnest(:accounts::text[], :amounts::bigint[]) with ordinality as l(account, amount, line)
  where j.user_id = :userId and ${which}`;

const hasNone =
  'not exists (select from entries e where e.user_id = :userId and e.journal_id = j.journal_id)';

const ENTRIES_BY_ID = namedStatement<'accounts' | 'amounts' | 'journalId' | 'userId'>(
  `${insertEntries('j.journal_id = :journalId')} on conflict (user_id, journal_id, line) do nothing`,
);

const ENTRIES_BY_CAUSE = namedStatement<
  'accounts' | 'amounts' | 'cause' | 'kind' | 'orderId' | 'userId'
>(insertEntries(`j.order_id = :orderId and j.kind = :kind and j.cause = :cause and ${hasNone}`));

const LENDER_ENTRIES_BY_CAUSE = namedStatement<
  'accounts' | 'amounts' | 'cause' | 'kind' | 'userId'
>(insertEntries(`j.order_id is null and j.kind = :kind and j.cause = :cause and ${hasNone}`));

/**
 * The values of a journal's statements, except its id.
 * @throws Error when it does not balance
 */
function journalValues(journal: Journal) {
  const lines = balancedLines(journal);
  return {
    userId: journal.userId,
    orderId: journal.orderId,
    kind: journal.kind,
    valueDay: journal.valueDay,
    bookedAt: timestamp(journal.bookedAt),
    cause: journal.cause,
    reverses: journal.reverses ?? null,
    reason: journal.reason ?? null,
    detail: journal.detail ? JSON.stringify(journal.detail) : null,
    accounts: lines.map(([account]) => account),
    amounts: lines.map(([, amount]) => amount),
  };
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
      of: journal,
      line: at + 1,
      account,
      amount,
    })),
  );
  await queueWithNext(
    tx,
    sql`
    insert into journals (user_id, order_id, journal_id, kind, value_day, booked_at, cause)
    select j.user_id, j.order_id, j.journal_id, 'accrual', j.value_day, j.booked_at, j.cause from unnest(
      ${journals.map(({ userId }) => userId)}::uuid[], ${journals.map(({ orderId }) => orderId)}::uuid[],
      ${journals.map(({ journalId }) => journalId)}::uuid[], ${journals.map(({ valueDay }) => valueDay)}::date[],
      ${journals.map(({ bookedAt }) => timestamp(bookedAt))}::timestamptz[],
      ${journals.map(({ cause }) => cause)}::text[]) j(user_id, order_id, journal_id, value_day, booked_at, cause)`,
  );

  await queueWithNext(
    tx,
    sql`
    insert into entries (user_id, journal_id, line, account, amount_paise)
    select * from unnest(
      ${entries.map(({ of }) => of.userId)}::uuid[], ${entries.map(({ of }) => of.journalId)}::uuid[],
      ${entries.map(({ line }) => line)}::int[], ${entries.map(({ account }) => account)}::text[],
      ${entries.map(({ amount }) => amount)}::bigint[])`,
  );
}

export interface JournalRow {
  userId: string;
  orderId: string;
  journalId: string;
  kind: JournalKind;
  valueDay: string;
  cause: string;
  reverses: string | null;
  reason: string | null;
  detail: JournalDetail | null;
  lines: [Account, number][];
}

const OWN_COLUMNS =
  'j.user_id, j.order_id, j.journal_id, j.kind, j.value_day, j.cause, j.reverses, j.reason, j.detail';
const LINES = 'json_agg(json_build_array(e.account, e.amount_paise) order by e.line)';
const journalColumns = sql.raw(`${OWN_COLUMNS}, ${LINES} as lines`);

/**
 * The columns of a {@link JournalRow} in a statement that reads no entries otherwise; journals are
 * `j`.
 */
export const JOURNAL_WITH_LINES: ColumnList<JournalRow> = {
  text: `${OWN_COLUMNS}, (
    select ${LINES} from entries e where e.user_id = j.user_id and e.journal_id = j.journal_id) as lines`,
};

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
    const journals = byOrder.get(row.orderId);
    if (journals) journals.push(toPostedJournal(row));
    else byOrder.set(row.orderId, [toPostedJournal(row)]);
  }

  return byOrder;
}
