import type { Coupon } from '@noren/contract/coupons';
import { type Coupon as CouponTerms, certificationCoupon } from '@noren/core/lending/coupon';
import { isGivenBack } from '@noren/core/lending/coupon-lines';
import { endedBeforePayoutStatuses, OrderStatus, owingOrderStatuses } from '@noren/core/lending/order-status';
import { paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { recordAction } from '../platform/audit.ts';
import { type Db, type Tx, timestamp } from '../platform/db/db.ts';
import { anyStatusOf } from './status-literals.ts';

/**
 * A coupon with the order that stands on it: whether it is held, used or free is that order's state, or its payment's,
 * never stored.
 */
export interface StoredCoupon {
  readonly terms: CouponTerms;
  readonly source: Coupon['source'];
  readonly order: {
    readonly repayId: string;
    readonly isUsed: boolean;
    /** Until when an open payment holds it; null where an order holds it, or one used it. */
    readonly heldUntil: number | null;
  } | null;
}

interface Row {
  coupon_id: string;
  kind: CouponTerms['kind'];
  amount_paise: number | null;
  ppm: number | null;
  cap_paise: number | null;
  min_principal_paise: number;
  expires_on: string;
  source: Coupon['source'];
  repay_id: string | null;
  status: number | null;
  use_repay_id: string | null;
  is_use_reversed: boolean | null;
  held_repay_id: string | null;
  held_until: number | null;
}

const PAID_OUT: readonly number[] = [...owingOrderStatuses, OrderStatus.settled, OrderStatus.returned];

function keptOf(row: Row): StoredCoupon {
  const discount =
    row.amount_paise === null
      ? { ppm: row.ppm ?? 0, cap: paise(row.cap_paise ?? 0) }
      : { amount: paise(row.amount_paise) };
  return {
    terms: {
      id: row.coupon_id,
      kind: row.kind,
      discount,
      minPrincipal: paise(row.min_principal_paise),
      expiresOn: businessDay(row.expires_on),
    },
    source: row.source,
    order: standsOn(row),
  };
}

/** Every coupon here is used once, and none is withdrawn: it can only expire. */
const SINGLE_USE = { isWithdrawn: false, isForever: false };

function standsOn(row: Row): StoredCoupon['order'] {
  const { status } = row;
  if (row.repay_id !== null)
    return { repayId: row.repay_id, isUsed: status !== null && PAID_OUT.includes(status), heldUntil: null };
  const isBack = row.is_use_reversed === true && isGivenBack(SINGLE_USE);
  if (row.use_repay_id !== null && !isBack) return { repayId: row.use_repay_id, isUsed: true, heldUntil: null };
  if (row.held_repay_id === null) return null;
  return { repayId: row.held_repay_id, isUsed: false, heldUntil: row.held_until };
}

/** The order that stands on a coupon now: a payment whose time is over no longer holds it. */
export function standingOrder({ order }: StoredCoupon, now: number): StoredCoupon['order'] {
  return order?.heldUntil != null && order.heldUntil <= now ? null : order;
}

/** A user's coupons, soonest to expire first; with `couponId` that one alone. */
export async function readCoupons(db: Db | Tx, userId: string, couponId?: string): Promise<StoredCoupon[]> {
  const read = await sql<Row>`
    select c.coupon_id, c.kind, c.amount_paise, c.ppm, c.cap_paise, c.min_principal_paise, c.expires_on, c.source,
           o.repay_id, o.status, w.repay_id as use_repay_id, w.is_reversed as is_use_reversed, i.repay_id as held_repay_id, i.held_until
    from coupons c
    left join orders o on o.user_id = c.user_id and o.coupon_id = c.coupon_id and o.status not in ${anyStatusOf(endedBeforePayoutStatuses)}
    left join lateral (
      select b.repay_id,
             exists (select from journals r where r.user_id = j.user_id
                     and r.reverses in (j.journal_id, (j.detail->>'ofPayment')::uuid)) as is_reversed
      from journals j join orders b on b.user_id = j.user_id and b.order_id = j.order_id
      where j.user_id = c.user_id and j.kind = 'waiver' and j.detail ? 'couponId'
        and j.detail->>'couponId' = c.coupon_id::text
      order by is_reversed limit 1) w on true
    left join lateral (
      select b.repay_id, greatest(p.expires_at, p.checking_until) as held_until
      from payment_intents p join orders b on b.user_id = p.user_id and b.order_id = p.order_id
      where p.user_id = c.user_id and p.coupon_id = c.coupon_id and p.state in ('pending', 'checking')
      order by p.created_at desc limit 1) i on true
    where c.user_id = ${userId} ${couponId === undefined ? sql`` : sql`and c.coupon_id = ${couponId}`}
    order by c.expires_on, c.coupon_id`.execute(db);
  return read.rows.map(keptOf);
}

/**
 * Gives a coupon to a user, and says so in the audit log. @param actor who gives it: an operator's name, or `system`
 * @returns its id
 */
export async function giveCoupon(
  tx: Tx,
  userId: string,
  given: Omit<CouponTerms, 'id'> & { source: 'loan_guide' | 'operator'; actor: string; now: number },
): Promise<string> {
  const { couponId } = await insertCoupon(tx, userId, given)
    .returning('coupon_id as couponId')
    .executeTakeFirstOrThrow();
  const { now: at, actor, source } = given;
  await recordAction(tx, { at, userId, actor, action: 'coupon_given', subject: couponId, detail: { source } });
  return couponId;
}

function insertCoupon(
  tx: Tx,
  userId: string,
  given: Omit<CouponTerms, 'id'> & { source: Coupon['source']; now: number },
) {
  const { kind, discount, minPrincipal, expiresOn, source } = given;
  return tx.insertInto('coupons').values({
    user_id: userId,
    kind,
    ...('amount' in discount ? { amount_paise: discount.amount } : { ppm: discount.ppm, cap_paise: discount.cap }),
    min_principal_paise: minPrincipal,
    expires_on: expiresOn,
    source,
    issued_at: timestamp(given.now),
  });
}

/** Gives the coupon for completing the certification, unless it was given before. @returns its id, and whether it is new */
export async function giveCertificationCoupon(
  tx: Tx,
  userId: string,
  at: { today: BusinessDay; now: number },
): Promise<{ couponId: string; isNew: boolean }> {
  const given = await insertCoupon(tx, userId, {
    ...certificationCoupon(at.today),
    source: 'certification',
    now: at.now,
  })
    // The one given at the same moment is waited for, and then read below. The predicate is written out: as a parameter
    // it would match no index once the statement is planned for any value.
    .onConflict((clash) => clash.column('user_id').where('source', '=', sql.lit('certification')).doNothing())
    .returning('coupon_id')
    .executeTakeFirst();
  if (given) return { couponId: given.coupon_id, isNew: true };
  const before = await tx
    .selectFrom('coupons')
    .select('coupon_id')
    .where('user_id', '=', userId)
    .where('source', '=', 'certification')
    .executeTakeFirstOrThrow();
  return { couponId: before.coupon_id, isNew: false };
}
