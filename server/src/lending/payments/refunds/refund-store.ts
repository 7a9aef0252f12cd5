import type { FieldCrypto } from '../../../platform/crypto/field-crypto.ts';
import { makeUserReference, userOfReference } from '../../../platform/db/carried-user.ts';
import { changesRow, type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';
import type { PayoutRequest } from '../../../platform/ports/payouts.ts';
import type { OrderKey } from '../../book/ledger.ts';
import { changedColumns, type OutgoingChange } from '../../orders/payout-store.ts';
import type { PaymentKey } from '../posting/provider-payments-store.ts';

type RefundState = 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'cancelled';
/** States in which a refund may still go out. */
export const OPEN_REFUND = ['waiting', 'sent', 'unknown'] as const;

/** Why a refund by payout failed that the provider had made. */
export const SENT_BACK = 'sent_back';
/** A refund that the provider may be making now. */
export const isUnderWay = ({ state }: Refund): boolean => state === 'sent' || state === 'unknown';

/** Whether a refund is of a payment. Two providers may give the same reference. */
export const isOfPayment = (
  refund: Pick<Refund, 'provider' | 'paymentRef'>,
  { provider, providerRef }: PaymentKey,
): boolean => refund.provider === provider && refund.paymentRef === providerRef;

/**
 * Why a refund failed whose payment was taken off its order meanwhile: its money is not the
 * order's.
 */
export const OFF_ITS_ORDER = 'off_its_order';
export const isOffItsOrder = ({ state, reason }: Refund): boolean =>
  state === 'failed' && reason === OFF_ITS_ORDER;

/** Every query names the user. */
export interface RefundKey {
  readonly userId: string;
  readonly orderId: string;
  readonly refundRef: string;
}

/** A stored refund. Amounts in paise. */
export interface Refund extends RefundKey {
  readonly provider: string;
  readonly paymentRef: string;
  readonly journalId: string | null;
  /**
   * The borrower's account that it is paid to; null where it goes back by the payment's provider.
   */
  readonly accountId: string | null;
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
  'accountId',
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

/** A refund's reference, made before the request to the provider. */
export const makeRefundRef = (userId: string): string =>
  makeUserReference(REFUND_PREFIX, userId, 8);
const REFUND_PREFIX = 'NR';
/** Whose a refund is by its reference; null for one that was never a borrower's. */
export const userOfRefund = (refundRef: string): string | null =>
  userOfReference(REFUND_PREFIX, refundRef);

/** A refund by the reference in a provider's event. */
export async function findRefund(db: Db | Tx, refundRef: string): Promise<Refund | undefined> {
  const userId = userOfRefund(refundRef);
  if (userId === null) return undefined;

  return db
    .selectFrom('refunds')
    .select(columns)
    .where('userId', '=', userId)
    .where('refundRef', '=', refundRef)
    .executeTakeFirst();
}

/** All refunds of an order, oldest first. */
export async function listRefunds(db: Db | Tx, { userId, orderId }: OrderKey): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('userId', '=', userId)
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
}

/** Writes a refund to be sent, or one in state `failed` for an operator. */
export async function addRefund(
  tx: Tx,
  refund: Omit<Refund, 'createdAt' | 'reason' | 'accountId'> & {
    accountId?: string;
    reason?: string;
    now: number;
  },
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
      accountId: refund.accountId ?? null,
      amountPaise: refund.amountPaise,
      state: refund.state,
      reason: refund.reason ?? null,
      createdAt: timestamp(refund.now),
      decidedAt: refund.state === 'failed' ? timestamp(refund.now) : null,
    })
    .execute();
}

/**
 * Moves a refund to another state.
 * @returns false when it was in none of the `from` states
 */
export async function markRefund(
  db: Db | Tx,
  key: RefundKey,
  mark: OutgoingChange<RefundState>,
): Promise<boolean> {
  return db
    .updateTable('refunds')
    .set(changedColumns<RefundState>(mark, ['confirmed', 'failed', 'cancelled']))
    .where('userId', '=', key.userId)
    .where('orderId', '=', key.orderId)
    .where('refundRef', '=', key.refundRef)
    .where('state', 'in', [...mark.from])
    .$call(changesRow);
}

/** Open refunds without an answer since `before`: their jobs may be lost. */
export async function listStaleRefunds(db: Db, before: number): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('state', 'in', [...OPEN_REFUND])
    .where((where) =>
      where(where.fn.coalesce('requestedAt', 'createdAt'), '<', instantValue(before)),
    )
    .limit(500)
    .execute();
}

/**
 * Failed refunds whose payment was taken off its order meanwhile and that no job has put into
 * suspense yet.
 */
export async function listRefundsToHold(db: Db): Promise<Refund[]> {
  return db
    .selectFrom('refunds')
    .select(columns)
    .where('state', '=', 'failed')
    .where('reason', '=', OFF_ITS_ORDER)
    .limit(500)
    .execute();
}

/** What a refund by payout asks the provider for, with the account decrypted. */
export async function readRefundPayout(
  db: Db,
  crypto: FieldCrypto,
  { userId, accountId, refundRef, amountPaise }: Refund & { accountId: string },
): Promise<PayoutRequest> {
  const account = await db
    .selectFrom('bank_accounts')
    .select(['ifsc', 'accountEnc', 'holderNameEnc'])
    .where('userId', '=', userId)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();

  return {
    payoutRef: refundRef,
    amountPaise,
    ifsc: account.ifsc,
    accountNo: crypto.decrypt(account.accountEnc, `bank_accounts.account_enc:${userId}`),
    holderName: crypto.decrypt(account.holderNameEnc, `bank_accounts.holder_name_enc:${userId}`),
  };
}
