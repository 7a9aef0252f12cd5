import type { Language } from '@noren/contract/languages';
import type { Generated } from 'kysely';
import type { Day, Instant, Json, MaybeDay, MaybeInstant, MaybeJson } from '../columns.ts';

interface ProductVersions {
  code: string;
  version: number;
  terms: Json<unknown>;
  effectiveFrom: Day;
  effectiveTo: MaybeDay;
}

interface ScorecardVersions {
  version: string;
  card: Json<unknown>;
  effectiveFrom: Day;
}

interface LevelCeilings {
  level: 'document_seen' | 'source_checked' | 'full';
  effectiveFrom: Day;
  ceilingPaise: number;
  citation: string;
  requestId: string;
}

interface CouponCampaigns {
  campaignId: Generated<string>;
  requestId: string;
  name: string;
  segment: 'never_borrowed' | 'returning' | 'approved';
  coupon: Json<unknown>;
  mostPaise: number;
  budgetPaise: number;
  committedPaise: Generated<number>;
  coupons: Generated<number>;
  startsOn: Day;
  endsOn: Day;
  createdAt: Instant;
  givenUpTo: string | null;
  finishedAt: MaybeInstant;
}

interface CreditLimits {
  userId: string;
  state: 'evaluating' | 'approved' | 'declined' | 'review';
  limitPaise: Generated<number>;
  evaluatedAt: MaybeInstant;
  startedAt: Instant;
  reviewsFrom: MaybeInstant;
}

interface CreditEvaluations {
  userId: string;
  evaluationId: Generated<string>;
  cardVersion: string;
  inputs: Json<Record<string, unknown>>;
  outcome: Json<Record<string, unknown>>;
  at: Instant;
}

interface KfsForms {
  formId: Buffer;
  form: string;
}

interface Quotes {
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
  validUntilDay: Day;
  chargeCodes: readonly string[];
  language: string;
  createdAt: Instant;
  validUntil: Instant;
  orderId: Generated<string | null>;
  isRetained: Generated<boolean>;
}

interface Acceptances {
  userId: string;
  proposalNo: string;
  acceptance: Json<Record<string, unknown>>;
  acceptedAt: Instant;
}

interface PendingAcceptances {
  userId: string;
  proposalNo: string;
  purpose: string;
  acceptance: Json<Record<string, unknown>>;
  acceptedAt: Instant;
  voidedAt: MaybeInstant;
  voidReason: string | null;
}

interface Coupons {
  userId: string;
  couponId: Generated<string>;
  kind: 'fee' | 'interest' | 'repay';
  amountPaise: number | null;
  ppm: number | null;
  capPaise: number | null;
  minPrincipalPaise: number;
  expiresOn: Day;
  source: 'certification' | 'loan_guide' | 'operator';
  campaignId: Generated<string | null>;
  issuedAt: Instant;
}

interface Orders {
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
  appliedDay: Day;
  disbursedDay: MaybeDay;
  dueDay: MaybeDay;
  closedAt: MaybeInstant;
  isRepaid: Generated<boolean>;
  chargeCodes: Generated<string[]>;
  closedThrough: MaybeDay;
  openUntil: MaybeDay;
  expiryNotifiedOn: MaybeDay;
  decision: MaybeJson<Record<string, unknown>>;
}

interface OrderStatusChanges {
  userId: string;
  orderId: string;
  statusChangeId: Generated<string>;
  fromStatus: number | null;
  toStatus: number;
  at: Instant;
  reason: string | null;
  isNotified: Generated<boolean>;
}

interface Addenda {
  userId: string;
  addendumNo: string;
  orderId: string;
  quote: Json<unknown>;
  document: Json<unknown>;
  hash: string;
  language: string;
  day: Day;
  createdAt: Instant;
  acceptance: MaybeJson<Record<string, unknown>>;
  acceptedAt: MaybeInstant;
  lapsedAt: MaybeInstant;
}

interface SealedPapers {
  userId: string;
  paperId: string;
  orderId: string;
  documentId: string;
  requestedAt: Instant;
  isQueued: boolean;
  sealedAt: MaybeInstant;
  language: Language | null;
  contentHash: string | null;
  fileId: string | null;
}

interface Guidances {
  userId: string;
  guidanceId: Generated<string>;
  settledLoans: number;
  currentLimitPaise: number;
  proposedLimitPaise: number;
  products: Json<unknown>;
  couponId: string;
  basis: Json<Record<string, unknown>>;
  createdAt: Instant;
  expiresAt: Instant;
  answer: 'applied' | 'given_up' | null;
  answeredAt: MaybeInstant;
}

interface LimitRequests {
  userId: string;
  guidanceId: string;
  fromPaise: number;
  toPaise: number;
  language: string;
  textVersion: string;
  deviceId: string;
  addressHash: string;
  sessionId: string;
  at: Instant;
}

export interface LendingTables {
  product_versions: ProductVersions;
  scorecard_versions: ScorecardVersions;
  level_ceilings: LevelCeilings;
  coupon_campaigns: CouponCampaigns;
  credit_limits: CreditLimits;
  credit_evaluations: CreditEvaluations;
  kfs_forms: KfsForms;
  quotes: Quotes;
  acceptances: Acceptances;
  pending_acceptances: PendingAcceptances;
  coupons: Coupons;
  orders: Orders;
  order_status_changes: OrderStatusChanges;
  addenda: Addenda;
  sealed_papers: SealedPapers;
  guidances: Guidances;
  limit_requests: LimitRequests;
}
