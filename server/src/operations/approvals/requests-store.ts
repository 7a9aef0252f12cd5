import type { Coupon } from '@noren/core/lending/coupon';
import type { ProductTerms } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import type { UnclaimedKey } from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** The kinds of operator request, each with its details. */
export interface RequestDetails {
  /** Waives an amount, of one bucket or in allocation order. */
  waiver: { amountPaise: number; bucket?: 'fees' | 'interest' | 'principal' | 'penal' };
  /** Writes off what is owed; later payments are recoveries. */
  write_off: Record<string, never>;
  /** Reverses a payment, a waiver or an extension, by its journal. */
  reversal: { journalId: string };
  /** Accepts a proof of repayment as a payment, or refuses it. */
  proof: { proofId: string; decision: 'match' | 'refuse'; why?: string };
  /** Gives a borrower a coupon, usable for some days. */
  coupon: { coupon: Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>; days: number };
  /** Adds a product version effective from a day. */
  product_version: { terms: ProductTerms; effectiveFrom: string };
  /** Retries a failed refund. */
  refund_retry: { refundRef: string };
  /** Posts unclaimed funds as a payment of the order. */
  unclaimed_payment_claim: UnclaimedKey;
  /** Refunds unclaimed funds to their sender. */
  unclaimed_payment_return: UnclaimedKey;
  /** Confirms that more days in a row than usual are closed, through a day. */
  close_days: { through: string };
  /** Undoes the closes of days that have not ended. */
  undo_closes: Record<string, never>;
  /** Records that full KYC was done. */
  full_kyc: { how: string };
}
export type RequestKind = keyof RequestDetails;

/** A stored request. */
export type OperatorRequest = {
  [K in RequestKind]: {
    readonly requestId: string;
    readonly kind: K;
    readonly userId: string | null;
    readonly orderId: string | null;
    readonly detail: RequestDetails[K];
    readonly reason: string;
    readonly maker: string;
    readonly madeAt: number;
    readonly state: 'open' | 'approved' | 'refused';
    readonly checker: string | null;
  };
}[RequestKind];

const columns = [
  'requestId',
  'kind',
  'userId',
  'orderId',
  'detail',
  'reason',
  'maker',
  'createdAt as madeAt',
  'state',
  'checker',
] as const;

/** @returns the new request's id */
export async function writeRequest(
  tx: Tx,
  request: Pick<OperatorRequest, 'kind' | 'userId' | 'orderId' | 'detail' | 'reason' | 'maker' | 'madeAt'>,
): Promise<string> {
  const row = await tx
    .insertInto('operator_requests')
    .values({
      kind: request.kind,
      userId: request.userId,
      orderId: request.orderId,
      detail: JSON.stringify(request.detail),
      reason: request.reason,
      maker: request.maker,
      createdAt: timestamp(request.madeAt),
    })
    .returning('requestId')
    .executeTakeFirstOrThrow();
  return row.requestId;
}

export async function lockRequest(tx: Tx, requestId: string): Promise<OperatorRequest | undefined> {
  const row = await tx
    .selectFrom('operator_requests')
    .select(columns)
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  return row as OperatorRequest | undefined;
}

/** Requests awaiting a second operator, oldest first, with the public id of their order; at most 100. */
export async function listOpenRequests(db: Db): Promise<(OperatorRequest & { repayId: string | null })[]> {
  const rows = await db
    .selectFrom('operator_requests as r')
    .leftJoin('orders as o', (join) => join.onRef('o.userId', '=', 'r.userId').onRef('o.orderId', '=', 'r.orderId'))
    .select(columns.map((column) => `r.${column}` as const))
    .select(sql<string | null>`o.repay_id`.as('repayId'))
    .where('r.state', '=', 'open')
    .orderBy('r.createdAt')
    .limit(100)
    .execute();
  return rows as unknown as (OperatorRequest & { repayId: string | null })[];
}

export async function closeRequest(
  tx: Tx,
  requestId: string,
  decided: { state: 'approved' | 'refused'; checker: string; at: number },
): Promise<void> {
  await tx
    .updateTable('operator_requests')
    .set({ state: decided.state, checker: decided.checker, decidedAt: timestamp(decided.at) })
    .where('requestId', '=', requestId)
    .execute();
}
