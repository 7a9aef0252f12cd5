import { type DecidedClass, type Renewal, renewalOn } from '@noren/core/lending/renewal';
import { type BusinessDay, toBusinessDay } from '@noren/core/money/time';
import { UserStatus } from '@noren/core/people/status';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

/** What {@link toRenewal} reads of a certified user whose identity was verified. */
export interface RenewalRow {
  /** When the identity was confirmed or proved last; UTC ms. */
  readonly provedAt: number;
  /** When the borrower last confirmed the details. */
  readonly renewedDay: BusinessDay | null;
  readonly isFullKyc: boolean;
  readonly decided: DecidedClass | null;
}

/** Everybody who may have something to confirm: `i` is the identity, `k` the user. */
export const renewalTables = sql`
  identities i
  join users k on k.user_id = i.user_id
    and k.onboarding_status >= ${sql.lit(UserStatus.certified)}
    and (i.state = 'verified' or i.was_verified)`;

/** When the borrower confirmed the identity `i`. */
export const CONFIRMED_AT = sql`coalesce(i.confirmed_at, i.saved_at)`;

/**
 * The {@link RenewalRow.provedAt} of a user of {@link renewalTables}. Like the expressions below,
 * it is given the user instead of reading `i.user_id`: within a larger statement about one user,
 * Citus refuses an inner query that takes its user from the query around it.
 */
export const selectProvedAt = (userId: RawBuilder<unknown>): RawBuilder<number> => sql`
  floor(extract(epoch from greatest(${CONFIRMED_AT}, k.full_kyc_at, (
    select max(n.decided_at) from identity_sources n
    where n.user_id = ${userId} and n.verdict = 'agrees'))) * 1000)::bigint`;

/** The {@link RenewalRow.renewedDay} of a user. */
export const selectRenewedDay = (userId: RawBuilder<unknown>): RawBuilder<string | null> => sql`
  (select max(r.renewed_day) from renewals r where r.user_id = ${userId})`;

/** The {@link RenewalRow} of a user of {@link renewalTables}. */
export const selectRenewalRow = (userId: RawBuilder<unknown>): RawBuilder<RenewalRow> => sql`
  json_build_object(
    'provedAt', ${selectProvedAt(userId)}, 'renewedDay', ${selectRenewedDay(userId)},
    'isFullKyc', k.full_kyc_at is not null,
    'decided', (
      select json_build_object('riskClass', c.risk_class, 'fromDay', c.from_day)
      from risk_classes c where c.user_id = ${userId} order by c.decided_at desc limit 1))`;

/** The {@link RenewalRow} of a user as an expression; null of who has nothing to confirm. */
export const selectRenewal = (userId: RawBuilder<unknown>): RawBuilder<RenewalRow | null> => sql`
  (select ${selectRenewalRow(userId)} from ${renewalTables} where i.user_id = ${userId})`;

/** The next update that a row leads to. */
export function toRenewal(
  { provedAt, renewedDay, isFullKyc, decided }: RenewalRow,
  today: BusinessDay,
): Renewal {
  const provedDay = toBusinessDay(provedAt);
  const confirmedDay = renewedDay && renewedDay > provedDay ? renewedDay : provedDay;
  return renewalOn({ confirmedDay, isFullKyc, decided }, today);
}

/** A user's next update; null of who has nothing to confirm. */
export async function readRenewal(
  db: Db | Tx,
  userId: string,
  today: BusinessDay,
): Promise<Renewal | null> {
  const { rows } = await sql<{ renewal: RenewalRow | null }>`
    select ${selectRenewal(sql`${userId}::uuid`)} as renewal`.execute(db);
  const row = rows[0]?.renewal ?? null;
  return row && toRenewal(row, today);
}
