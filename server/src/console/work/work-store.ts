import type { WorkCount } from '@noren/contract/staff/work';
import { OrderStatus } from '@noren/core/lending/order-status';
import { WORK_KINDS, WORK_RULES, type WorkKind } from '@noren/core/staff/work-kinds';
import { type RawBuilder, sql } from 'kysely';
import { type Db, instantValue, type Tx } from '../../platform/db/db.ts';
import { approvalSources } from './sources/approvals-store.ts';
import { complaintSources } from './sources/complaints-store.ts';
import { correctionSources } from './sources/corrections-store.ts';
import { faultSources } from './sources/faults-store.ts';
import { moneySources } from './sources/money-store.ts';
import { reviewSources } from './sources/reviews-store.ts';
import { sanctionsSources } from './sources/sanctions-store.ts';
import type { WorkReader, WorkSources } from './work-source.ts';

const SOURCES: WorkSources<WorkKind> = {
  ...reviewSources,
  ...correctionSources,
  ...sanctionsSources,
  ...moneySources,
  ...complaintSources,
  ...approvalSources,
  ...faultSources,
};

/** How long before its due time an item counts as due soon. */
const SOON_MS = 2 * 3_600_000;

/** Something that waits for a person. */
export interface WorkRow {
  readonly kind: WorkKind;
  readonly subject: string;
  readonly userId: string | null;
  readonly nameEnc: Buffer | null;
  readonly maskedPhone: string | null;
  readonly repayId: string | null;
  readonly since: number;
  readonly due: number;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly claimedBy: string | null;
  readonly claimedName: string | null;
  readonly claimedUntil: number | null;
}

export type WorkOrder = 'due' | 'oldest' | 'newest';

/**
 * The last row of the page before: the value of its order, since when it waits, its kind and
 * subject.
 */
export type WorkPlace = readonly [at: number, since: number, kind: string, subject: string];

/** What waits of a kind. Milliseconds, so that a page can go on after a row. */
function selectRows(kind: WorkKind, reader: WorkReader): RawBuilder<unknown> {
  const hours = WORK_RULES[kind].hours ?? 0;

  return sql`select ${sql.lit(kind)} as kind, s.subject, s.user_id, s.repay_id,
      date_trunc('milliseconds', s.since) as since,
      date_trunc('milliseconds',
        coalesce(s.due, s.since + ${sql.lit(`${hours} hours`)}::interval)) as due,
      s.facts
    from (${SOURCES[kind](reader)}) s`;
}

/** The same, with who claimed it. */
function selectWaiting(kind: WorkKind, reader: WorkReader): RawBuilder<unknown> {
  return sql`
    select s.*, c.staff_id as claimed_by, c.until as claimed_until
    from (${selectRows(kind, reader)}) s
    left join work_claims c
      on c.kind = ${sql.lit(kind)} and c.subject = s.subject
      and c.until > ${instantValue(reader.now)}`;
}

