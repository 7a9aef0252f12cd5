import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { isOnDay } from '../../platform/db/on-day.ts';
import { userOfPayout } from '../orders/order-store.ts';
import { findNewestPart } from '../payments/known-payment.ts';
import { readKnownPayments } from '../payments/known-payment-store.ts';
import { SENT_BACK, userOfRefund } from '../payments/refunds/refund-store.ts';

/** A posted amount by its reference, to compare with a provider's statement. */
export interface PostedRow {
  readonly ref: string;
  readonly amount: number;
}

/** Lists what was posted on a day of what a provider moved. */
type ListDay = (db: Db, provider: string, day: string) => Promise<PostedRow[]>;

/** References with the users that they carry, as `k`; those of another form are left out. */
function ofUsers(
  refs: readonly string[],
  toUser: (ref: string) => string | null,
): RawBuilder<unknown> {
  const found = refs.flatMap((ref) => {
    const userId = toUser(ref);
    return userId === null ? [] : [{ userId, ref }];
  });
  const users = found.map(({ userId }) => userId);

  return sql`unnest(${users}::uuid[], ${found.map(({ ref }) => ref)}::text[]) k(user_id, ref)`;
}

/** Payments posted to an order or held in suspense, of the references given. */
export async function readPostedPayments(
  db: Db,
  provider: string,
  refs: readonly string[],
): Promise<PostedRow[]> {
  const payments = await readKnownPayments(
    db,
    refs.map((providerRef) => ({ provider, providerRef })),
  );

  return payments.flatMap((known) => {
    const amount = (known.posting ?? findNewestPart(known))?.amountPaise;
    return amount === undefined ? [] : [{ ref: known.providerRef, amount }];
  });
}

/** Payments posted to orders and paid on a day. */
export const listPaymentsOfDay: ListDay = (db, provider, day) =>
  db
    .selectFrom('provider_payments')
    .distinct()
    .select(['providerRef as ref', 'amountPaise as amount'])
    .where('provider', '=', provider)
    .where(isOnDay('paidAt', day))
    .execute();

/** Confirmed refunds and returns of unclaimed funds, of the references given. */
export async function readConfirmedRefunds(db: Db, refs: readonly string[]): Promise<PostedRow[]> {
  const read = await sql<PostedRow>`
      select r.refund_ref as ref, r.amount_paise as amount
      from ${ofUsers(refs, userOfRefund)}
      join refunds r on r.user_id = k.user_id and r.refund_ref = k.ref
      where r.state = 'confirmed'
      union all
      select r.refund_ref, r.returned_paise from unclaimed_funds r
      where r.returned_paise > 0 and r.refund_ref = any(${refs})`.execute(db);
  return read.rows;
}

/** Refunds confirmed on a day. */
export const listRefundsOfDay: ListDay = (db, provider, day) =>
  db
    .selectFrom('refunds')
    .select(['refundRef as ref', 'amountPaise as amount'])
    .where('state', '=', 'confirmed')
    .where('accountId', 'is', null)
    .where('provider', '=', provider)
    .where(isOnDay('decidedAt', day))
    .execute();

/**
 * Payouts and refunds by payout that were confirmed, also those sent back since, of the references
 * given.
 */
export async function readConfirmedPayouts(db: Db, refs: readonly string[]): Promise<PostedRow[]> {
  const read = await sql<PostedRow>`
      select p.payout_ref as ref, p.amount_paise as amount
      from ${ofUsers(refs, userOfPayout)}
      join payouts p on p.user_id = k.user_id and p.payout_ref = k.ref
      where p.state in ('confirmed', 'reversed')
      union all
      select r.refund_ref, r.amount_paise
      from ${ofUsers(refs, userOfRefund)}
      join refunds r on r.user_id = k.user_id and r.refund_ref = k.ref
      where (r.state = 'confirmed' or r.reason = ${SENT_BACK})
        and r.account_id is not null`.execute(db);
  return read.rows;
}

/** Payouts and refunds by payout that were confirmed on a day. */
export const listPayoutsOfDay: ListDay = async (db, provider, day) => {
  const ours = await sql<PostedRow>`
    select payout_ref as ref, amount_paise as amount from payouts
    where state = 'confirmed' and provider = ${provider} and ${isOnDay('decidedAt', day)}
    union all
    select refund_ref, amount_paise from refunds
    where state = 'confirmed' and account_id is not null and ${isOnDay('decidedAt', day)}`.execute(
    db,
  );
  return ours.rows;
};

export interface DayTotal {
  readonly kind: 'payment' | 'refund' | 'payout';
  readonly totalPaise: number;
  readonly count: number;
  /**
   * The sum of the provider's statement; null without one. Days that were compared before it was
   * stored have none.
   */
  readonly theirsPaise?: number | null;
}

/** What is recorded here of a day, as it is compared with the providers' statements. */
export async function readDayTotals(db: Db, day: string): Promise<DayTotal[]> {
  const { rows } = await sql<DayTotal>`
    select 'payment' as kind, coalesce(sum(amount), 0)::bigint as total_paise,
           count(*)::int as count
    from (
      select distinct provider, provider_ref, amount_paise as amount from provider_payments
      where provider <> 'utr' and ${isOnDay('paidAt', day)}) paid
    union all
    select 'refund', coalesce(sum(amount_paise), 0)::bigint, count(*)::int from refunds
    where state = 'confirmed' and account_id is null and ${isOnDay('decidedAt', day)}
    union all
    select 'payout', coalesce(sum(amount_paise), 0)::bigint, count(*)::int from payouts
    where state = 'confirmed' and ${isOnDay('decidedAt', day)}`.execute(db);
  return rows;
}
