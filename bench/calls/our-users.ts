import type { Client } from 'pg';

const PAD = 23;

/** Token and companion cookie of a user, as long as real ones; the database keeps their hashes only. */
export function credentialsOf(user: number): { token: string; cookie: string } {
  const number = String(user).padStart(PAD, '0');
  return { token: `bench-session-token-${number}`, cookie: `bench-session-cookie${number}` };
}

// Phone, account and holder are ciphertext that no call measured here reads: any bytes will do.
const USERS = `insert into users (phone_hash, phone_enc, masked_phone, biz_status, created_at, first_confirmed_at)
  select sha256(('phone' || g)::bytea), sha256(('phone' || g)::bytea), '98******10', 60, now(), now()
  from generate_series(1, $1::int) g`;
const SESSIONS = `insert into sessions (user_id, token_hash, cookie_hash, device_id, assurance, code_entered_at, created_at,
    last_used_at)
  select u.user_id, sha256(('bench-session-token-' || lpad(g::text, ${PAD}, '0'))::bytea),
    sha256(('bench-session-cookie' || lpad(g::text, ${PAD}, '0'))::bytea), gen_random_uuid(), 'otp', now(), now(), now()
  from generate_series(1, $1::int) g join users u on u.phone_hash = sha256(('phone' || g)::bytea)`;
const ACCOUNTS = `insert into bank_accounts (user_id, bank_code, ifsc, account_enc, account_hash, account_last4,
    holder_name_enc, name_match, validation, saved_at)
  select user_id, 'HDFC', 'HDFC0000001', phone_hash, phone_hash, '1234', phone_hash, 'match', 'valid', now() from users`;
const LIMITS = `insert into credit_limits (user_id, state, limit_paise, evaluated_at, started_at)
  select user_id, 'approved', 2000000, now(), now() from users`;

/** Makes certified users with a limit, a bank account and an open session in our own tables. */
export async function seedOurs(db: Client, users: number): Promise<void> {
  await db.query(USERS, [users]);
  await db.query(SESSIONS, [users]);
  await db.query(ACCOUNTS);
  await db.query(LIMITS);
  await db.query('vacuum analyze users, sessions, bank_accounts, credit_limits');
}

/** Lets users apply as if they had just entered a code: it stands for half an hour. */
export async function noteCodeEntered(db: Client, from: number, to: number): Promise<void> {
  await db.query(
    `update sessions set code_entered_at = now(), last_used_at = now() where token_hash in (
       select sha256(('bench-session-token-' || lpad(g::text, ${PAD}, '0'))::bytea) from generate_series($1::int, $2::int) g)`,
    [from, to],
  );
}

/** Orders there are, with a hold in the ledger. */
export async function countOrders(db: Client): Promise<number> {
  const { rows } = await db.query(
    `select count(*)::int as orders from orders o where exists (
       select from journals j where j.user_id = o.user_id and j.order_id = o.order_id and j.kind = 'hold')`,
  );
  return rows[0].orders;
}
