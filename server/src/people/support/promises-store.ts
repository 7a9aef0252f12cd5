import type { RegulatoryName } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import { type ComplaintLevel, listDays } from '@noren/core/staff/complaints';
import type { Role } from '@noren/core/staff/roles';
import { type RawBuilder, sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { changeTicket, type Ticket, type TicketKey } from './store.ts';

const INDIA = sql.lit('Asia/Kolkata');
const submittedOn = sql`(t.submitted_at at time zone ${INDIA})::date`;

/** The days that a promise gives by its version in force on `day`, from which they count. */
function daysFrom(name: RegulatoryName, day: RawBuilder<unknown>): RawBuilder<number> {
  const rows = listDays(name);
  return sql<number>`case ${sql.join(
    rows.map(({ from, days }) => sql`when ${day} >= ${sql.lit(from)}::date then ${sql.lit(days)}`),
    sql` `,
  )} else ${sql.lit(rows.at(-1)?.days ?? 0)} end`;
}

/** The last day of a promise about the ticket `t`; the same as `computePromisedDay` of core. */
function promisedDay(name: RegulatoryName): RawBuilder<string> {
  return sql<string>`(${submittedOn} + ${daysFrom(name, submittedOn)})`;
}

const regulatorDay = sql<string>`(t.regulator_on
  + ${daysFrom('regulatorReplyDays', sql`t.regulator_on`)})`;

/** The last minute of a day of the ticket `t`. */
const lastMinute = (day: RawBuilder<string>) => sql<number>`
  ((${day} + 1)::timestamp at time zone ${INDIA}) - interval '1 minute'`;

/** The last minute in which a promise about the ticket `t` is kept. */
export const promiseDue = (name: RegulatoryName) => lastMinute(promisedDay(name));

/** The last minute for the lender's reply to the Reserve Bank about the ticket `t`. */
export const regulatorDue = lastMinute(regulatorDay);

export type ListTickets = (
  db: Db,
  today: BusinessDay,
  limit: number,
) => Promise<Pick<Ticket, 'userId' | 'ticketNo'>[]>;

/** Lists the unanswered tickets that a condition holds for on a day, the oldest first. */
const makeTicketList =
  (holds: (today: RawBuilder<BusinessDay>) => RawBuilder<unknown>): ListTickets =>
  async (db, today, limit) => {
    const { rows } = await sql<Pick<Ticket, 'userId' | 'ticketNo'>>`
      select t.user_id, t.ticket_no from feedback_tickets t
      where t.state = 'received' and ${holds(sql`${today}::date`)}
      order by t.submitted_at limit ${limit}`.execute(db);
    return rows;
  };

/** Tickets whose level has had them longer than promised. */
export const listTicketsToMove = makeTicketList(
  (today) => sql`
    t.principal_at is null
    and case when t.escalated_at is null then ${promisedDay('complaintDeskDays')}
             else ${promisedDay('complaintOfficerDays')} end < ${today}`,
);

/** Tickets near their last day that have no owner. */
export const listTicketsToAlarm = makeTicketList(
  (today) => sql`t.owner_id is null and ${promisedDay('complaintAlarmDays')} <= ${today}`,
);

/** Tickets past their last day whose borrower was not notified. */
export const listTicketsToReport = makeTicketList(
  (today) => sql`
    t.overdue_notified_at is null and ${promisedDay('complaintAnswerDays')} < ${today}`,
);

/** The ids of active staff with one of the roles; who owns the fewest open alarms comes first. */
export async function listPossibleOwners(tx: Tx, roles: readonly Role[]): Promise<string[]> {
  const staff = await tx
    .selectFrom('staff as s')
    .innerJoin('staff_roles as r', 'r.staffId', 's.staffId')
    .select('s.staffId')
    .distinct()
    .where('s.state', '=', 'active')
    .where('r.endedAt', 'is', null)
    .where('r.role', 'in', [...roles])
    .orderBy('s.staffId')
    .execute();
  const owned = await sql<{ ownerId: string; n: number }>`
    select t.owner_id, count(*)::int as n from feedback_tickets t
    where t.alarmed_at is not null and t.state = 'received' and t.owner_id is not null
    group by t.owner_id`.execute(tx);
  const counts = new Map(owned.rows.map(({ ownerId, n }) => [ownerId, n]));

  return staff
    .map(({ staffId }) => staffId)
    .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
}

/** Keeps the time that is stored, so that a repetition does not move it. */
const firstTime = (column: 'escalated_at' | 'alarmed_at', now: number) =>
  sql<Date>`coalesce(${sql.ref(column)}, ${timestamp(now)}::timestamptz)`;

/** Passes a locked ticket on to a level above its own, and has it wait for an answer there. */
export function passOn(
  tx: Tx,
  ticket: TicketKey,
  { to, now }: { to: ComplaintLevel; now: number },
): Promise<void> {
  return changeTicket(tx, ticket, {
    state: 'received',
    escalatedAt: firstTime('escalated_at', now),
    ...(to === 'principal' && { principalAt: timestamp(now) }),
  });
}

/** Raises the alarm about a locked ticket; `ownerId` is null where nobody can own it. */
export function raiseAlarm(
  tx: Tx,
  ticket: TicketKey,
  { ownerId, now }: { ownerId: string | null; now: number },
): Promise<void> {
  return changeTicket(tx, ticket, { alarmedAt: firstTime('alarmed_at', now), ownerId });
}

/** Makes somebody the owner of a ticket, who has thereby confirmed its alarm. */
export function ownTicket(
  tx: Tx,
  ticket: TicketKey,
  { ownerId, now }: { ownerId: string; now: number },
): Promise<void> {
  return changeTicket(tx, ticket, { ownerId, acknowledgedAt: timestamp(now) });
}

export function markOverdueNotified(tx: Tx, ticket: TicketKey, now: number): Promise<void> {
  return changeTicket(tx, ticket, { overdueNotifiedAt: timestamp(now) });
}

/** Records the number and the day of a complaint that came through the Reserve Bank. */
export function recordRegulatorCase(
  tx: Tx,
  ticket: TicketKey,
  { caseNo, receivedOn }: { caseNo: string; receivedOn: BusinessDay },
): Promise<void> {
  return changeTicket(tx, ticket, {
    regulatorNo: caseNo,
    regulatorOn: receivedOn,
    regulatorRepliedOn: null,
  });
}

export function markRegulatorReplied(tx: Tx, ticket: TicketKey, today: BusinessDay): Promise<void> {
  return changeTicket(tx, ticket, { regulatorRepliedOn: today });
}

/** The alarm and the case at the Reserve Bank of a ticket. */
export interface TicketPromises {
  readonly alarmedAt: number | null;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  readonly acknowledgedAt: number | null;
  readonly overdueNotifiedAt: number | null;
  readonly regulatorNo: string | null;
  readonly regulatorOn: BusinessDay | null;
  readonly regulatorRepliedOn: BusinessDay | null;
}

export async function readPromises(
  db: Db | Tx,
  { userId, ticketId }: TicketKey,
): Promise<TicketPromises> {
  const read = await sql<TicketPromises>`
    select t.alarmed_at, t.owner_id, s.name as owner_name, t.acknowledged_at, t.overdue_notified_at,
      t.regulator_no, t.regulator_on::text, t.regulator_replied_on::text
    from feedback_tickets t left join staff s on s.staff_id = t.owner_id
    where t.user_id = ${userId} and t.ticket_id = ${ticketId}`.execute(db);
  return read.rows[0]!;
}

/** How near a promised day must be for the nightly check to list it. */
const NEAR_DAYS = 3;

/** Each dated promise about the ticket `t`: its words, its last day, and when it is open. */
const PROMISES: readonly (readonly [string, RawBuilder<string>, RawBuilder<unknown>])[] = [
  ['an answer', promisedDay('complaintAnswerDays'), sql`t.state = 'received'`],
  [
    'an answer of support',
    promisedDay('complaintDeskDays'),
    sql`t.state = 'received' and t.escalated_at is null`,
  ],
  [
    'an answer of the grievance officer',
    promisedDay('complaintOfficerDays'),
    sql`t.state = 'received' and t.escalated_at is not null and t.principal_at is null`,
  ],
  ['an owner', promisedDay('complaintAlarmDays'), sql`t.state = 'received' and t.owner_id is null`],
  [
    'a reply to the Reserve Bank',
    regulatorDay,
    sql`t.regulator_on is not null and t.regulator_replied_on is null`,
  ],
];

/**
 * A sentence for each promise about a ticket that was broken, or whose last day is near.
 * @param limit how many are listed at most
 */
export async function listPromises(
  tx: Tx,
  { today, alarmsBefore, limit }: { today: BusinessDay; alarmsBefore: number; limit: number },
): Promise<{ sentence: string; isBroken: boolean }[]> {
  const due = PROMISES.map(
    ([words, lastDay, isOpen]) => sql`
    select 'ticket ' || t.ticket_no || ': ' || ${sql.lit(words)} || ' by ' || ${lastDay}
        as sentence,
      ${lastDay} < ${today}::date as is_broken
    from feedback_tickets t
    where ${isOpen} and ${lastDay} < ${today}::date + ${sql.lit(NEAR_DAYS)}`,
  );
  const read = await sql<{ sentence: string; isBroken: boolean }>`
    ${sql.join(due, sql` union all `)}
    union all
    select 'ticket ' || t.ticket_no || ': its owner has not confirmed the alarm', true
    from feedback_tickets t
    where t.state = 'received' and t.alarmed_at < ${instantValue(alarmsBefore)}
      and t.acknowledged_at is null
    order by 2 desc, 1 limit ${limit}`.execute(tx);
  return read.rows;
}

/** How many tickets have a promise to keep. */
export async function countPromised(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from feedback_tickets t
    where t.state = 'received'
       or (t.regulator_on is not null and t.regulator_replied_on is null)`.execute(tx);
  return rows[0]?.n ?? 0;
}
