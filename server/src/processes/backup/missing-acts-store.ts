import type { Db } from '../../platform/db/db.ts';

/** An act of staff, by its number in the chain. */
interface StaffAct {
  readonly seq: number;
  readonly at: number;
  readonly staffId: string | null;
  readonly action: string;
  readonly userId: string | null;
  readonly subject: string | null;
}

/** The number of the newest act; 0 for none. */
export async function readNewestAct(db: Db): Promise<number> {
  const row = await db
    .selectFrom('staff_audit')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Acts after one, in their order. */
export async function listActsAfter(db: Db, seq: number): Promise<StaffAct[]> {
  return db
    .selectFrom('staff_audit')
    .select(['seq', 'at', 'staffId', 'action', 'userId', 'subject'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}
