import type { Coupon } from '@noren/contract/coupons';
import { type Coupon as CouponTerms, certificationCoupon } from '@noren/core/lending/coupon';
import { isReusableAfterReversal } from '@noren/core/lending/coupon-lines';
import {
  endedBeforePayoutStatuses,
  OrderStatus,
  owingOrderStatuses,
} from '@noren/core/lending/order-status';
import { paise } from '@noren/core/money/money';
import { type BusinessDay, businessDay } from '@noren/core/money/time';
import { sql } from 'kysely';
import { recordAction } from '../../platform/audit-store.ts';
import type { Columns } from '../../platform/db/column-list.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';
import { toStatusList } from '../../platform/db/status-list.ts';

/**
 * A coupon with the order that holds or used it. Whether it is usable, held or used follows from
 * the order or its payment and is never stored.
 */
export interface StoredCoupon {
  readonly terms: CouponTerms;
  readonly source: Coupon['source'];
  readonly order: {
    readonly repayId: string;
    readonly isUsed: boolean;
    /**
     * When the hold of an open payment ends, UTC ms; null when an order holds the coupon or it is
     * used.
     */
    readonly heldUntil: number | null;
  } | null;
}

type Row = Columns<
  'coupons',
  | 'couponId'
  | 'kind'
  | 'amountPaise'
  | 'ppm'
  | 'capPaise'
  | 'minPrincipalPaise'
  | 'expiresOn'
  | 'source'
> & {
  readonly repayId: string | null;
  readonly status: number | null;
  readonly useRepayId: string | null;
  readonly isUseReversed: boolean | null;
  readonly heldRepayId: string | null;
  readonly heldUntil: number | null;
};

const disbursedStatuses: readonly number[] = [
  ...owingOrderStatuses,
  OrderStatus.settled,
  OrderStatus.returned,
];

function toStoredCoupon(row: Row): StoredCoupon {
  const discount =
    row.amountPaise === null
      ? { ppm: row.ppm ?? 0, cap: paise(row.capPaise ?? 0) }
      : { amount: paise(row.amountPaise) };

  return {
    terms: {
      id: row.couponId,
      kind: row.kind,
      discount,
      minPrincipal: paise(row.minPrincipalPaise),
      expiresOn: businessDay(row.expiresOn),
    },
    source: row.source,
    order: toCouponOrder(row),
  };
}

/** The terms of every coupon stored here: it is used once, and ends only by expiring. */
const SINGLE_USE = { isWithdrawn: false, isForever: false };

function toCouponOrder(row: Row): StoredCoupon['order'] {
  const { status } = row;
  if (row.repayId !== null)
    return {
      repayId: row.repayId,
      isUsed: status !== null && disbursedStatuses.includes(status),
      heldUntil: null,
    };

  const isUsableAgain = row.isUseReversed === true && isReusableAfterReversal(SINGLE_USE);
  if (row.useRepayId !== null && !isUsableAgain)
    return { repayId: row.useRepayId, isUsed: true, heldUntil: null };
  if (row.heldRepayId === null) return null;

  return { repayId: row.heldRepayId, isUsed: false, heldUntil: row.heldUntil };
}

/** The order that holds or used the coupon at `now`; an expired payment no longer holds it. */
export function activeCouponOrder({ order }: StoredCoupon, now: number): StoredCoupon['order'] {
  return order?.heldUntil != null && order.heldUntil <= now ? null : order;
}

/** A user's coupons, the first to expire first; only `couponId` when it is given. */
export async function readCoupons(
  db: Db | Tx,
  userId: string,
  couponId?: string,
): Promise<StoredCoupon[]> {
  const { rows } = await sql<Row>`
    select c.coupon_id, c.kind, c.amount_paise, c.ppm, c.cap_paise, c.min_principal_paise,
           c.expires_on, c.source, o.repay_id, o.status,
           w.repay_id as use_repay_id, w.is_reversed as is_use_reversed,
           i.repay_id as held_repay_id, i.held_until
    from coupons c
    left join orders o
      on o.user_id = ${userId} and o.coupon_id = c.coupon_id
      and o.status not in ${toStatusList(endedBeforePayoutStatuses)}
    left join lateral (
      select b.repay_id,
             exists (
               select from journals r
               where r.user_id = ${userId}
                 and r.reverses in (j.journal_id, (j.detail->>'ofPayment')::uuid)) as is_reversed
      from journals j join orders b on b.user_id = ${userId} and b.order_id = j.order_id
      where j.user_id = ${userId} and j.kind = 'waiver' and j.detail ? 'couponId'
        and j.detail->>'couponId' = c.coupon_id::text
      order by is_reversed limit 1) w on true
    left join lateral (
      select b.repay_id, greatest(p.expires_at, p.checking_until) as held_until
      from payment_intents p join orders b on b.user_id = ${userId} and b.order_id = p.order_id
      where p.user_id = ${userId} and p.coupon_id = c.coupon_id
        and p.state in ('pending', 'checking')
      order by p.created_at desc limit 1) i on true
    where c.user_id = ${userId}
      ${couponId === undefined ? sql`` : sql`and c.coupon_id = ${couponId}`}
    order by c.expires_on, c.coupon_id`.execute(db);
  return rows.map(toStoredCoupon);
}

/**
 * Issues a coupon with an audit entry.
 * @param input.actor an operator's name, or `system`
 * @returns the coupon id
 */
export async function issueCoupon(
  tx: Tx,
  userId: string,
  input: Omit<CouponTerms, 'id'> & {
    source: 'loan_guide' | 'operator';
    actor: string;
    now: number;
    campaignId?: string;
  },
): Promise<string> {
  const { couponId } = await insertCoupon(tx, userId, input)
    .returning('couponId')
    .executeTakeFirstOrThrow();
  const { now: at, actor, source } = input;

  await recordAction(tx, {
    at,
    userId,
    actor,
    action: 'coupon_given',
    subject: couponId,
    detail: { source },
  });

  return couponId;
}

function insertCoupon(
  tx: Tx,
  userId: string,
  input: Omit<CouponTerms, 'id'> & { source: Coupon['source']; now: number; campaignId?: string },
) {
  const { kind, discount, minPrincipal, expiresOn, source, campaignId } = input;

  return tx.insertInto('coupons').values({
    userId,
    kind,
    ...('amount' in discount
      ? { amountPaise: discount.amount }
      : { ppm: discount.ppm, capPaise: discount.cap }),
    minPrincipalPaise: minPrincipal,
    expiresOn,
    source,
    ...(campaignId !== undefined && { campaignId }),
    issuedAt: timestamp(input.now),
  });
}

/** Issues the coupon for completing certification once per user. */
export async function issueCertificationCoupon(
  tx: Tx,
  userId: string,
  at: { today: BusinessDay; now: number },
): Promise<{ couponId: string; isNew: boolean }> {
  const issued = await insertCoupon(tx, userId, {
    ...certificationCoupon(at.today),
    source: 'certification',
    now: at.now,
  })
    // A concurrent insert is waited for, and its row is read below. The source is a literal because
    // a generic plan with a parameter could not match the partial unique index.
    .onConflict((clash) =>
      clash.column('userId').where('source', '=', sql.lit('certification')).doNothing(),
    )
    .returning('couponId')
    .executeTakeFirst();
  if (issued) return { couponId: issued.couponId, isNew: true };

  const existing = await tx
    .selectFrom('coupons')
    .select('couponId')
    .where('userId', '=', userId)
    .where('source', '=', 'certification')
    .executeTakeFirstOrThrow();
  return { couponId: existing.couponId, isNew: false };
}
