import type { SettingChange } from '@noren/contract/staff/settings';
import type { HoldReason } from '@noren/core/lending/contact-rules';
import type { Coupon } from '@noren/core/lending/coupon';
import type { ErasureRefusal } from '@noren/core/lending/erasure';
import type { CeilingLevel } from '@noren/core/lending/level-ceilings';
import type { LinkSegment } from '@noren/core/lending/link-campaign';
import type { RiskClass } from '@noren/core/lending/renewal';
import type { Scorecard } from '@noren/core/lending/scorecard';
import type { ProductTerms } from '@noren/core/lending/terms';
import type { BusinessDay } from '@noren/core/money/time';
import type { ApprovalKind } from '@noren/core/staff/approval-kinds';
import type { Role } from '@noren/core/staff/roles';
import { sql } from 'kysely';
import type { PaymentKey } from '../../../lending/payments/posting/provider-payments-store.ts';
import { type Db, instantValue, type Tx, timestamp } from '../../../platform/db/db.ts';

import type { CampaignTerms } from '../../products/campaign-store.ts';
import type { DoneEffect, RequestEffect } from './request-effect.ts';

/** The kinds of operator request, each with its details. */
export interface RequestDetails {
  /** Waives an amount, of one bucket or in allocation order. */
  waiver: { amountPaise: number; bucket?: 'fees' | 'interest' | 'principal' | 'penal' };
  /** Writes off what is owed; later payments are recoveries. */
  write_off: Record<string, never>;
  /** Reverses a payment, a waiver or an extension, by its journal. */
  reversal: { journalId: string };
  /** Counts a payment for another order, by its journal. */
  payment_move: { journalId: string; toRepayId: string };
  /** Records that the bank sent the loan's payout back. */
  payout_reversal: Record<string, never>;
  /** Cancels the order's payout while it waits. */
  payout_cancel: Record<string, never>;
  /** Pays a failed refund to the borrower's bank account. */
  refund_payout: { refundRef: string };
  /** Accepts a proof of repayment as a payment, or refuses it. */
  proof: { proofId: string; decision: 'match' | 'refuse'; why?: string };
  /** Gives a borrower a coupon, usable for some days, or starts a campaign of such coupons. */
  coupon: {
    coupon: Pick<Coupon, 'kind' | 'discount' | 'minPrincipal'>;
    days?: number;
    campaign?: CampaignTerms;
  };
  /** Adds a product version effective from a day. */
  product_version: { terms: ProductTerms; effectiveFrom: string };
  /** Adds a version of the scorecard effective from a day. */
  scorecard_version: { card: Scorecard; effectiveFrom: string };
  /** Sets the most that a person of an identity level may owe at once, from a day on. */
  level_ceiling: {
    level: CeilingLevel;
    ceilingPaise: number;
    effectiveFrom: string;
    citation: string;
  };
  /** Changes a setting of the app, from the value it had to another. */
  configuration: { change: SettingChange };
  /** Retries a failed refund. */
  refund_retry: { refundRef: string };
  /** Posts unclaimed funds as a payment of the order. */
  unclaimed_payment_claim: PaymentKey;
  /** Refunds unclaimed funds to their sender. */
  unclaimed_payment_return: PaymentKey;
  /** Confirms that more days in a row than usual are closed, through a day. */
  close_days: { through: string };
  /** Undoes the closes of days that have not ended. */
  undo_closes: Record<string, never>;
  /** Sends each person of a segment one link. */
  link_campaign: { segment: LinkSegment; most: number };
  /** Keeps everybody from raising dues with a borrower, from a day through a day. */
  contact_hold: { why: HoldReason; from: BusinessDay; until: BusinessDay };
  /** Records that full KYC was done. */
  full_kyc: { how: string };
  /** Sets the class of risk of a borrower with full KYC. */
  risk_class: { riskClass: RiskClass };
  /** Changes an approved limit. */
  limit_override: { limitPaise: number };
  /** Freezes or unfreezes new lending to one person. */
  lending_freeze: { isFrozen: boolean };
  /** Carries out a request for erasure, or refuses it. */
  erasure: { askedBy: 'borrower' | 'nominee' } & (
    | { decision: 'erase' }
    | { decision: 'refuse'; why: ErasureRefusal }
  );
  /** Records a nominee's claim after a borrower's death, or ends one that was wrong. */
  nominee_claim: { isClaimed: boolean; evidence: string };
  /** Offers the borrower of an overdue loan to pay an amount by a day; the rest is waived then. */
  settlement_offer: { payPaise: number; payBy: BusinessDay };
  /** Encrypts every field with the newest key. */
  key_rotation: { keyId: number };
  /** Puts a sanctions list into force. */
  sanctions_list: { listId: string };
  /** Starts lending again for everybody. */
  lending_start: Record<string, never>;
  /** Invites somebody, or lets somebody who lost all passkeys enrol again. */
  staff_invitation: { name: string; email: string; roles: readonly Role[] } | { staffId: string };
  /** Gives somebody exactly these roles. */
  role_change: { staffId: string; roles: readonly Role[] };
}

