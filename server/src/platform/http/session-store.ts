import { CODES } from '@noren/contract/codes';
import { codeValidMs } from '@noren/core/people/step-up';
import { type RawBuilder, sql } from 'kysely';
import { hashToken } from '../crypto/field-crypto.ts';
import { makeSecret } from '../crypto/secret.ts';
import { makeBatchLoader } from '../db/batch-loader.ts';
import { makeUserToken, userOfToken } from '../db/carried-user.ts';
import { listColumns, type RowOf } from '../db/column-list.ts';
import { type Db, instantValue, type Tx, timestamp } from '../db/db.ts';
import { executeBatch, queueWithNext } from '../db/statements.ts';
import { isOfOneMachine, isSpread } from '../distribution/distribution-store.ts';
import { CallError } from './call-error.ts';

/** A signed-in session and its user, read for each request. */
export interface Session {
  readonly userId: string;
  readonly sessionId: string;
  /** The device that it was opened on. */
  readonly deviceId: string;
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
 * Columns that the composition root has read with every session, because a frequent call would
 * otherwise query for them: expressions over the user's id, by name.
 */
export type SessionColumns = Readonly<
  Record<string, (userId: RawBuilder<unknown>) => RawBuilder<unknown>>
>;

/** Idle timeout of a token. Source: `docs/people.md`, "What a session may do". */
const TOKEN_IDLE_MS = 30 * 86_400_000;
/**
 * How long a session lives after its last code, however often it is used. Longer than NIST SP
 * 800-63B asks for (30 days): most loans end within it, and whatever moves money or takes data out
 * asks for a code of the last 30 minutes anyway.
 */
const CODE_LIFE_MS = 90 * 86_400_000;
/**
 * How long a session of a link lives without a code: the message with the link may be read by
 * others.
 */
export const LINK_LIFE_MS = 7 * 86_400_000;
/**
 * Sessions of one user at once; another sign-in ends the one that was not used for longest. A
 * family's phones are fewer.
 */
const MOST_SESSIONS = 10;
/**
 * How long the former cookie still opens a session after a code changed it: for requests that were
 * on their way.
 */
const PREVIOUS_COOKIE_MS = 60_000;
/** Max-Age of the cookies. Source: specification §9. */
export const COOKIE_SECONDS = 365 * 86_400;
/** Last use is written at most this often, so that most reads do not write. */
const TOUCH_EVERY_MS = 3_600_000;

export type SessionAnswer =
  | { state: 'open'; session: Session }
  | { state: 'unknown' }
  | { state: 'expired' };

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
  const row = await ensureFinder(db, sessionColumns)(key);
  if (!row || row.revokedAt !== null) return { state: 'unknown' };

  const cookie = whichCookie(row, hashToken(given.cookie), given.now);
  if (cookie === 'none') return { state: 'unknown' };
  if (isSessionOver(row, given.now)) return { state: 'expired' };

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
      deviceId: row.deviceId,
      // The former cookie knows nothing of the code that replaced it.
      assurance: cookie === 'former' ? 'link' : row.assurance,
      codeEnteredAt: cookie === 'former' ? null : row.codeEnteredAt,
      createdAt: row.createdAt,
      bizStatus: row.onboardingStatus,
      areContactsDue: row.needsContacts,
      maskedPhone: row.maskedPhone,
      language: row.language,
      extra: Object.fromEntries(Object.keys(sessionColumns).map((name) => [name, row[name]])),
    },
  };
}

function whichCookie(row: SessionRow, hash: Buffer, now: number): 'own' | 'former' | 'none' {
  if (row.cookieHash.equals(hash)) return 'own';
  const isFormer = row.previousCookieHash?.equals(hash) && now <= (row.previousCookieUntil ?? 0);
  return isFormer ? 'former' : 'none';
}

/**
 * Whether a session ended by itself: unused for long, or its last code, or its link, is long ago.
 */
export function isSessionOver(
  session: Pick<SessionRow, 'assurance' | 'codeEnteredAt' | 'createdAt' | 'lastUsedAt'>,
  now: number,
): boolean {
  const { assurance, codeEnteredAt, createdAt, lastUsedAt } = session;
  const life = assurance === 'otp' ? CODE_LIFE_MS : LINK_LIFE_MS;
  return now - lastUsedAt > TOKEN_IDLE_MS || now - (codeEnteredAt ?? createdAt) > life;
}

