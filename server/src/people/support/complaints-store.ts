import { addDays, type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import {
  type ComplaintAge,
  type ComplaintLevel,
  computeAnswerDeadline,
  daysOfAge,
  LEVEL_DAYS,
} from '@noren/core/staff/complaints';
import type { WorkKind } from '@noren/core/staff/work-kinds';
import { type RawBuilder, sql } from 'kysely';
import type { FieldCrypto } from '../../platform/crypto/field-crypto.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { findOwner } from '../../platform/db/name-owners-store.ts';
import { promiseDue } from './promises-store.ts';
import type { Ticket } from './store.ts';

/**
 * The last minute of the last day for an answer to the ticket `t`; the same as
 * `computeAnswerDeadline` of core.
 */
export const complaintDue = promiseDue('complaintAnswerDays');

/** The last minute in which a level has the ticket `t` without answering it. */
export const levelDue = (level: ComplaintLevel) => promiseDue(LEVEL_DAYS[level]);

/** SQL condition: the ticket `t` came on one of these days. */
function cameWithin({ first, last }: ReturnType<typeof daysOfAge>): RawBuilder<boolean> {
  const until = sql`t.submitted_at < ${instantValue(instantOfDayStart(addDays(last, 1)))}`;
  return first === null
    ? sql<boolean>`${until}`
    : sql<boolean>`${until} and t.submitted_at >= ${instantValue(instantOfDayStart(first))}`;
}

/** A ticket in a list: nothing of its text. */
export type ComplaintRow = Columns<
  'feedback_tickets',
  'userId' | 'ticketNo' | 'type' | 'state' | 'escalatedAt' | 'principalAt' | 'decidedAt'
> &
  Columns<'users', 'maskedPhone' | 'language'> & {
    readonly nameEnc: Buffer | null;
    readonly repayId: string | null;
    readonly pictures: number;
    readonly sentAt: number;
    readonly due: number;
    readonly claimedBy: string | null;
    readonly claimedById: string | null;
  };

type StoredComplaint = Omit<ComplaintRow, 'due'>;

const withDue = (row: StoredComplaint): ComplaintRow => ({
  ...row,
  due: computeAnswerDeadline(row.sentAt),
});

const columns = (
  now: number,
) => sql`t.user_id, t.ticket_no, i.name_enc, u.masked_phone, u.language, o.repay_id, t.type,
  t.state, cardinality(t.file_ids) as pictures, t.submitted_at as sent_at, t.escalated_at,
  t.principal_at, t.decided_at,
  (select s.name from work_claims c join staff s using (staff_id)
   where c.kind in ('complaint', 'escalation', 'last_level')
     and c.subject = t.ticket_no and c.until > ${instantValue(now)} limit 1) as claimed_by,
  (select c.staff_id from work_claims c
   where c.kind in ('complaint', 'escalation', 'last_level')
     and c.subject = t.ticket_no and c.until > ${instantValue(now)} limit 1) as claimed_by_id`;

const joined = sql`feedback_tickets t
  join users u using (user_id)
  left join orders o using (user_id, order_id)
  left join identities i using (user_id)`;

/** The last row of the page before. */
export type ComplaintPlace = readonly [sentAt: number, ticketNo: string];

/**
 * Tickets in a state, due first; closed ones newest first. Every one is due so many days after it
 * came.
 */
export async function listComplaints(
  db: Db,
  of: {
    state: Ticket['state'];
    type?: Ticket['type'] | undefined;
    level?: 'desk' | 'escalated' | undefined;
    age?: ComplaintAge | undefined;
    after: ComplaintPlace | null;
    limit: number;
    now: number;
    today: BusinessDay;
  },
): Promise<ComplaintRow[]> {
  const isBackwards = of.state === 'closed';
  const direction = isBackwards ? sql`desc` : sql`asc`;
  const age = of.age && daysOfAge(of.age, of.today);
  const conditions = [
    sql`t.state = ${of.state}`,
    ...(of.type ? [sql`t.type = ${of.type}`] : []),
    ...(of.level
      ? [sql`t.escalated_at is ${of.level === 'desk' ? sql`null` : sql`not null`}`]
      : []),
    ...(age ? [cameWithin(age)] : []),
    ...(of.after
      ? [
          sql`(t.submitted_at, t.ticket_no) ${isBackwards ? sql`<` : sql`>`}
            (${instantValue(of.after[0])}, ${of.after[1]})`,
        ]
      : []),
  ];
  const read = await sql<StoredComplaint>`
    select ${columns(of.now)} from ${joined} where ${sql.join(conditions, sql` and `)}
    order by t.submitted_at ${direction}, t.ticket_no ${direction} limit ${of.limit}`.execute(db);

  return read.rows.map(withDue);
}

/** Who else has claimed a ticket now, by name. */
export async function findOtherClaim(
  tx: Tx,
  of: { ticketNo: string; kind: WorkKind; staffId: string; now: number },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('work_claims as c')
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select('s.name')
    .where('c.kind', '=', of.kind)
    .where('c.subject', '=', of.ticketNo)
    .where('c.staffId', '<>', of.staffId)
    .where('c.until', '>', instantValue(of.now))
    .executeTakeFirst();
  return row?.name;
}

export async function findComplaint(
  db: Db,
  ticketNo: string,
  now: number,
): Promise<ComplaintRow | undefined> {
  const userId = await findOwner(db, { kind: 'ticket', name: ticketNo });
  if (userId === null) return undefined;

  const read = await sql<StoredComplaint>`
    select ${columns(now)} from ${joined}
    where t.user_id = ${userId} and t.ticket_no = ${ticketNo}`.execute(db);
  return read.rows.map(withDue)[0];
}

/** How many unanswered tickets came in a span of days, by type. */
export interface AgeCount {
  readonly problem: number;
  readonly complaint: number;
  readonly suggestion: number;
  readonly other: number;
  readonly total: number;
  readonly escalated: number;
}

export async function countOfAge(
  db: Db | Tx,
  age: ComplaintAge,
  today: BusinessDay,
): Promise<AgeCount> {
  const read = await sql<AgeCount>`
    select count(*) filter (where t.type = 'problem') as problem,
           count(*) filter (where t.type = 'complaint') as complaint,
           count(*) filter (where t.type = 'suggestion') as suggestion,
           count(*) filter (where t.type = 'other') as other,
           count(*) as total, count(*) filter (where t.escalated_at is not null) as escalated
    from feedback_tickets t
    where t.state = 'received' and ${cameWithin(daysOfAge(age, today))}`.execute(db);

  return (
    read.rows[0] ?? { problem: 0, complaint: 0, suggestion: 0, other: 0, total: 0, escalated: 0 }
  );
}

/** Unanswered tickets past their last day, and how those answered since an instant were. */
export async function readAnswerTimes(
  db: Db | Tx,
  { now, since }: { now: number; since: number },
): Promise<{ late: number; answered: number; inTime: number; medianHours: number | null }> {
  const overdue = await sql<{ late: number }>`
    select count(*) as late from feedback_tickets t
    where t.state = 'received' and ${complaintDue} < ${instantValue(now)}`.execute(db);
  const decided = await sql<{ answered: number; inTime: number; medianHours: number | null }>`
    select count(*) as answered,
           count(*) filter (where t.decided_at <= ${complaintDue}) as in_time,
           round(percentile_cont(0.5) within group (
             order by extract(epoch from t.decided_at - t.submitted_at)) / 3600) as median_hours
    from feedback_tickets t
    where t.state <> 'received' and t.decided_at >= ${instantValue(since)}`.execute(db);
  const { medianHours, ...counts } = decided.rows[0]!;

  return {
    ...overdue.rows[0]!,
    ...counts,
    medianHours: medianHours === null ? null : Number(medianHours),
  };
}

export type EntryKind = 'note' | 'reply' | 'escalation';
const entryContext = (userId: string): string => `ticket_entries.text_enc:${userId}`;

export async function addEntry(
  tx: Tx,
  crypto: FieldCrypto,
  { userId, ticketId }: Pick<Ticket, 'userId' | 'ticketId'>,
  entry: { kind: EntryKind; staffId: string; text: string; now: number },
): Promise<void> {
  const { kind, staffId, text, now } = entry;
  const textEnc = crypto.encrypt(text, entryContext(userId));
  await tx
    .insertInto('ticket_entries')
    .values({ userId, ticketId, kind, staffId, textEnc, at: timestamp(now) })
    .execute();
}

/** What staff wrote about a ticket, oldest first. */
export async function listEntries(
  db: Db,
  crypto: FieldCrypto,
  { userId, ticketId }: Pick<Ticket, 'userId' | 'ticketId'>,
) {
  const rows = await db
    .selectFrom('ticket_entries as e')
    .innerJoin('staff as s', 's.staffId', 'e.staffId')
    .select(['e.entryId', 'e.kind', 's.name as staffName', 'e.textEnc', 'e.at'])
    .where('e.userId', '=', userId)
    .where('e.ticketId', '=', ticketId)
    .orderBy('e.entryId')
    .limit(200)
    .execute();

  return rows.map(({ textEnc, ...entry }) => ({
    ...entry,
    text: crypto.decrypt(textEnc, entryContext(userId)),
  }));
}
