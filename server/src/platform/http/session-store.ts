import { randomBytes } from 'node:crypto';
import { CODES } from '@noren/contract/codes';
import { sql } from 'kysely';
import { hashToken } from '../crypto/field-crypto.ts';
import { makeBatchLoader } from '../db/batch-loader.ts';
import { makeUserToken, userOfToken } from '../db/carried-user.ts';
import { type Db, type Tx, timestamp } from '../db/db.ts';
import { namedStatement } from '../db/named-statement.ts';
import { executeBatch, queueWithNext } from '../db/statements.ts';
import { CallError } from './call-error.ts';

/** A signed-in session and its user, read for each request. */
export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  readonly assurance: 'link' | 'otp';
  /** When a code was last entered on this session, UTC milliseconds. */
  readonly codeEnteredAt: number | null;
  readonly createdAt: number;
  readonly bizStatus: number;
  /** Onboarding step three must be repeated: see `onboardingStatus`. */
  readonly areContactsDue: boolean;
  readonly maskedPhone: string;
  readonly language: string;
  /** The values of `Deps.sessionColumns`, by their names. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/**
 * Columns that the composition root has read with every session, because a frequent call would otherwise query for them:
 * expressions over the rows `s` (session) and `u` (user), by name.
 */
export type SessionColumns = Readonly<Record<string, string>>;

/** Idle timeout of a token. Source: `docs/domain.md`, "Sign-in". */
export const TOKEN_IDLE_MS = 30 * 86_400_000;
/** Max-Age of the cookies. Source: specification §9. */
export const COOKIE_SECONDS = 365 * 86_400;
/** Last use is written at most this often, so that most reads do not write. */
const TOUCH_EVERY_MS = 3_600_000;

export type SessionAnswer = { state: 'open'; session: Session } | { state: 'unknown' } | { state: 'expired' };

/**
 * Finds the session of a token and its companion cookie.
 * @param cookie value of the HttpOnly cookie set at sign-in; the token is not valid without it
 */
export async function findSession(
  { db, sessionColumns }: { readonly db: Db; readonly sessionColumns: SessionColumns },
  given: { token: string | undefined; cookie: string | undefined; now: number },
): Promise<SessionAnswer> {
  if (!given.token || !given.cookie) return { state: 'unknown' };
  const userId = userOfToken(given.token);
  if (userId === null) return { state: 'unknown' };
  const key = `${userId} ${hashToken(given.token).toString('hex')}`;
  const row = await finderOf(db, sessionColumns)(key);
  if (!row || row.revokedAt !== null || !row.cookieHash.equals(hashToken(given.cookie))) return { state: 'unknown' };
  if (given.now - row.lastUsedAt > TOKEN_IDLE_MS) return { state: 'expired' };
  if (given.now - row.lastUsedAt > TOUCH_EVERY_MS)
    await db
      .updateTable('sessions')
      .set({ lastUsedAt: timestamp(given.now) })
      .where('userId', '=', row.userId)
      .where('sessionId', '=', row.sessionId)
      .execute();
  return {
    state: 'open',
    session: {
      userId: row.userId,
      sessionId: row.sessionId,
      assurance: row.assurance,
      codeEnteredAt: row.codeEnteredAt,
      createdAt: row.createdAt,
      bizStatus: row.onboardingStatus,
      areContactsDue: row.needsContacts,
      maskedPhone: row.maskedPhone,
      language: row.language,
      extra: Object.fromEntries(Object.keys(sessionColumns).map((name) => [name, row[name]])),
    },
  };
}

/** By user and hash of the token. */
type Finder = (key: string) => Promise<SessionRow | undefined>;
const finders = new WeakMap<Db, Finder>();
/** Loads the sessions of concurrent requests in one statement. */
function finderOf(db: Db, columns: SessionColumns): Finder {
  let find = finders.get(db);
  if (!find) {
    const statement = findStatement(columns);
    find = makeBatchLoader(async (keys) => {
      const parts = keys.map((key) => key.split(' ') as [userId: string, hash: string]);
      const values = { users: parts.map(([userId]) => userId), hashes: parts.map(([, hash]) => `\\x${hash}`) };
      const [rows] = await executeBatch<[SessionRow]>(db, [statement(values)]);
      return new Map(rows.map((row) => [`${row.userId} ${row.tokenHash.toString('hex')}`, row]));
    });
    finders.set(db, find);
  }
  return find;
}

