import { type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';

type RefundState = 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'cancelled';
/** States in which a refund may still go out. */
export const OPEN_REFUND = ['waiting', 'sent', 'unknown'] as const;

/** Where a refund is found: every query names its user. */
export interface RefundKey {
  readonly userId: string;
  readonly orderId: string;
  readonly refundRef: string;
}
/** Money given back, as kept. Paise. */
export interface Refund extends RefundKey {
  readonly provider: string;
  readonly paymentRef: string;
  readonly journalId: string | null;
  readonly amountPaise: number;
  readonly state: RefundState;
  readonly reason: string | null;
  readonly createdAt: number;
}

const columns = [
  'userId',
  'orderId',
  'refundRef',
  'provider',
  'paymentRef',
  'journalId',
  'amountPaise',
  'state',
  'reason',
  'createdAt',
] as const;

export async function readRefund(db: Db | Tx, key: RefundKey): Promise<Refund | undefined> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('refundRef', '=', key.refundRef)
    .executeTakeFirst();
}

/** A refund by the reference a provider names; the only way in from outside. */
export async function findRefund(db: Db | Tx, refundRef: string): Promise<Refund | undefined> {
  return db.selectFrom('refunds').select(columns).where('refundRef', '=', refundRef).executeTakeFirst();
}

/** All refunds of an order, oldest first. */
export async function listRefunds(
  db: Db | Tx,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
}

/** Writes a refund, to be sent or, where it cannot be, for an operator to see. */
export async function addRefund(
  tx: Tx,
  refund: Omit<Refund, 'createdAt' | 'reason'> & { reason?: string; now: number },
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      userId: refund.userId,
      orderId: refund.orderId,
      refundRef: refund.refundRef,
      provider: refund.provider,
      paymentRef: refund.paymentRef,
      journalId: refund.journalId,
      amountPaise: refund.amountPaise,
      state: refund.state,
      reason: refund.reason ?? null,
      createdAt: timestamp(refund.now),
      decidedAt: refund.state === 'failed' ? timestamp(refund.now) : null,
    })
    .execute();
}

/** Notes what became of a refund, unless it has moved on. @returns whether it was in one of the states it may leave */
export async function markRefund(
  db: Db | Tx,
  key: RefundKey,
  mark: {
    from: readonly RefundState[];
    to: RefundState;
    now: number;
    providerId?: string | null;
    reason?: string;
  },
): Promise<boolean> {
  const isDecided = mark.to === 'confirmed' || mark.to === 'failed' || mark.to === 'cancelled';
  const done = await db
    .updateTable('refunds')
    .set({
      state: mark.to,
      ...(isDecided ? { decidedAt: timestamp(mark.now) } : { requestedAt: timestamp(mark.now) }),
      ...(mark.providerId ? { providerId: mark.providerId } : {}),
      ...(mark.reason ? { reason: mark.reason } : {}),
    })
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('refundRef', '=', key.refundRef)
    .where('state', 'in', [...mark.from])
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Refunds on their way that have had no answer for a while: their jobs may be lost. */
export async function listStaleRefunds(db: Db, before: number): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('state', 'in', [...OPEN_REFUND])
    .where((where) => where(where.fn.coalesce('requestedAt', 'createdAt'), '<', instantValue(before)))
    .limit(500)
    .execute();
}

/** Refunds that could not be made and were not tried again: the money is the borrower's still. For an operator. */
export async function listFailedRefunds(db: Db): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('state', '=', 'failed')
    .orderBy('createdAt')
    .limit(200)
    .execute();
}