/** By user and hash of the token. */
type Finder = (key: string) => Promise<SessionRow | undefined>;
const finders = new WeakMap<Db, Finder>();

/** Loads the sessions of concurrent requests in one statement. */
function ensureFinder(db: Db, columns: SessionColumns): Finder {
  let find = finders.get(db);
  if (!find) {
    find = makeBatchLoader(async (keys) => {
      const parts = keys.map((key) => key.split(' ') as [userId: string, hash: string]);
      const queries = (await isSpread(db))
        ? parts.map(([userId, hash]) => selectOne(columns, userId, `\\x${hash}`))
        : [
            selectMany(
              columns,
              parts.map(([userId]) => userId),
              parts.map(([, hash]) => `\\x${hash}`),
            ),
          ];
      const rows = (await executeBatch(db, queries)).flat();

      return new Map(rows.map((row) => [`${row.userId} ${row.tokenHash.toString('hex')}`, row]));
    }, isOfOneMachine(db));

    finders.set(db, find);
  }

  return find;
}

const SESSION = listColumns('sessions', 's', [
  'tokenHash',
  'userId',
  'sessionId',
  'deviceId',
  'assurance',
  'codeEnteredAt',
  'createdAt',
  'lastUsedAt',
  'revokedAt',
  'cookieHash',
  'previousCookieHash',
  'previousCookieUntil',
]);
const USER = listColumns('users', 'u', [
  'onboardingStatus',
  'needsContacts',
  'maskedPhone',
  'language',
]);

type SessionRow = RowOf<typeof SESSION> & RowOf<typeof USER> & Readonly<Record<string, unknown>>;

/** The columns of a session, and those that a frequent call needs of its user. */
function selectColumns(columns: SessionColumns, user: RawBuilder<unknown>): RawBuilder<unknown> {
  const extra = Object.entries(columns).map(
    ([name, select]) => sql`, ${select(user)} as ${sql.ref(name)}`,
  );
  return sql`${SESSION}, ${USER}${sql.join(extra, sql``)}`;
}

/**
 * Runs for every request: the statement text is constant. The lists are wrapped in sub-selects so
 * that the planner cannot see their length and keeps one generic plan; otherwise the custom plan
 * would always look cheaper, and the statement would be planned on every execution.
 */
const selectMany = (columns: SessionColumns, users: string[], hashes: string[]) =>
  sql<SessionRow>`
  select ${selectColumns(columns, sql`s.user_id`)}
    from unnest((select ${users}::uuid[]), (select ${hashes}::bytea[])) k(user_id, token_hash)
    join sessions s on s.user_id = k.user_id and s.token_hash = k.token_hash
    join users u on u.user_id = k.user_id and u.erased_at is null`;

/**
 * The same for one user: where users are spread over several machines, a list of users asks all of
 * them.
 */
const selectOne = (columns: SessionColumns, userId: string, hash: string) =>
  sql<SessionRow>`
  select ${selectColumns(columns, sql`${userId}`)}
    from sessions s join users u on u.user_id = ${userId} and u.erased_at is null
    where s.user_id = ${userId} and s.token_hash = ${hash}`;

/** Hashes of the secret of a browser from now on, and of those that it had. */
export interface RenewedSecret {
  readonly hash: Buffer;
  readonly formerHashes: readonly Buffer[];
}

/**
 * How a session is opened. Without a device secret, a code makes its device known only while the
 * session lasts.
 */
export type SessionMethod =
  | { assurance: 'otp'; deviceSecret?: RenewedSecret }
  | { assurance: 'link'; lead: Lead };

/**
 * Opens a session.
 * @returns the token for the header and the secret for the cookie; only their hashes are stored
 */