interface SessionRow {
  tokenHash: Buffer;
  userId: string;
  sessionId: string;
  assurance: 'link' | 'otp';
  codeEnteredAt: number | null;
  createdAt: number;
  lastUsedAt: number;
  revokedAt: number | null;
  cookieHash: Buffer;
  onboardingStatus: number;
  needsContacts: boolean;
  maskedPhone: string;
  language: string;
  [column: string]: unknown;
}

/**
 * Runs for every request: the statement text is constant, and it also reads the columns that a frequent call needs.
 * The lists are wrapped in sub-selects so that the planner cannot see their length and keeps one generic plan;
 * otherwise the custom plan would always look cheaper, and the statement would be planned on every execution.
 */
function findStatement(columns: SessionColumns) {
  const extra = Object.entries(columns).map(([name, expression]) => `, ${expression} as "${name}"`);
  return namedStatement<
    'users' | 'hashes'
  >(`select s.token_hash, s.user_id, s.session_id, s.assurance, s.code_entered_at, s.created_at, s.last_used_at, s.revoked_at, s.cookie_hash,
      u.onboarding_status, u.needs_contacts, u.masked_phone, u.language${extra.join('')}
    from unnest((select :users::uuid[]), (select :hashes::bytea[])) k(user_id, token_hash)
    join sessions s on s.user_id = k.user_id and s.token_hash = k.token_hash
    join users u on u.user_id = k.user_id and u.erased_at is null`);
}

/** Opens a session. @returns the token for the header and the secret for the cookie; only their hashes are stored */
export async function openSession(
  tx: Tx | Db,
  given: { userId: string; deviceId: string; now: number } & ({ assurance: 'otp' } | { assurance: 'link'; lead: Lead }),
): Promise<{ token: string; cookie: string; sessionId: string }> {
  const token = makeUserToken(given.userId);
  const cookie = randomBytes(32).toString('base64url');
  const row = await tx
    .insertInto('sessions')
    .values({
      userId: given.userId,
      tokenHash: hashToken(token),
      cookieHash: hashToken(cookie),
      deviceId: given.deviceId,
      assurance: given.assurance,
      codeEnteredAt: given.assurance === 'otp' ? timestamp(given.now) : null,
      createdAt: timestamp(given.now),
      lastUsedAt: timestamp(given.now),
      ...(given.assurance === 'link' && leadColumns(given.lead)),
    })
    .returning('sessionId')
    .executeTakeFirstOrThrow();
  return { token, cookie, sessionId: row.sessionId };
}

/** Attribution data of an opened link. Source: specification §3, open-token login payload. */
export interface Lead {
  readonly clientType: 1 | 2;
  readonly channel: string;
}

const leadColumns = (lead: Lead) => ({ clientType: lead.clientType, leadChannel: lead.channel });

/** Stores the attribution data of a link that was opened in an existing session. */
export async function recordLead(tx: Tx, session: Session, lead: Lead): Promise<void> {
  await tx
    .updateTable('sessions')
    .set(leadColumns(lead))
    .where('userId', '=', session.userId)
    .where('sessionId', '=', session.sessionId)
    .execute();
}

/** Ends a session; ending it twice is a no-op. */
export async function revokeSession(db: Db | Tx, session: Session, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', session.userId)
    .where('sessionId', '=', session.sessionId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Sets the session's assurance to `otp` after a code was entered. */
export async function raiseAssurance(tx: Tx | Db, session: Session, now: number): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ assurance: 'otp', codeEnteredAt: timestamp(now) })
    .where('userId', '=', session.userId)
    .where('sessionId', '=', session.sessionId)
    .execute();
}

/**
 * Locks the user's row, so that changes of one user's onboarding status are serialized.
 * @returns the current status @throws CallError 401 if the user was erased meanwhile
 */
export async function lockUser(tx: Tx, userId: string): Promise<number> {
  const row = await sql<{ onboardingStatus: number; isErased: boolean }>`
    select onboarding_status, erased_at is not null as is_erased from users where user_id = ${userId} for update`.execute(
    tx,
  );
  const found = row.rows[0];
  if (!found) throw new Error('session exists, but no user row found');
  if (found.isErased) throw new CallError(CODES.signedOut, 'error.signed_out');
  return found.onboardingStatus;
}

/** Raises the user's status; a higher one stays. Batched with the next statement. */
export async function raiseStatus(tx: Tx, userId: string, to: number): Promise<void> {
  await queueWithNext(
    tx,
    tx
      .updateTable('users')
      .set({ onboardingStatus: to })
      .where('userId', '=', userId)
      .where('onboardingStatus', '<', to),
  );
}