const unionAll = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `);

const rowColumns = sql`w.kind, w.subject, w.user_id, i.name_enc, u.masked_phone, w.repay_id,
  w.since, w.due, w.facts, w.claimed_by, m.name as claimed_name, w.claimed_until`;
const joinPeople = sql`left join users u on u.user_id = w.user_id
  left join identities i on i.user_id = u.user_id left join staff m on m.staff_id = w.claimed_by`;

/** What waits of some kinds, in an order, after a row. */
export async function listWork(
  db: Db | Tx,
  reader: WorkReader,
  page: {
    kinds: readonly WorkKind[];
    who: 'everyone' | 'nobody' | 'mine';
    order: WorkOrder;
    after: WorkPlace | null;
    limit: number;
  },
): Promise<WorkRow[]> {
  if (page.kinds.length === 0) return [];

  const by = page.order === 'due' ? sql`w.due` : sql`w.since`;
  const isBackwards = page.order === 'newest';
  const direction = isBackwards ? sql`desc` : sql`asc`;
  const who = {
    everyone: sql`true`,
    nobody: sql`w.claimed_by is null`,
    mine: sql`w.claimed_by = ${reader.staffId}::uuid`,
  }[page.who];
  const after = page.after
    ? sql`
      and (${by}, w.since, w.kind, w.subject) ${isBackwards ? sql`<` : sql`>`} (
        ${instantValue(page.after[0])}, ${instantValue(page.after[1])},
        ${page.after[2]}, ${page.after[3]})`
    : sql``;
  const order = sql`
    order by ${by} ${direction}, w.since ${direction}, w.kind ${direction}, w.subject ${direction}`;
  // Of each kind no more than a page, so that what waits of all kinds is not sorted together.
  const parts = page.kinds.map(
    (kind) => sql`(
      select * from (${selectWaiting(kind, reader)}) w
      where ${who} ${after} ${order} limit ${page.limit})`,
  );
  const read = await sql<WorkRow>`
    select ${rowColumns}
    from (select * from (${unionAll(parts)}) w ${order} limit ${page.limit}) w
    ${joinPeople} ${order}`.execute(db);

  return read.rows;
}

/** One thing that waits; undefined when it does not. */
export async function findWork(
  db: Db | Tx,
  reader: WorkReader,
  { kind, subject }: { kind: WorkKind; subject: string },
): Promise<WorkRow | undefined> {
  const read = await sql<WorkRow>`
    select ${rowColumns} from (${selectWaiting(kind, reader)}) w ${joinPeople}
    where w.subject = ${subject}`.execute(db);
  return read.rows[0];
}

type WorkCountRow = Omit<WorkCount, 'isOpen' | 'roles'>;

/** How many wait of each kind. */
export async function countWork(db: Db, reader: WorkReader): Promise<WorkCountRow[]> {
  const [now, soon] = [instantValue(reader.now), instantValue(reader.now + SOON_MS)];
  const parts = WORK_KINDS.map((kind) => {
    // Looked up in a list that is made once, not joined: few of many are claimed.
    const claims = sql`
      select c.subject from work_claims c where c.kind = ${sql.lit(kind)} and c.until > ${now}`;

    return sql`
      select ${sql.lit(kind)} as kind, count(*) as count,
             count(*) filter (where w.due < ${now}) as late,
             count(*) filter (where w.due >= ${now} and w.due < ${soon}) as soon,
             count(*) filter (where w.subject not in (${claims})) as unclaimed,
             count(*) filter (
               where w.subject in (${claims} and c.staff_id = ${reader.staffId}::uuid)) as mine
      from (${selectRows(kind, reader)}) w`;
  });
  const read = await sql<WorkCountRow>`${unionAll(parts)}`.execute(db);

  return read.rows;
}

/** What waits of a kind: how many, how many of them past their time, and since when the oldest. */
export interface WaitingWork {
  readonly kind: WorkKind;
  readonly count: number;
  readonly late: number;
  readonly oldestAt: number | null;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The whole queue, claimed or not. It reads all that waits: not for frequent use. */
export async function readWaitingWork(db: Db, now: number): Promise<WaitingWork[]> {
  const reader = { now, staffId: NOBODY, approvals: null };
  const parts = WORK_KINDS.map(
    (kind) => sql`
      select ${sql.lit(kind)} as kind, count(*) as count,
             count(*) filter (where w.due < ${instantValue(now)}) as late,
             min(w.since) as oldest_at
      from (${selectRows(kind, reader)}) w`,
  );
  const read = await sql<WaitingWork>`${unionAll(parts)}`.execute(db);

  return read.rows;
}

/** How many of each kind began to wait, and how many became late, in a time. */
export async function countNewWork(
  db: Db,
  { from, until }: { from: number; until: number },
): Promise<{ kind: WorkKind; arrived: number; late: number }[]> {
  const reader = { now: until, staffId: NOBODY, approvals: null };
  const within = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${column} > ${instantValue(from)} and ${column} <= ${instantValue(until)}`;
  const parts = WORK_KINDS.map(
    (kind) => sql`
      select ${sql.lit(kind)} as kind, count(*) filter (where ${within(sql`w.since`)}) as arrived,
             count(*) filter (where ${within(sql`w.due`)}) as late
      from (${selectRows(kind, reader)}) w`,
  );
  const read = await sql<{
    kind: WorkKind;
    arrived: number;
    late: number;
  }>`${unionAll(parts)}`.execute(db);

  return read.rows;
}

/** What helps to judge an item about a borrower, without naming them. */
export async function readBorrowerFacts(db: Db, userId: string) {
  const read = await sql<{
    since: number;
    language: string;
    loans: number;
    openLoans: number;
    earlierReviews: number;
    openTickets: number;
  }>`
    select u.created_at as since, u.language,
      (select count(*) from orders o
       where o.user_id = u.user_id and o.disbursed_day is not null) as loans,
      (select count(*) from orders o
       where o.user_id = u.user_id
         and o.status in (${sql.lit(OrderStatus.active)}, ${sql.lit(OrderStatus.overdue)})
      ) as open_loans,
      (select count(*) from review_decisions d where d.user_id = u.user_id) as earlier_reviews,
      (select count(*) from feedback_tickets t
       where t.user_id = u.user_id and t.state = 'received') as open_tickets
    from users u where u.user_id = ${userId}::uuid`.execute(db);
  return read.rows[0] ?? null;
}

/**
 * The last eight acts of staff about a subject, oldest first. Views of pictures are left out, since
 * a case has many.
 */
export async function readHistory(
  db: Db,
  subject: string,
): Promise<{ at: number; action: string; staffName: string | null }[]> {
  const read = await sql<{ at: number; action: string; staffName: string | null }>`
    select a.at, a.action, s.name as staff_name
    from staff_audit a left join staff s using (staff_id)
    where a.subject = ${subject} and a.action <> 'review_picture_seen'
    order by a.seq desc limit 8`.execute(db);
  return read.rows.reverse();
}
