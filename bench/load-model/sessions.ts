import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

/** The users with a session, by their numbers. */
const users = new Map<number, string>();

/**
 * Token and companion cookie of a user, in the form of real ones; the database keeps their hashes
 * only.
 */
export function makeCredentials(user: number): { token: string; cookie: string } {
  const number = String(user).padStart(32, '0');
  const carried = Buffer.from((users.get(user) ?? '').replaceAll('-', ''), 'hex');

  return {
    token: Buffer.concat([carried, Buffer.from(number)]).toString('base64url'),
    cookie: `bench-cookie-${number.slice(2)}`,
  };
}

const OPEN_SESSIONS = namedStatement<'userIds' | 'tokens' | 'cookies'>(
  `insert into sessions (user_id, token_hash, cookie_hash, device_id, assurance, code_entered_at, created_at, last_used_at)
     select user_id, sha256(token::bytea), sha256(cookie::bytea), gen_random_uuid(), 'otp', now(), now(), now()
     from unnest(:userIds::uuid[], :tokens::text[], :cookies::text[]) s(user_id, token, cookie)`,
);

/** Opens a session for each of these users, under the numbers from `first` on. */
export async function openSessions(
  db: Client,
  userIds: readonly string[],
  first: number,
): Promise<void> {
  for (const [at, userId] of userIds.entries()) users.set(first + at, userId);

  const all = userIds.map((_, at) => makeCredentials(first + at));
  await db.query(
    OPEN_SESSIONS({
      userIds,
      tokens: all.map(({ token }) => token),
      cookies: all.map(({ cookie }) => cookie),
    }),
  );
}

const NOTE_CODE = namedStatement<'userIds'>(
  'update sessions set code_entered_at = now(), last_used_at = now() where user_id = any(:userIds::uuid[])',
);

/** Lets users apply as if they had just entered a code, which is valid for half an hour. */
export async function noteCodeEntered(db: Client, from: number, to: number): Promise<void> {
  const userIds = Array.from({ length: to - from + 1 }, (_, at) => users.get(from + at));
  await db.query(NOTE_CODE({ userIds }));
}
