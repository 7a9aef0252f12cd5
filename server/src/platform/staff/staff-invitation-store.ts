import { hashToken } from '../crypto/field-crypto.ts';
import { makeSecret } from '../crypto/secret.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { endInvitations, memberColumns, rolesColumn, type StaffMember } from './staff-store.ts';

/** An invitation works so long. */
export const INVITATION_MS = 24 * 3_600_000;

/** Until when the open invitation of somebody works. */
export async function readInvitedUntil(
  db: Db,
  staffId: string,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('staff_invitations')
    .select('expiresAt')
    .where('staffId', '=', staffId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(now))
    .executeTakeFirst();
  return row?.expiresAt ?? null;
}

/**
 * Makes an invitation; the ones before end.
 * @returns its token, of which only the hash is stored
 */
export async function makeInvitation(tx: Tx, staffId: string, now: number): Promise<string> {
  await endInvitations(tx, staffId, now);

  const token = makeSecret();
  await tx
    .insertInto('staff_invitations')
    .values({
      staffId,
      tokenHash: hashToken(token),
      createdAt: timestamp(now),
      expiresAt: timestamp(now + INVITATION_MS),
    })
    .execute();

  return token;
}

/** Whom an open invitation is for. */
export async function findInvitation(
  db: Db | Tx,
  token: string,
  now: number,
): Promise<StaffMember | undefined> {
  return db
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as s', 's.staffId', 'i.staffId')
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .where('i.tokenHash', '=', hashToken(token))
    .where('i.usedAt', 'is', null)
    .where('i.expiresAt', '>', instantValue(now))
    .where('s.state', '<>', 'removed')
    .executeTakeFirst();
}

/**
 * Uses an invitation.
 * @returns whether it was open
 */
export async function useInvitation(tx: Tx, token: string, now: number): Promise<boolean> {
  return tx
    .updateTable('staff_invitations')
    .set({ usedAt: timestamp(now) })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', instantValue(now))
    .$call(changesRow);
}
