import type { Reminder, UnpostedReason } from '@noren/core/lending/renewal';
import type { BusinessDay } from '@noren/core/money/time';
import { type RawBuilder, sql } from 'kysely';
import { mayBeAsked } from '../../people/renewal/reminder-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

export interface LetterKey {
  readonly userId: string;
  readonly dueDay: BusinessDay;
  readonly reminder: Reminder;
}

interface Letter {
  readonly userId: string;
  readonly dueDay: BusinessDay;
  readonly reminder: Reminder;
  readonly givenDay: BusinessDay;
  readonly language: string;
  readonly maskedPhone: string;
  readonly nameEnc: Buffer;
  readonly hasAddress: boolean;
}

/**
 * Letters that nobody has handled, of a user or of each. A letter is void once the borrower has
 * confirmed the details, or may no longer be asked.
 */
const selectLetters = (
  user: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  limit: number,
) => sql<Letter>`
  select n.user_id, n.due_day, n.reminder, n.given_day, u.language, u.masked_phone, i.name_enc,
    exists (
      select from addresses a
      where a.user_id = ${user} and a.confirmed_at is not null) as has_address
  from renewal_reminders n join users u using (user_id) join identities i using (user_id)
  where n.channel = 'letter' and n.handled_at is null and ${where}
    and not exists (
      select from renewals r where r.user_id = ${user} and r.renewed_day >= n.given_day)
    and ${mayBeAsked(user)}
  order by n.given_day, n.user_id limit ${limit}`;

/** A page of the letters to post, oldest first, after a place. */
export async function listLetters(
  db: Db,
  { after, limit }: { after: { day: string; userId: string } | null; limit: number },
): Promise<Letter[]> {
  const { rows } = await selectLetters(
    sql`n.user_id`,
    after === null
      ? sql`true`
      : sql`(n.given_day, n.user_id) > (${after.day}::date, ${after.userId}::uuid)`,
    limit,
  ).execute(db);
  return rows;
}

/** One letter to post; undefined when it is handled or void. */
export async function findLetter(
  db: Db | Tx,
  { userId, dueDay, reminder }: LetterKey,
): Promise<Letter | undefined> {
  const user = sql`${userId}::uuid`;
  const { rows } = await selectLetters(
    user,
    sql`n.user_id = ${user} and n.due_day = ${dueDay}::date and n.reminder = ${reminder}`,
    1,
  ).execute(db);
  return rows[0];
}

/** Records what became of a letter. @returns false when somebody did already */
export async function markLetter(
  tx: Tx,
  { userId, dueDay, reminder }: LetterKey,
  to: {
    postedDay: string | null;
    because: UnpostedReason | null;
    staffId: string;
    now: number;
  },
): Promise<boolean> {
  const row = await tx
    .updateTable('renewal_reminders')
    .set({
      postedDay: to.postedDay,
      unpostedBecause: to.because,
      handledBy: to.staffId,
      handledAt: timestamp(to.now),
    })
    .where('userId', '=', userId)
    .where('dueDay', '=', dueDay)
    .where('reminder', '=', reminder)
    .where('channel', '=', 'letter')
    .where('handledAt', 'is', null)
    .returning('reminder')
    .executeTakeFirst();
  return row !== undefined;
}
