import type { Coupon } from '@noren/contract/coupons';
import { type Coupon as CouponTerms, certificationCoupon } from '@noren/core/coupon';
import { paise } from '@noren/core/money';
import { owingOrderStatuses } from '@noren/core/order-status';
import { type BusinessDay, businessDay } from '@noren/core/time';
import { sql } from 'kysely';
import { type Db, type Tx, timestamp } from '../db.ts';

/** A coupon with the order that stands on it: whether it is held, used or free is that order's state, never stored. */
export interface KeptCoupon {
  readonly terms: CouponTerms;
  readonly source: Coupon['source'];
  readonly order: { readonly repayId: string; readonly isPaidOut: boolean } | null;
}

interface Row {
  coupon_id: string;
  kind: CouponTerms['kind'];
  amount_paise: number | null;
  ppm: number | null;
  cap_paise: number | null;
  least_principal_paise: number;
  expires_on: string;
  source: Coupon['source'];
  repay_id: string | null;
  status: number | null;
}

const PAID_OUT: readonly number[] = [...owingOrderStatuses, 70, 75];

function keptOf(row: Row): KeptCoupon {
  const discount =
    row.amount_paise === null
      ? { ppm: row.ppm ?? 0, cap: paise(row.cap_paise ?? 0) }
      : { amount: paise(row.amount_paise) };
  return {
    terms: {
      id: row.coupon_id,
      kind: row.kind,
      discount,
      minPrincipal: paise(row.least_principal_paise),
      expiresOn: businessDay(row.expires_on),
    },
    source: row.source,
    order:
      row.repay_id === null
        ? null
        : { repayId: row.repay_id, isPaidOut: row.status !== null && PAID_OUT.includes(row.status) },
  };
}

/** A user's coupons, soonest to expire first; with `couponId` that one alone. */
export async function readCoupons(db: Db | Tx, userId: string, couponId?: string): Promise<KeptCoupon[]> {
  const read = await sql<Row>`
    select c.coupon_id, c.kind, c.amount_paise, c.ppm, c.cap_paise, c.least_principal_paise, c.expires_on, c.source,
           o.repay_id, o.status
    from coupons c
    left join orders o on o.user_id = c.user_id and o.coupon_id = c.coupon_id and o.status not in (30, 35)
    where c.user_id = ${userId} ${couponId === undefined ? sql`` : sql`and c.coupon_id = ${couponId}`}
    order by c.expires_on, c.coupon_id`.execute(db);
  return read.rows.map(keptOf);
}

/** Gives the coupon for completing the certification, unless it was given before. @returns its id, and whether it is new */
export async function giveCertificationCoupon(
  tx: Tx,
  userId: string,
  at: { today: BusinessDay; now: number },
): Promise<{ couponId: string; isNew: boolean }> {
  const { kind, discount, minPrincipal, expiresOn } = certificationCoupon(at.today);
  const given = await tx
    .insertInto('coupons')
    .values({
      user_id: userId,
      kind,
      ...('amount' in discount ? { amount_paise: discount.amount } : { ppm: discount.ppm, cap_paise: discount.cap }),
      least_principal_paise: minPrincipal,
      expires_on: expiresOn,
      source: 'certification',
      given_at: timestamp(at.now),
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
