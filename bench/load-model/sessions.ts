import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

/**
 * Token and companion cookie of a user, in the form of real ones; the database keeps their hashes
 * only.
 */
export function makeCredentials(userId: string): { token: string; cookie: string } {
  const digits = userId.replaceAll('-', '');

  return {
    token: Buffer.concat([Buffer.from(digits, 'hex'), Buffer.from(digits)]).toString('base64url'),
    cookie: `bench-cookie-${digits.slice(2)}`,
  };
}

const OPEN_SESSIONS = namedStatement<'userIds' | 'tokens' | 'cookies'>(`
  insert into sessions (user_id, token_hash, cookie_hash, device_id, assurance, code_entered_at,
    created_at, last_used_at)
  select user_id, sha256(token::bytea), sha256(cookie::bytea), gen_random_uuid(), 'otp', now(),
    now(), now()
  from unnest(:userIds::uuid[], :tokens::text[], :cookies::text[]) s(user_id, token, cookie)
  on conflict (user_id, token_hash) do update set code_entered_at = now(), last_used_at = now()`);

/**
 * Opens a session for each of these users, or notes another code on the one that is open: a code
 * lets them apply for half an hour.
 */
export async function openSessions(db: Client, userIds: readonly string[]): Promise<void> {
  const all = userIds.map(makeCredentials);
  const [tokens, cookies] = [all.map(({ token }) => token), all.map(({ cookie }) => cookie)];

  await db.query(OPEN_SESSIONS({ userIds, tokens, cookies }));
}
