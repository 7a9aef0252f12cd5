import type { Role } from '@noren/core/staff/roles';
import { sql } from 'kysely';
import { hashToken } from '../crypto/field-crypto.ts';
import { makeSecret } from '../crypto/secret.ts';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';

export interface StaffMember {
  readonly staffId: string;
  readonly name: string;
  readonly email: string;
  readonly state: 'invited' | 'active' | 'removed';
  readonly isSandbox: boolean;
  readonly roles: readonly Role[];
}

/**
 * How somebody signed in: by a passkey, with the company's account, or by the sandbox's one tap.
 */
export type StaffAssurance = 'passkey' | 'company' | 'sandbox';

/** A signed-in member of staff, read for each request. */
export interface StaffSession {
  readonly staff: StaffMember;
  readonly sessionId: string;
  readonly assurance: StaffAssurance;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly passkeys: number;
}

/**
 * A session ends after so long without a request, and after so long in any case. Source:
 * `docs/console.md`.
 */
export const IDLE_MS = 15 * 60_000;
export const SESSION_MS = 12 * 3_600_000;
const TOUCH_EVERY_MS = 15_000;

export const rolesColumn = sql<
  Role[]
>`coalesce((select array_agg(r.role order by r.role) from staff_roles r
  where r.staff_id = s.staff_id and r.ended_at is null), '{}')`;

export const memberColumns = ['s.staffId', 's.name', 's.email', 's.state', 's.isSandbox'] as const;

/** Somebody by id. */
export async function findStaff(db: Db | Tx, staffId: string): Promise<StaffMember | undefined> {
  return db
    .selectFrom('staff as s')
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .where('s.staffId', '=', staffId)
    .executeTakeFirst();
}

/** Somebody who was not removed, by mail address. */
export async function findStaffByEmail(
  db: Db | Tx,
  email: string,
): Promise<StaffMember | undefined> {
  return db
    .selectFrom('staff as s')
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .where('s.email', '=', email.toLowerCase())
    .where('s.state', '<>', 'removed')
    .executeTakeFirst();
}

/** Somebody with what the list of people shows. */
export interface ListedStaff extends StaffMember {
  readonly passkeys: number;
  readonly lastSeenAt: number | null;
}

const passkeyCount = sql<number>`(select count(*)::int from staff_passkeys p
  where p.staff_id = s.staff_id and p.ended_at is null)`;

function listedStaff(db: Db | Tx) {
  return db
    .selectFrom('staff as s')
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .select(passkeyCount.as('passkeys'))
    .select(
      sql<
        number | null
      >`(select max(n.last_seen_at) from staff_sessions n where n.staff_id = s.staff_id)`.as(
        'lastSeenAt',
      ),
    );
}

/** Everybody who was not removed, by name, after somebody. */
export async function listStaff(
  db: Db,
  of: { after: string | null; limit: number },
): Promise<ListedStaff[]> {
  let query = listedStaff(db).where('s.state', '<>', 'removed');
  if (of.after !== null)
    query = query.where(
      sql<boolean>`(s.name, s.staff_id) > (
        select x.name, x.staff_id from staff x where x.staff_id = ${of.after})`,
    );

  return query.orderBy('s.name').orderBy('s.staffId').limit(of.limit).execute();
}

/** Somebody, also after a removal, as the list shows them. */
export async function findListedStaff(db: Db, staffId: string): Promise<ListedStaff | undefined> {
  return listedStaff(db).where('s.staffId', '=', staffId).executeTakeFirst();
}

/** The roles that somebody has or had, newest first. */
export async function listRoleHistory(
  db: Db,
  staffId: string,
): Promise<{ role: Role; givenAt: number; endedAt: number | null }[]> {
  return db
    .selectFrom('staff_roles')
    .select(['role', 'givenAt', 'endedAt'])
    .where('staffId', '=', staffId)
    .orderBy('givenAt', 'desc')
    .orderBy('role')
    .execute();
}