export type RequestKind = keyof RequestDetails & ApprovalKind;
export type RequestState = 'open' | 'approved' | 'refused' | 'withdrawn' | 'expired';

/** A stored request. */
export type OperatorRequest = {
  [K in RequestKind]: {
    readonly requestId: string;
    readonly kind: K;
    readonly userId: string | null;
    readonly orderId: string | null;
    readonly detail: RequestDetails[K];
    /** Equal for equal requests: one may be open at a time. */
    readonly subject: string;
    readonly reason: string;
    readonly makerId: string;
    readonly madeAt: number;
    readonly expiresAt: number;
    readonly state: RequestState;
    readonly checkerId: string | null;
    /** What it would have done when it was made. */
    readonly effect: RequestEffect | null;
    /**
     * What its approval did; null before that, and of one that was approved before this was kept.
     */
    readonly done: DoneEffect | null;
    readonly decidedAt: number | null;
    readonly decisionReason: string | null;
    readonly isAlone: boolean;
  };
}[RequestKind];

const columns = [
  'requestId',
  'kind',
  'userId',
  'orderId',
  'subject',
  'detail',
  'reason',
  'makerId',
  'createdAt as madeAt',
  'expiresAt',
  'state',
  'checkerId',
  'effect',
  'done',
  'decidedAt',
  'decisionReason',
  'isAlone',
] as const;

type KindWithDetail = {
  [K in RequestKind]: { readonly kind: K; readonly detail: RequestDetails[K] };
}[RequestKind];

/** A row as a request: details were stored with their kind, which the table does not know. */
function withDetail<Row extends { kind: string; detail: unknown; effect: unknown; done: unknown }>({
  kind,
  detail,
  effect,
  done,
  ...row
}: Row) {
  const effects = { effect: effect as RequestEffect | null, done: done as DoneEffect | null };
  return { ...row, ...effects, ...({ kind, detail } as KindWithDetail) };
}

export type NewRequest = Pick<
  OperatorRequest,
  | 'kind'
  | 'userId'
  | 'orderId'
  | 'subject'
  | 'detail'
  | 'reason'
  | 'makerId'
  | 'madeAt'
  | 'expiresAt'
  | 'effect'
>;

/**
 * @returns the new request's id
 * @throws a unique violation when one for the same subject is open
 */
export async function writeRequest(tx: Tx, request: NewRequest): Promise<string> {
  const { kind, userId, orderId, subject, reason, makerId, madeAt, expiresAt, detail, effect } =
    request;
  const row = await tx
    .insertInto('operator_requests')
    .values({
      kind,
      userId,
      orderId,
      subject,
      reason,
      makerId,
      detail: JSON.stringify(detail),
      effect: effect === null ? null : JSON.stringify(effect),
      createdAt: timestamp(madeAt),
      expiresAt: timestamp(expiresAt),
    })
    .returning('requestId')
    .executeTakeFirstOrThrow();

  return row.requestId;
}

/** What was waived of a request's order by one person alone, in paise. */
export async function sumAloneWaivers(tx: Tx, requestId: string): Promise<number> {
  const read = await sql<{ paise: number }>`
    select coalesce(sum((w.detail->>'amountPaise')::bigint), 0)::bigint as paise
    from operator_requests own join operator_requests w using (user_id, order_id)
    where own.request_id = ${requestId}
      and w.kind = 'waiver' and w.state = 'approved' and w.is_alone`.execute(tx);
  return read.rows[0]?.paise ?? 0;
}

