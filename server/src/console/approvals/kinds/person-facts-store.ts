import { sql } from 'kysely';
import { type Tx, timestamp } from '../../../platform/db/db.ts';

interface LimitBounds {
  readonly state: 'evaluating' | 'approved' | 'declined' | 'review';
  readonly limitPaise: number;
  /** The highest that an evaluation gave or the borrower asked for. */
  readonly highestPaise: number;
  /** Principal owed and held. */
  readonly usedPaise: number;
}

/** Within what a user's limit may be changed; undefined before there is one. */
export async function readLimitBounds(tx: Tx, userId: string): Promise<LimitBounds | undefined> {
  const { rows } = await sql<LimitBounds>`
    select c.state, c.limit_paise,
      greatest(c.limit_paise,
        (select max((outcome->>'limit')::bigint) from credit_evaluations where user_id = c.user_id),
        (select max(to_paise) from limit_requests where user_id = c.user_id)) as highest_paise,
      coalesce((select sum(amount_paise) from entries
        where user_id = c.user_id and account in ('loan_principal', 'limit_held')), 0)::bigint as used_paise
    from credit_limits c where c.user_id = ${userId}`.execute(tx);
  return rows[0];
}

export async function setLimit(tx: Tx, userId: string, limitPaise: number): Promise<void> {
  await tx.updateTable('credit_limits').set({ limitPaise }).where('userId', '=', userId).execute();
}

/** The account that a user's money is paid to, as it may be shown. */
export async function maskedAccount(tx: Tx, userId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('bank_accounts')
    .select(['bankCode', 'accountLast4'])
    .where('userId', '=', userId)
    .where('replacedAt', 'is', null)
    .executeTakeFirst();
  return row && `${row.bankCode} ••••${row.accountLast4}`;
}

/** Whether full KYC of a user was done. */
export async function hasFullKyc(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('fullKycAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.fullKycAt != null;
}

/** Records when full KYC of a user was done. */
export async function markFullKyc(tx: Tx, userId: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ fullKycAt: timestamp(now) })
    .where('userId', '=', userId)
    .execute();
}

export async function isErased(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('erasedAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.erasedAt != null;
}

/**
 * What an erasure would find of a user: sessions that are open, pictures on file, and loans that
 * were paid out.
 */
export async function countErasable(
  tx: Tx,
  userId: string,
): Promise<{ sessions: number; pictures: number; loans: number }> {
  const { rows } = await sql<{ sessions: number; pictures: number; loans: number }>`
    select (select count(*)::int from sessions where user_id = ${userId} and revoked_at is null) as sessions,
      (select count(*)::int from identity_documents where user_id = ${userId}) as pictures,
      (select count(*)::int from orders where user_id = ${userId} and disbursed_day is not null) as loans`.execute(
    tx,
  );
  return rows[0] ?? { sessions: 0, pictures: 0, loans: 0 };
}

/** Through which day the law has an erased user's identity kept; null when nothing is. */
export async function readRetainUntil(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('retained_records')
    .select('retainUntil')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.retainUntil ?? null;
}
