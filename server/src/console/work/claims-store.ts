import { CLAIM_MS, type WorkKind } from '@noren/core/staff/work-kinds';
import { sql } from 'kysely';
import { type Db, instantValue, type Tx, timestamp } from '../../platform/db/db.ts';
import { StaffError } from '../../platform/staff/staff-error.ts';

export interface ClaimKey {
  readonly kind: WorkKind;
  readonly subject: string;
}

/** How long claims that ended are kept, so that they do not pile up. */
const OLD_MS = 86_400_000;

/**
 * Claims an item, or extends the reader's own claim. Of two simultaneous claims one succeeds.
 * @returns until when, or null when somebody else has it
 */
export async function claim(
  tx: Tx,
  key: ClaimKey,
  staffId: string,
  now: number,
): Promise<number | null> {
  const until = now + CLAIM_MS;
  const at = { staffId, claimedAt: timestamp(now), until: timestamp(until) };
  const row = await tx
    .insertInto('work_claims')
    .values({ kind: key.kind, subject: key.subject, ...at })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          staffId,
          until: timestamp(until),
          claimedAt: sql`
            case when work_claims.staff_id = excluded.staff_id
                   and work_claims.until > ${instantValue(now)}
                 then work_claims.claimed_at else excluded.claimed_at end`,
        })
        .where((where) =>
          where.or([
            where('work_claims.until', '<=', instantValue(now)),
            where('work_claims.staffId', '=', staffId),
          ]),
        ),
    )
    .returning('staffId')
    .executeTakeFirst();
  if (!row) return null;

  await sql`delete from work_claims where (kind, subject) in (
    select kind, subject from work_claims where until < ${timestamp(now - OLD_MS)}
    limit 20 for update skip locked)`.execute(tx);

  return until;
}

/** Who has one of these subjects of a kind now. */
export async function findClaim(
  db: Db | Tx,
  { kind, subjects, now }: { kind: WorkKind; subjects: readonly string[]; now: number },
) {
  return db
    .selectFrom('work_claims as c')
    .innerJoin('staff as s', 's.staffId', 'c.staffId')
    .select(['c.staffId', 's.name', 'c.until'])
    .where('c.kind', '=', kind)
    .where('c.subject', 'in', [...subjects])
    .where('c.until', '>', instantValue(now))
    .executeTakeFirst();
}

/** @throws StaffError taken, when somebody else works on it */
export async function requireNotClaimed(
  db: Db | Tx,
  { kind, subject }: ClaimKey,
  staffId: string,
  now: number,
): Promise<void> {
  const claimed = await findClaim(db, { kind, subjects: [subject], now });
  if (claimed && claimed.staffId !== staffId)
    throw new StaffError(
      'taken',
      { reason: 'claimed_by_another', name: claimed.name },
      {
        data: { staffId: claimed.staffId, until: claimed.until },
      },
    );
}

/** @returns whether there was a claim of this person */
export async function release(
  tx: Tx,
  { kind, subject }: ClaimKey,
  staffId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('work_claims')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('staffId', '=', staffId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