/** The active people with a role. */
export async function listStaffWithRole(db: Db | Tx, role: Role): Promise<StaffMember[]> {
  return db
    .selectFrom('staff as s')
    .innerJoin('staff_roles as g', (join) =>
      join.onRef('g.staffId', '=', 's.staffId').on('g.endedAt', 'is', null),
    )
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .where('g.role', '=', role)
    .where('s.state', '=', 'active')
    .orderBy('s.createdAt')
    .orderBy('s.staffId')
    .execute();
}

/** How many people were ever administrators and signed in, removed ones too. */
export async function countAdministratorsEver(db: Db | Tx): Promise<number> {
  const row = await db
    .selectFrom('staff_roles as r')
    .select(sql<number>`count(distinct r.staff_id)::int`.as('people'))
    .where('r.role', '=', 'administrator')
    .where(sql<boolean>`exists (select from staff_sessions n where n.staff_id = r.staff_id)`)
    .executeTakeFirst();
  return row?.people ?? 0;
}

/**
 * Adds a person.
 * @returns the id
 * @throws a unique violation of `staff_email_key` when the address is taken
 */
export async function addStaff(
  tx: Tx,
  of: {
    name: string;
    email: string;
    state: 'invited' | 'active';
    isSandbox?: boolean;
    now: number;
  },
): Promise<string> {
  const { now, email, ...rest } = of;
  const row = await tx
    .insertInto('staff')
    .values({ ...rest, email: email.toLowerCase(), createdAt: timestamp(now) })
    .returning('staffId')
    .executeTakeFirstOrThrow();

  return row.staffId;
}

/**
 * Locks a person, so that changes of roles, passkeys and state are one after another. What that
 * person does meanwhile is recorded.
 */
export async function lockStaff(tx: Tx, staffId: string): Promise<StaffMember | undefined> {
  await tx
    .selectFrom('staff')
    .select('staffId')
    .where('staffId', '=', staffId)
    .forNoKeyUpdate()
    .execute();
  return findStaff(tx, staffId);
}

/** Gives and ends roles so that somebody has exactly these. */
export async function setRoles(
  tx: Tx,
  staffId: string,
  roles: readonly Role[],
  now: number,
): Promise<void> {
  await tx
    .updateTable('staff_roles')
    .set({ endedAt: timestamp(now) })
    .where('staffId', '=', staffId)
    .where('endedAt', 'is', null)
    .$if(roles.length > 0, (query) => query.where('role', 'not in', roles))
    .execute();

  for (const role of roles)
    await tx
      .insertInto('staff_roles')
      .values({ staffId, role, givenAt: timestamp(now) })
      .onConflict((clash) =>
        clash.columns(['staffId', 'role']).where('endedAt', 'is', null).doNothing(),
      )
      .execute();
}

/** Removes somebody: the person stays known, the sessions, passkeys and invitations end. */
export async function removeStaff(tx: Tx, staffId: string, now: number): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ state: 'removed', removedAt: timestamp(now) })
    .where('staffId', '=', staffId)
    .where('state', '<>', 'removed')
    .execute();

  await endAccess(tx, staffId, now);
  await setRoles(tx, staffId, [], now);
}

/** Ends every session, passkey and invitation of somebody. */
export async function endAccess(tx: Tx, staffId: string, now: number): Promise<void> {
  await endSessions(tx, staffId, now);
  await tx
    .updateTable('staff_passkeys')
    .set({ endedAt: timestamp(now) })
    .where('staffId', '=', staffId)
    .where('endedAt', 'is', null)
    .execute();

  await endInvitations(tx, staffId, now);
}

/** Ends the open invitations of somebody. */
export async function endInvitations(tx: Tx, staffId: string, now: number): Promise<void> {
  await tx
    .updateTable('staff_invitations')
    .set({ usedAt: timestamp(now) })
    .where('staffId', '=', staffId)
    .where('usedAt', 'is', null)
    .execute();
}

/** Makes somebody who lost all passkeys an invited person again. */
export async function reinviteStaff(tx: Tx, staffId: string): Promise<void> {
  await tx.updateTable('staff').set({ state: 'invited' }).where('staffId', '=', staffId).execute();
}

export async function activateStaff(tx: Tx, staffId: string): Promise<void> {
  await tx.updateTable('staff').set({ state: 'active' }).where('staffId', '=', staffId).execute();
}

