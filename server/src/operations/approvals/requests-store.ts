import type { Coupon } from '@noren/core/lending/coupon';
import type { ProductTerms } from '@noren/core/lending/terms';
import { sql } from 'kysely';
import type { UnclaimedKey } from '../../features/repayment/unclaimed-funds/unclaimed-funds-store.ts';
import { type Db, type Tx, timestamp } from '../../platform/db/db.ts';

/** What an operator can ask for, each with what it needs to be known. */
export interface RequestDetails {
  /** Lets an amount go, of one bucket or in the order of allocation. */
  waiver: { amountPaise: number; bucket?: 'fees' | 'interest' | 'principal' | 'penal' };
  /** Gives up what is owed; what is paid later recovers it. */
  write_off: Record<string, never>;
  /** Takes a payment, a waiver or an extension back, by its journal. */
  reversal: { journalId: string };
  /** Counts a proof of repayment as money that came in, or refuses it. */
  voucher: { voucherId: string; decision: 'match' | 'refuse'; why?: string };
  /** Gives a borrower a coupon, usable for some days. */
  coupon: { coupon: Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>; days: number };
  /** Offers a new version of a product from a day on. */
  product_version: { terms: ProductTerms; effectiveFrom: string };
  /** Tries anew what could not be given back of an order. */
  refund_retry: { refundRef: string };
  /** Counts money in suspense as a payment of the order. */
  receipt_claim: UnclaimedKey;
  /** Sends money in suspense back to where it came from. */
  receipt_return: UnclaimedKey;
  /** The identity was checked in full. */
  full_kyc: { how: string };
}
export type RequestKind = keyof RequestDetails;

/** A request as it is kept. */
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

/** Keeps a request. @returns its id */
export async function writeRequest(
  tx: Tx,
  given: Pick<OperatorRequest, 'kind' | 'userId' | 'orderId' | 'detail' | 'reason' | 'maker' | 'madeAt'>,
): Promise<string> {
  const row = await tx
    .insertInto('operator_requests')
    .values({
      kind: given.kind,
      userId: given.userId,
      orderId: given.orderId,
      detail: JSON.stringify(given.detail),
      reason: given.reason,
      maker: given.maker,
      createdAt: timestamp(given.madeAt),
    })
    .returning('requestId')
    .executeTakeFirstOrThrow();
  return row.requestId;
}

/** Locks a request and reads it. */
export async function lockRequest(tx: Tx, requestId: string): Promise<OperatorRequest | undefined> {
  const row = await tx
    .selectFrom('operator_requests')
    .select(columns)
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
  return row as OperatorRequest | undefined;
}

/** Requests that wait for a second operator, oldest first, with the public id of their order. */
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

/** Ends a request. */
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
