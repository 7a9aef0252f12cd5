import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';

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

/** Whether full KYC of a user was done. */
export async function hasFullKyc(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('users').select('fullKycAt').where('userId', '=', userId).executeTakeFirst();
  return row?.fullKycAt != null;
}
