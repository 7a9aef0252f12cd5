import type { Db } from '../../platform/db/db.ts';

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

/** Acts of staff after one, in their order. */
export async function listActsAfter(db: Db, seq: number) {
  return db
    .selectFrom('staff_audit')
    .select(['seq', 'at', 'staffId', 'action', 'userId', 'subject'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
}