/**
 * Opens a session.
 * @returns its token, of which only the hash is stored
 */
export async function openStaffSession(
  tx: Tx,
  of: { staffId: string; assurance: StaffAssurance; browser: string; now: number },
): Promise<{ token: string; sessionId: string }> {
  const token = makeSecret();
  const at = timestamp(of.now);
  const { staffId, assurance, browser } = of;
  const row = await tx
    .insertInto('staff_sessions')
    .values({
      staffId,
      assurance,
      browser,
      tokenHash: hashToken(token),
      createdAt: at,
      lastSeenAt: at,
    })
    .returning('sessionId')
    .executeTakeFirstOrThrow();

  return { token, sessionId: row.sessionId };
}

/**
 * The open session of a token, which counts as seen now; undefined when it ended or its person was
 * removed.
 */
export async function findStaffSession(
  db: Db,
  token: string,
  now: number,
): Promise<StaffSession | undefined> {
  const row = await db
    .selectFrom('staff_sessions as n')
    .innerJoin('staff as s', 's.staffId', 'n.staffId')
    .select(memberColumns)
    .select(rolesColumn.as('roles'))
    .select(['n.sessionId', 'n.assurance', 'n.createdAt', 'n.lastSeenAt'])
    .select(passkeyCount.as('passkeys'))
    .where('n.tokenHash', '=', hashToken(token))
    .where('n.endedAt', 'is', null)
    .where('s.state', '=', 'active')
    .where('n.createdAt', '>', instantValue(now - SESSION_MS))
    .where('n.lastSeenAt', '>', instantValue(now - IDLE_MS))
    .executeTakeFirst();
  if (!row) return undefined;

  const { sessionId, assurance, createdAt, lastSeenAt, passkeys, ...staff } = row;
  if (now - lastSeenAt > TOUCH_EVERY_MS)
    await touchSession(db, { staffId: staff.staffId, sessionId, now });

  return { staff, sessionId, assurance, createdAt, lastSeenAt: now, passkeys };
}

/**
 * What somebody has access to now: the roles, and whether a session is open; undefined when the
 * person was removed.
 */
export async function readStaffAccess(
  tx: Tx,
  { staffId, sessionId }: { staffId: string; sessionId: string },
): Promise<{ roles: readonly Role[]; isOpen: boolean } | undefined> {
  return tx
    .selectFrom('staff_sessions as n')
    .innerJoin('staff as s', 's.staffId', 'n.staffId')
    .select(rolesColumn.as('roles'))
    .select((of) => of('n.endedAt', 'is', null).$castTo<boolean>().as('isOpen'))
    .where('n.staffId', '=', staffId)
    .where('n.sessionId', '=', sessionId)
    .where('s.state', '=', 'active')
    .executeTakeFirst();
}

async function touchSession(
  db: Db,
  of: { staffId: string; sessionId: string; now: number },
): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ lastSeenAt: timestamp(of.now) })
    .where('staffId', '=', of.staffId)
    .where('sessionId', '=', of.sessionId)
    .execute();
}

/** Open sessions of somebody, newest first. */
export async function listStaffSessions(
  db: Db,
  staffId: string,
  now: number,
): Promise<{ sessionId: string; browser: string; createdAt: number; lastSeenAt: number }[]> {
  return db
    .selectFrom('staff_sessions')
    .select(['sessionId', 'browser', 'createdAt', 'lastSeenAt'])
    .where('staffId', '=', staffId)
    .where('endedAt', 'is', null)
    .where('createdAt', '>', instantValue(now - SESSION_MS))
    .where('lastSeenAt', '>', instantValue(now - IDLE_MS))
    .orderBy('sessionId', 'desc')
    .execute();
}

/**
 * Ends one session of somebody, or all.
 * @returns how many
 */
export async function endSessions(
  tx: Tx | Db,
  staffId: string,
  now: number,
  sessionId?: string,
): Promise<number> {
  const ended = await tx
    .updateTable('staff_sessions')
    .set({ endedAt: timestamp(now) })
    .where('staffId', '=', staffId)
    .where('endedAt', 'is', null)
    .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId!))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