/** Whether a person with this id is or was here. */
export async function isBorrower(db: Db | Tx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** The open request of a kind about a subject. */
export async function findOpenRequest(
  db: Db | Tx,
  kind: RequestKind,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('operator_requests')
    .select('requestId')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row?.requestId;
}

/**
 * Locks a request for a change of its state. What refers to it, as a preview of it writes, does not
 * wait.
 */
export async function lockRequest(tx: Tx, requestId: string): Promise<OperatorRequest | undefined> {
  const row = await tx
    .selectFrom('operator_requests')
    .select(columns)
    .where('requestId', '=', requestId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && withDetail(row);
}

/**
 * Ends open requests whose days are over.
 * @returns their ids
 */
export async function expireRequests(
  tx: Tx,
  now: number,
): Promise<{ requestId: string; kind: string }[]> {
  return tx
    .updateTable('operator_requests')
    .set({ state: 'expired', decidedAt: timestamp(now) })
    .where('state', '=', 'open')
    .where('expiresAt', '<=', instantValue(now))
    .returning(['requestId', 'kind'])
    .execute();
}

/** A request with the public id of its order and the names of its people. */
export type ListedRequest = OperatorRequest & {
  readonly repayId: string | null;
  readonly makerName: string;
  readonly checkerName: string | null;
  /** Whose access it changes. */
  readonly colleague: string | null;
};

function selectListed(db: Db | Tx) {
  return db
    .selectFrom('operator_requests as r')
    .innerJoin('staff as m', 'm.staffId', 'r.makerId')
    .leftJoin('staff as c', 'c.staffId', 'r.checkerId')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.userId', '=', 'r.userId').onRef('o.orderId', '=', 'r.orderId'),
    )
    .leftJoin('staff as s', (join) =>
      join.on('s.staffId', '=', sql<string>`(r.detail->>'staffId')::uuid`),
    )
    .select(columns.map((column) => `r.${column}` as const))
    .select(['o.repayId', 'm.name as makerName', 'c.name as checkerName'])
    .select(sql<string | null>`coalesce(s.name, r.detail->>'name')`.as('colleague'));
}

export async function findListedRequest(
  db: Db | Tx,
  requestId: string,
): Promise<ListedRequest | undefined> {
  const row = await selectListed(db).where('r.requestId', '=', requestId).executeTakeFirst();
  return row && withDetail(row);
}

/** Requests, newest first: those after one in the list. */
export async function listRequests(
  db: Db,
  filter: {
    /** Null for both. */
    isOpen: boolean | null;
    makerId?: string;
    notMakerId?: string;
    kinds: readonly ApprovalKind[];
    after: string | null;
    limit: number;
  },
): Promise<ListedRequest[]> {
  const { isOpen, makerId, notMakerId, kinds, after, limit } = filter;
  if (kinds.length === 0) return [];

  let query = selectListed(db).where('r.kind', 'in', kinds);
  if (isOpen !== null) query = query.where('r.state', isOpen ? '=' : '<>', 'open');
  if (makerId !== undefined) query = query.where('r.makerId', '=', makerId);
  if (notMakerId !== undefined) query = query.where('r.makerId', '<>', notMakerId);
  if (after !== null) query = query.where('r.requestId', '<', after);

  const rows = await query.orderBy('r.requestId', 'desc').limit(limit).execute();
  return rows.map(withDetail);
}

export async function closeRequest(
  tx: Tx,
  requestId: string,
  decided: {
    state: 'approved' | 'refused' | 'withdrawn';
    checkerId: string | null;
    isAlone?: boolean;
    reason?: string | null;
    done?: DoneEffect | null;
    at: number;
  },
): Promise<void> {
  const { state, checkerId, isAlone = false, reason = null, done = null, at } = decided;
  await tx
    .updateTable('operator_requests')
    .set({
      state,
      checkerId,
      isAlone,
      decisionReason: reason,
      done: done && JSON.stringify(done),
      decidedAt: timestamp(at),
    })
    .where('requestId', '=', requestId)
    .execute();
}
