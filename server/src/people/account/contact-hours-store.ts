import type { ContactHours } from '@noren/core/lending/dunning';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Hours as the user's row has them: both or none. */
interface HourColumns {
  readonly contactFromHour: number | null;
  readonly contactUntilHour: number | null;
}

/** The hours that a user prefers for contact about dues; null for those of the law. */
export function toContactHours(row: HourColumns | undefined): ContactHours | null {
  const [from, until] = [row?.contactFromHour ?? null, row?.contactUntilHour ?? null];
  return from === null || until === null ? null : { from, until };
}

/** Reads the hours that a user prefers for contact about dues. */
export async function readContactHours(db: Db | Tx, userId: string): Promise<ContactHours | null> {
  const row = await db
    .selectFrom('users')
    .select(['contactFromHour', 'contactUntilHour'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return toContactHours(row);
}

/** Stores the hours that a user prefers; null for those of the law. */
export async function writeContactHours(
  tx: Tx,
  userId: string,
  hours: ContactHours | null,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ contactFromHour: hours?.from ?? null, contactUntilHour: hours?.until ?? null })
    .where('userId', '=', userId)
    .execute();
}
