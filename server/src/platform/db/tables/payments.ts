import type { Channel, PaymentKind } from '@noren/contract/payment';
import type {
  DebitFailure,
  DebitState,
  DebitStop,
  MandateEnd,
  MandateState,
} from '@noren/core/money/mandate-states';
import type { Generated } from 'kysely';
import type { Day, Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

interface Payouts {
  userId: string;
  orderId: string;
  payoutRef: string;
  accountId: string;
  amountPaise: number;
  state: 'waiting' | 'sent' | 'unknown' | 'queued' | 'confirmed' | 'failed' | 'reversed';
  provider: string;
  providerId: string | null;
  reason: string | null;
  createdAt: Instant;
  requestedAt: MaybeInstant;
  decidedAt: MaybeInstant;
  isQueued: Generated<boolean>;
  alarmedAt: MaybeInstant;
}

interface PaymentLinks {
  userId: string;
  tokenHash: Buffer;
  orderId: string;
  createdAt: Instant;
  expiresAt: Instant;
  endedAt: MaybeInstant;
}

interface PaymentIntents {
  userId: string;
  orderId: string;
  intentId: Generated<string>;
  code: string;
  channel: Channel;
  amountPaise: number;
  asOfDay: Day;
  state: 'pending' | 'checking' | 'paid' | 'expired' | 'cancelled';
  providerRef: string | null;
  createdAt: Instant;
  expiresAt: Instant;
  lastPolledAt: MaybeInstant;
  paidAt: MaybeInstant;
  paidPaise: number | null;
  kind: Generated<PaymentKind>;
  couponId: string | null;
  discountPaise: Generated<number>;
  addendumNo: string | null;
  checkingUntil: MaybeInstant;
  debitDay: Day | null;
  holdsOthers: Generated<boolean>;
}

interface PaymentInstruments {
  userId: string;
  orderId: string;
  intentId: string;
  channel: Channel;
  providerRef: string | null;
  instrument: MaybeJson<unknown>;
  requestedAt: Instant;
}

interface Mandates {
  userId: string;
  mandateId: Generated<string>;
  orderId: string;
  code: string;
  provider: string;
  state: MandateState;
  mostPaise: number;
  lastDay: Day;
  customerRef: string | null;
  orderRef: string | null;
  tokenRef: string | null;
  upiUri: string | null;
  requestedAt: Instant;
  approveUntil: Instant;
  checkedAt: MaybeInstant;
  confirmedAt: MaybeInstant;
  pausedAt: MaybeInstant;
  endedAt: MaybeInstant;
  endedBecause: MandateEnd | null;
  isClosed: Generated<boolean>;
}

interface MandateDebits {
  userId: string;
  debitId: Generated<string>;
  mandateId: string;
  orderId: string;
  dueDay: Day;
  code: string;
  provider: string;
  amountPaise: number;
  state: DebitState;
  orderRef: string | null;
  paymentRef: string | null;
  reason: DebitFailure | DebitStop | null;
  plannedAt: Instant;
  presentAfter: Instant;
  announcedAt: MaybeInstant;
  deliveredAt: MaybeInstant;
  presentedAt: MaybeInstant;
  decidedAt: MaybeInstant;
}

interface MandateEvents {
  userId: string;
  eventId: Generated<string>;
  mandateId: string;
  debitId: string | null;
  kind: string;
  actor: 'borrower' | 'payer' | 'provider' | 'lender';
  reason: string | null;
  at: Instant;
}

interface ProviderPayments {
  provider: string;
  providerRef: string;
  userId: string;
  orderId: string;
  journalId: string;
  code: string | null;
  channel: Channel | null;
  utrHash: Buffer | null;
  utrLast4: string | null;
  amountPaise: number;
  paidAt: Instant;
}

interface ProviderEvents {
  provider: string;
  eventId: string;
  kind: string;
  outcome: 'done' | 'unknown';
  event: Json<unknown>;
  receivedAt: Instant;
  utrHash: Buffer | null;
}

interface Refunds {
  userId: string;
  orderId: string;
  refundRef: string;
  provider: string;
  paymentRef: string;
  journalId: string | null;
  accountId: string | null;
  amountPaise: number;
  state: 'waiting' | 'sent' | 'unknown' | 'confirmed' | 'failed' | 'cancelled';
  providerId: string | null;
  reason: string | null;
  createdAt: Instant;
  requestedAt: MaybeInstant;
  decidedAt: MaybeInstant;
}

interface RepaymentProofs {
  userId: string;
  proofId: Generated<string>;
  orderId: string;
  utrEnc: Buffer;
  utrHash: Buffer;
  utrLast4: string;
  amountPaise: number;
  paidOn: Day;
  channel: Channel;
  fileId: string | null;
  state: 'received' | 'matched' | 'refused';
  reason: string | null;
  provider: string | null;
  paymentRef: string | null;
  submittedAt: Instant;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
}

interface UnclaimedFunds {
  provider: string;
  providerRef: string;
  amountPaise: number;
  paidAt: Instant;
  foundAt: Instant;
  journalId: string;
  state: 'open' | 'claimed' | 'returning' | 'returned' | 'charged_back';
  isRestCounted: Generated<boolean>;
  chargedBackPaise: Generated<number>;
  returnedPaise: Generated<number>;
  refundRef: string | null;
  reason: string | null;
  requestedAt: MaybeInstant;
  decidedAt: MaybeInstant;
}

export interface PaymentsTables {
  payouts: Payouts;
  payment_links: PaymentLinks;
  payment_intents: PaymentIntents;
  payment_instruments: PaymentInstruments;
  mandates: Mandates;
  mandate_debits: MandateDebits;
  mandate_events: MandateEvents;
  provider_payments: ProviderPayments;
  provider_events: ProviderEvents;
  refunds: Refunds;
  repayment_proofs: RepaymentProofs;
  unclaimed_funds: UnclaimedFunds;
}
