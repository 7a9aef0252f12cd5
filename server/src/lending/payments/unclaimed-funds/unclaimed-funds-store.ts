import { sql } from 'kysely';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { PaymentKey } from '../posting/provider-payments-store.ts';

type UnclaimedState = 'open' | 'claimed' | 'returning' | 'returned' | 'charged_back';

/** Stored unclaimed funds: a payment that matches no order, or a part of one. Amounts in paise. */
export interface UnclaimedPayment extends PaymentKey {
  /** The amount posted to suspense. */
  readonly amountPaise: number;
  /** How much was charged back. */
  readonly chargedBackPaise: number;
  /** How much went from suspense back to the sender; 0 for a refund that its order had made. */
  readonly returnedPaise: number;
  readonly paidAt: number;
  readonly foundAt: number;
  /** The journal that posted it to suspense. */
  readonly journalId: string;
  readonly state: UnclaimedState;
  /** Whether the rest of the payment counted for an order when this came into suspense. */
  readonly isRestCounted: boolean;
  readonly refundRef: string | null;
  /** Why the refund failed. */
  readonly reason: string | null;
}

export const unclaimedColumns = [
  'provider',
  'providerRef',
  'amountPaise',
  'chargedBackPaise',
  'returnedPaise',
  'paidAt',
  'foundAt',
  'journalId',
  'state',
  'isRestCounted',
  'refundRef',
  'reason',
] as const;

/** How much of a part is in suspense until it is decided. */
export const computeRemainder = ({ amountPaise, chargedBackPaise }: UnclaimedPayment): number =>
  amountPaise - chargedBackPaise;

/** How much the bank charged back after a part went back to its sender: the lender's loss. */
export function sumLost({
  state,
  amountPaise,
  chargedBackPaise,
  returnedPaise,
}: UnclaimedPayment): number {
  if (state !== 'returned') return 0;
  const takenBefore = returnedPaise === 0 ? 0 : amountPaise - returnedPaise;
  return chargedBackPaise - takenBefore;
}

export async function addUnclaimedFunds(
  tx: Tx,
  unclaimed: Omit<UnclaimedPayment, 'state' | 'refundRef' | 'returnedPaise'>,
): Promise<void> {
  await insertUnclaimedFunds(tx, { ...unclaimed, state: 'open', refundRef: null });
}

/** Adds a part that went back to its sender by a refund of the order that the payment was on. */
export async function addRefundedPart(
  tx: Tx,
  part: Pick<
    UnclaimedPayment,
    'provider' | 'providerRef' | 'amountPaise' | 'paidAt' | 'foundAt' | 'journalId'
  > & {
    refundRef: string;
  },
): Promise<void> {
  const row = {
    ...part,
    state: 'returned',
    chargedBackPaise: 0,
    isRestCounted: false,
    reason: null,
  } as const;

  await insertUnclaimedFunds(tx, row);
}

async function insertUnclaimedFunds(
  tx: Tx,
  unclaimed: Omit<UnclaimedPayment, 'returnedPaise'>,
): Promise<void> {
  await tx
    .insertInto('unclaimed_funds')
    .values({
      provider: unclaimed.provider,
      providerRef: unclaimed.providerRef,
      amountPaise: unclaimed.amountPaise,
      paidAt: timestamp(unclaimed.paidAt),
      foundAt: timestamp(unclaimed.foundAt),
      journalId: unclaimed.journalId,
      state: unclaimed.state,
      refundRef: unclaimed.refundRef,
      decidedAt: unclaimed.state === 'returned' ? timestamp(unclaimed.foundAt) : null,
      isRestCounted: unclaimed.isRestCounted,
      chargedBackPaise: unclaimed.chargedBackPaise,
      reason: unclaimed.reason,
    })
    .execute();
}

/** The funds being refunded under our reference. */
export async function findUnclaimedByRefundRef(
  db: Db | Tx,
  refundRef: string,
): Promise<UnclaimedPayment | undefined> {
  return db
    .selectFrom('unclaimed_funds')
    .select(unclaimedColumns)
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
}

/**
 * Changes the state of one row.
 * @returns false when it was not in state `from`
 */
export async function updateUnclaimedState(
  db: Db | Tx,
  { journalId }: Pick<UnclaimedPayment, 'journalId'>,
  mark: {
    from: UnclaimedState;
    to: UnclaimedState;
    now: number;
    refundRef?: string;
    reason?: string | null;
  },
): Promise<boolean> {
  const isDecided = mark.to === 'claimed' || mark.to === 'returned';
  const left = sql<number>`amount_paise - charged_back_paise`;
  return db
    .updateTable('unclaimed_funds')
    .set({
      state: mark.to,
      ...(isDecided && { decidedAt: timestamp(mark.now) }),
      ...(mark.to === 'returned' && { returnedPaise: left }),
      ...(mark.to === 'returning' && { requestedAt: timestamp(mark.now) }),
      ...(mark.refundRef && { refundRef: mark.refundRef }),
      ...(mark.reason !== undefined && { reason: mark.reason }),
    })
    .where('journalId', '=', journalId)
    .where('state', '=', mark.from)
    .$call(changesRow);
}

/** Decides a part of {@link addRefundedPart} because its refund failed. */
export async function closeRefundedPart(
  tx: Tx,
  { journalId }: Pick<UnclaimedPayment, 'journalId'>,
  { chargedBackPaise, now, reason }: { chargedBackPaise: number; now: number; reason: string },
): Promise<void> {
  await tx
    .updateTable('unclaimed_funds')
    .set({ state: 'claimed', chargedBackPaise, decidedAt: timestamp(now), reason })
    .where('journalId', '=', journalId)
    .execute();
}

/**
 * Adds a chargeback to a part, or with a negative amount undoes one. When nothing is left in
 * suspense, the part is decided.
 */
export async function markChargedBack(
  tx: Tx,
  { journalId, amountPaise, now }: { journalId: string; amountPaise: number; now: number },
): Promise<void> {
  const isAllBack = sql`
    state = 'open' and charged_back_paise + ${amountPaise}::bigint = amount_paise`;

  await sql`
    update unclaimed_funds set
      charged_back_paise = charged_back_paise + ${amountPaise}::bigint,
      state = case when ${isAllBack} then 'charged_back' else state end,
      decided_at = case when ${isAllBack} then ${timestamp(now)}::timestamptz else decided_at end
    where journal_id = ${journalId}`.execute(tx);
}

/** Lists payments that wait in suspense as a whole: no other part counted for an order then. */
export async function listWaitingPayments(db: Db): Promise<PaymentKey[]> {
  return db
    .selectFrom('unclaimed_funds')
    .select(['provider', 'providerRef'])
    .where('state', '=', 'open')
    .where('isRestCounted', '=', false)
    .execute();
}

/** Lists our references of refunds that have had no answer since `before`: a job may be lost. */
export async function listStaleUnclaimedReturns(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('unclaimed_funds')
    .select('refundRef')
    .where('state', '=', 'returning')
    .where('requestedAt', '<', instantValue(before))
    .limit(200)
    .execute();
  return rows.flatMap(({ refundRef }) => refundRef ?? []);
}
