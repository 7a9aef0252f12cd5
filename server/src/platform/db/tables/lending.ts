import type { Generated } from 'kysely';
import type { Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

export interface ProductVersions {
  code: string;
  version: number;
  terms: Json<unknown>;
  effectiveFrom: string;
  effectiveTo: string | null;
}
export interface CreditLimits {
  userId: string;
  state: 'evaluating' | 'approved' | 'declined' | 'review';
  limitPaise: Generated<number>;
  evaluatedAt: MaybeInstant;
  startedAt: Instant;
}
export interface CreditEvaluations {
  userId: string;
  evaluationId: Generated<string>;
  cardVersion: string;
  inputs: Json<Record<string, unknown>>;
  outcome: Json<Record<string, unknown>>;
  at: Instant;
}
export interface KfsForms {
  formId: Buffer;
  form: string;
}
export interface Quotes {
  userId: string;
  proposalNo: string;
  productCode: string;
  productVersion: number;
  principalPaise: number;
  quote: Json<unknown>;
  kfsHash: string;
  formId: Buffer;
  kfsValues: string;
  textVersion: string;
  validUntilDay: string;
  chargeCodes: readonly string[];
  language: string;
  createdAt: Instant;
  validUntil: Instant;
  orderId: Generated<string | null>;
  isRetained: Generated<boolean>;
}
export interface Acceptances {
  userId: string;
  proposalNo: string;
  acceptance: Json<Record<string, unknown>>;
  acceptedAt: Instant;
}
export interface Orders {
  userId: string;
  orderId: Generated<string>;
  repayId: string;
  proposalNo: string;
  productCode: string;
  terms: Json<unknown>;
  principalPaise: number;
  netPaise: number;
  purpose: string;
  couponId: string | null;
  status: number;
  appliedAt: Instant;
  appliedDay: string;
  disbursedDay: string | null;
  dueDay: string | null;
  closedAt: MaybeInstant;
  chargeCodes: Generated<string[]>;
  closedThrough: string | null;
  openUntil: string | null;
  expiryNotifiedOn: string | null;
  decision: MaybeJson<Record<string, unknown>>;
}
export interface PendingAcceptances {
  userId: string;
  proposalNo: string;
  purpose: string;
  acceptance: Json<Record<string, unknown>>;
  acceptedAt: Instant;
  voidedAt: MaybeInstant;
  voidReason: string | null;
}
export interface Coupons {
  userId: string;
  couponId: Generated<string>;
  kind: 'fee' | 'interest' | 'repay';
  amountPaise: number | null;
  ppm: number | null;
  capPaise: number | null;
  minPrincipalPaise: number;
  expiresOn: string;
  source: 'certification' | 'loan_guide' | 'operator';
  issuedAt: Instant;
}
export interface OrderStatusChanges {
  userId: string;
  orderId: string;
  statusChangeId: Generated<string>;
  fromStatus: number | null;
  toStatus: number;
  at: Instant;
  reason: string | null;
  isNotified: Generated<boolean>;
}
export interface Payouts {
  userId: string;
  orderId: string;
  payoutRef: string;
  accountId: string;
  amountPaise: number;
  state: 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed';
  provider: string;
  providerId: string | null;
  reason: string | null;
  createdAt: Instant;
  requestedAt: MaybeInstant;
  decidedAt: MaybeInstant;
  isQueued: Generated<boolean>;
}
export interface Journals {
  userId: string;
  journalId: Generated<string>;
  /** Null of the lender's own, which no query of an order's or a user's finds. */
  orderId: string | null;
  kind: string;
  valueDay: string;
  bookedAt: Instant;
  cause: string;
  reverses: string | null;
  reason: string | null;
  detail: MaybeJson<Record<string, unknown>>;
}
export interface Entries {
  userId: string;
  journalId: string;
  line: number;
  account: string;
  amountPaise: number;
}
