import type { LenderFile } from '@noren/contract/public';
import type { BusinessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** The contacts for complaints and the day from which they were published. */
interface ContactVersion {
  readonly from: BusinessDay;
  readonly contacts: LenderFile;
}

const MOST_LISTED = 100;

/** Stores the contacts as published from a day, if they are others than the newest. */
export async function recordContacts(
  db: Db,
  { lender, appGrievance, staffService, complaints }: LenderFile,
  day: BusinessDay,
): Promise<void> {
  const contacts = JSON.stringify({ lender, appGrievance, staffService, complaints });

  await sql`
    insert into contact_versions (from_day, contacts)
    select ${day}::date, ${contacts}::jsonb
    where ${contacts}::jsonb is distinct from
      (select v.contacts from contact_versions v order by v.from_day desc limit 1)
    on conflict (from_day) do update set contacts = excluded.contacts`.execute(db);
}

/** Lists the versions that began by a day, newest first. */
export async function listContactVersions(db: Db, today: BusinessDay): Promise<ContactVersion[]> {
  const { rows } = await sql<ContactVersion>`
    select v.from_day::text as from, v.contacts from contact_versions v
    where v.from_day <= ${today}::date
    order by v.from_day desc limit ${MOST_LISTED}`.execute(db);
  return rows;
}