export async function openSession(
  tx: Tx | Db,
  given: { userId: string; deviceId: string; now: number } & SessionMethod,
): Promise<{ token: string; cookie: string; sessionId: string }> {
  const token = makeUserToken(given.userId);
  const cookie = makeSecret();
  const deviceSecret = given.assurance === 'otp' ? given.deviceSecret : undefined;

  if (deviceSecret) await replaceDeviceSecret(tx, given.userId, deviceSecret);

  const row = await tx
    .insertInto('sessions')
    .values({
      userId: given.userId,
      tokenHash: hashToken(token),
      cookieHash: hashToken(cookie),
      deviceId: given.deviceId,
      assurance: given.assurance,
      codeEnteredAt: given.assurance === 'otp' ? timestamp(given.now) : null,
      firstCodeAt: given.assurance === 'otp' ? timestamp(given.now) : null,
      createdAt: timestamp(given.now),
      lastUsedAt: timestamp(given.now),
      ...(deviceSecret && { deviceSecretHash: deviceSecret.hash }),
      ...(given.assurance === 'link' && leadColumns(given.lead)),
    })
    .returning('sessionId')
    .executeTakeFirstOrThrow();
  return { token, cookie, sessionId: row.sessionId };
}

/**
 * Moves the user's sessions of a browser to its new secret: the device stays known, and the former
 * secrets prove nothing.
 */
async function replaceDeviceSecret(
  db: Tx | Db,
  userId: string,
  { hash: deviceSecretHash, formerHashes }: RenewedSecret,
): Promise<void> {
  if (formerHashes.length === 0) return;
  await db
    .updateTable('sessions')
    .set({ deviceSecretHash })
    .where('userId', '=', userId)
    .where('deviceSecretHash', 'in', formerHashes)
    .execute();
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

/**
 * Sets the session's assurance to `otp` after a code was entered, and gives it another cookie: the
 * secrets from before the code are worth nothing after it.
 * @param deviceSecret of this browser, which is the user's own from now on
 * @returns the new cookie
 */
export async function raiseAssurance(
  tx: Tx | Db,
  session: Session,
  { deviceSecret, now }: { deviceSecret: RenewedSecret; now: number },
): Promise<string> {
  const cookie = makeSecret();
  await replaceDeviceSecret(tx, session.userId, deviceSecret);
  await tx
    .updateTable('sessions')
    .set(({ ref }) => ({
      assurance: 'otp' as const,
      codeEnteredAt: timestamp(now),
      firstCodeAt: sql<Date>`coalesce(first_code_at, ${timestamp(now)})`,
      deviceSecretHash: deviceSecret.hash,
      cookieHash: hashToken(cookie),
      previousCookieHash: ref('cookieHash'),
      previousCookieUntil: timestamp(now + PREVIOUS_COOKIE_MS),
    }))
    .where('userId', '=', session.userId)
    .where('sessionId', '=', session.sessionId)
    .execute();

  return cookie;
}

/**
 * Makes no code or passkey of a user recent any more, on all sessions or all but one: the next
 * risky action asks again. Which sessions a passkey confirmed is not stored but for the last. How
 * long the sessions live stays nearly the same.
 */
export async function endRecentConfirmations(
  tx: Tx,
  { userId, exceptSessionId, now }: { userId: string; exceptSessionId?: string; now: number },
): Promise<void> {
  const before = now - codeValidMs - 1;
  await tx
    .updateTable('sessions')
    .set({ codeEnteredAt: timestamp(before) })
    .where('userId', '=', userId)
    .where('codeEnteredAt', '>', instantValue(before))
    .$if(exceptSessionId !== undefined, (query) =>
      query.where('sessionId', '<>', exceptSessionId as string),
    )
    .execute();
}

/**
 * Ends the sessions of a user that are more than one may have, those not used for longest.
 * @returns their devices
 */
export async function endOldestSessions(tx: Tx, userId: string, now: number): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ revokedAt: timestamp(now) })
    .where('userId', '=', userId)
    .where('sessionId', 'in', (eb) =>
      eb
        .selectFrom('sessions as s')
        .select('s.sessionId')
        .where('s.userId', '=', userId)
        .where('s.revokedAt', 'is', null)
        .orderBy('s.lastUsedAt', 'desc')
        .orderBy('s.sessionId', 'desc')
        .offset(MOST_SESSIONS),
    )
    .returning('deviceId')
    .execute();
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * Locks the user's row, so that changes of one user's onboarding status are serialized.
 * @returns the current status @throws CallError 401 if the user was erased meanwhile
 */
export async function lockUser(tx: Tx, userId: string): Promise<number> {
  const row = await sql<{ onboardingStatus: number; isErased: boolean }>`
    select onboarding_status, erased_at is not null as is_erased
    from users where user_id = ${userId} for update`.execute(tx);
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
