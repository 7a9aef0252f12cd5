import {
  type GivenReminder,
  latestConfirmedDay,
  REMINDER_PLAN,
  type Reminder,
  type Renewal,
} from '@noren/core/lending/renewal';
import { addDays, type BusinessDay, instantOfDayStart } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import {
  CONFIRMED_AT,
  type RenewalRow,
  renewalTables,
  selectProvedAt,
  selectRenewalRow,
  selectRenewedDay,
  toRenewal,
} from '../../lending/credit/renewal-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** Somebody's next update, with the reminders given for its date. */
export interface ReminderFacts {
  readonly userId: string;
  readonly renewal: Renewal;
  readonly given: readonly GivenReminder[];
}

/** In place of one user's id: everybody's. */
const EACH = sql`i.user_id`;

interface Row {
  readonly userId: string;
  readonly renewal: RenewalRow;
  readonly given: readonly (GivenReminder & { readonly dueDay: BusinessDay })[];
}

function toReminderFacts({ userId, renewal: row, given }: Row, today: BusinessDay): ReminderFacts {
  const renewal = toRenewal(row, today);
  return { userId, renewal, given: given.filter(({ dueDay }) => dueDay === renewal.dueDay) };
}

/**
 * SQL condition: the user may be asked for an update. Nobody is whose data is to be erased, or who
 * is said to have died.
 */
export const mayBeAsked = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (not exists (
      select from nominee_claims c where c.user_id = ${userId} and c.ended_at is null)
    and not exists (
      select from erasures e where e.user_id = ${userId} and e.state = 'waiting'))`;

/** Of one user, or of {@link EACH}. Somebody who was erased has no identity, and so no row. */
const selectFacts = (user: RawBuilder<unknown>, where: RawBuilder<unknown>, limit: number) =>
  sql<Row>`
  select i.user_id, ${selectRenewalRow(user)} as renewal,
    coalesce((
      select json_agg(json_build_object(
        'reminder', g.reminder, 'givenDay', g.given_day, 'dueDay', g.due_day))
      from renewal_reminders g where g.user_id = ${user}), '[]') as given
  from ${renewalTables}
  where ${where} and ${mayBeAsked(user)}
  order by i.user_id limit ${limit}`;

/** A page of the people to whom a reminder may be due on a day, after one of them. */
export async function listToNotify(
  db: Db,
  { today, after, limit }: { today: BusinessDay; after: string | null; limit: number },
): Promise<ReminderFacts[]> {
  const latest = latestConfirmedDay(today);
  const before = instantOfDayStart(addDays(latest, 1));
  const { rows } = await selectFacts(
    EACH,
    sql`
    ${CONFIRMED_AT} < ${timestamp(before)} and ${selectProvedAt(EACH)} < ${before}
    and coalesce(${selectRenewedDay(EACH)}, '-infinity') <= ${latest}::date
    and (${after}::uuid is null or i.user_id > ${after}::uuid)`,
    limit,
  ).execute(db);

  return rows.map((row) => toReminderFacts(row, today));
}

/** The same about one person; undefined for somebody who is not asked. */
export async function readToNotify(
  tx: Tx,
  { userId, today }: { userId: string; today: BusinessDay },
): Promise<ReminderFacts | undefined> {
  const user = sql`${userId}::uuid`;
  const { rows } = await selectFacts(user, sql`i.user_id = ${user}`, 1).execute(tx);
  return rows[0] && toReminderFacts(rows[0], today);
}

/** Records a reminder. @returns false when it was given already */
export async function insertReminder(
  tx: Tx,
  {
    userId,
    dueDay,
    reminder,
    today,
  }: { userId: string; dueDay: BusinessDay; reminder: Reminder; today: BusinessDay },
): Promise<boolean> {
  const { channel } = REMINDER_PLAN[reminder];
  const row = await tx
    .insertInto('renewal_reminders')
    .values({ userId, dueDay, reminder, channel, givenDay: today })
    .onConflict((clash) => clash.doNothing())
    .returning('reminder')
    .executeTakeFirst();

  return row !== undefined;
}

/** A person's reminders, newest first, with who handled a letter. */
export async function listReminders(db: Db, userId: string) {
  return db
    .selectFrom('renewal_reminders as n')
    .leftJoin('staff as s', 's.staffId', 'n.handledBy')
    .select([
      'n.reminder',
      'n.channel',
      'n.dueDay',
      'n.givenDay',
      'n.postedDay',
      'n.unpostedBecause',
    ])
    .select('s.name as handledBy')
    .where('n.userId', '=', userId)
    .orderBy('n.givenDay', 'desc')
    .execute();
}
