import type { Client } from 'pg';
import { openSessions } from '../load-model/sessions.ts';
import { namedStatement } from '../named-statement.ts';

// Phone is ciphertext that no call measured with them reads: any bytes will do.
const SEED_USERS = namedStatement<'users'>(`
  insert into users (phone_hash, phone_enc, masked_phone, onboarding_status, created_at, first_confirmed_at)
  select sha256(('phone' || g)::bytea), sha256(('phone' || g)::bytea), '98******10', 60, now(), now()
  from generate_series(1, :users::int) g returning user_id`);

/** Makes users who only call for their status, numbered from 1, with an open session each. */
export async function seedRequesters(db: Client, users: number): Promise<void> {
  const { rows } = await db.query<{ user_id: string }>(SEED_USERS({ users }));
  await openSessions(
    db,
    rows.map((row) => row.user_id),
    1,
  );
  await db.query('vacuum analyze users, sessions');
}
