import type { ApprovalKind } from '@noren/core/staff/approval-kinds';
import type { Generated } from 'kysely';
import type { Day, Instant, Json, MaybeInstant, MaybeJson } from '../columns.ts';

interface Installation {
  isOnlyRow: Generated<boolean>;
  mode: 'sandbox' | 'production';
  createdAt: Generated<Instant>;
}

interface Backups {
  label: string;
  hasDatabase: boolean;
  startedAt: Instant;
  finishedAt: Instant;
  files: number;
}

/** What is left at the provider of payouts. */
interface PayoutBalances {
  provider: string;
  availablePaise: number;
  asOf: Instant;
}

interface SecurityEvents {
  hour: Instant;
  event: string;
  count: number;
}

interface OperatorRequests {
  requestId: Generated<string>;
  kind: ApprovalKind;
  userId: string | null;
  orderId: string | null;
  subject: string;
  detail: Json<unknown>;
  reason: string;
  makerId: string;
  createdAt: Instant;
  expiresAt: Instant;
  effect: MaybeJson<unknown>;
  done: MaybeJson<unknown>;
  state: Generated<'open' | 'approved' | 'refused' | 'withdrawn' | 'expired'>;
  checkerId: string | null;
  isAlone: Generated<boolean>;
  decidedAt: MaybeInstant;
  decisionReason: string | null;
}

interface RequestComments {
  userId: string;
  requestId: string;
  commentId: Generated<string>;
  staffId: string;
  textEnc: Buffer;
  writtenAt: Instant;
}

interface LendingStop {
  isOnlyRow: Generated<boolean>;
  isStopped: boolean;
  changedAt: Instant;
  changedBy: string | null;
  reason: string;
}

interface LendingFreezes {
  userId: string;
  requestId: string;
  frozenAt: Instant;
  endedAt: MaybeInstant;
  endedBy: string | null;
}

interface KeyRotations {
  rotationId: Generated<string>;
  requestId: string | null;
  what: 'fields' | 'hashes';
  keyId: number;
  state: 'running' | 'done';
  tablesDone: Generated<number>;
  foldersDone: Generated<string>;
  files: Generated<number>;
  doneUpTo: string;
  fields: Generated<number>;
  startedAt: Instant;
  finishedAt: MaybeInstant;
}

interface SettlementOffers {
  userId: string;
  offerId: Generated<string>;
  orderId: string;
  requestId: string;
  payPaise: number;
  payBy: Day;
  paidBeforePaise: number;
  state: 'open' | 'kept' | 'lapsed';
  offeredAt: Instant;
  endedAt: MaybeInstant;
}

interface NomineeClaims {
  userId: string;
  requestId: string;
  evidence: string;
  claimedAt: Instant;
  endedAt: MaybeInstant;
  endedBy: string | null;
}

/** A document that the borrower is to send again for a review. */
interface DocumentRequests {
  userId: string;
  requestId: Generated<string>;
  kind: 'identity' | 'bank_name';
  document: 'panFront' | 'aadhaarFront' | 'aadhaarBack' | 'face' | 'bankAccount';
  reason: 'not_readable' | 'cut_off' | 'differs' | 'face_unclear' | 'face_differs' | 'other_name';
  requestedBy: string;
  requestedAt: Instant;
  state: Generated<'open' | 'arrived' | 'withdrawn'>;
  endedAt: MaybeInstant;
}

interface CollectionOfficers {
  userId: string;
  assignmentId: Generated<string>;
  staffId: string;
  assignedBy: string;
  assignedAt: Instant;
  endedAt: MaybeInstant;
}

interface CollectionContacts {
  userId: string;
  contactId: Generated<string>;
  orderId: string;
  kind: 'call' | 'sms';
  result: 'reached' | 'call_back' | 'no_answer' | 'wrong_person' | 'sent';
  noteEnc: Buffer | null;
  day: Day;
  contactedAt: Instant;
  staffId: string;
}

interface PaymentPromises {
  userId: string;
  promiseId: Generated<string>;
  orderId: string;
  amountPaise: number;
  paidBeforePaise: number;
  dueOn: Day;
  promisedAt: Instant;
  staffId: string;
}

interface ContactHolds {
  userId: string;
  holdId: Generated<string>;
  reason: 'hardship' | 'dispute' | 'illness' | 'bereavement';
  fromDay: Day;
  untilDay: Day;
  requestId: string;
  createdAt: Instant;
}

interface FeedbackTickets {
  userId: string;
  ticketId: Generated<string>;
  ticketNo: string;
  orderId: Generated<string | null>;
  type: 'problem' | 'complaint' | 'suggestion' | 'other';
  textEnc: Buffer;
  fileIds: string[];
  state: 'received' | 'answered' | 'closed';
  answerEnc: Buffer | null;
  submittedAt: Instant;
  decidedAt: MaybeInstant;
  decidedBy: string | null;
  escalatedAt: MaybeInstant;
  principalAt: MaybeInstant;
  alarmedAt: MaybeInstant;
  ownerId: Generated<string | null>;
  acknowledgedAt: MaybeInstant;
  overdueNotifiedAt: MaybeInstant;
  regulatorNo: Generated<string | null>;
  regulatorOn: Generated<string | null>;
  regulatorRepliedOn: Generated<string | null>;
}

interface TicketEntries {
  userId: string;
  ticketId: string;
  entryId: Generated<string>;
  kind: 'note' | 'reply' | 'escalation';
  staffId: string;
  textEnc: Buffer;
  at: Instant;
}

interface ClosedDays {
  closeId: Generated<string>;
  day: Day;
  startedAt: Instant;
  finishedAt: MaybeInstant;
  orders: Generated<number>;
  failed: Generated<number>;
  undoneAt: MaybeInstant;
  undoneBy: string | null;
  handedOutUserId: string | null;
  handedOutOrderId: string | null;
}

interface DayCloseFailures {
  userId: string;
  orderId: string;
  day: Day;
  reason: string;
  attempts: Generated<number>;
  firstFailedAt: Instant;
  lastFailedAt: Instant;
}

interface QueuedJobs {
  userId: string;
  queuedJobId: Generated<string>;
  name: string;
  payload: MaybeJson<unknown>;
  key: string | null;
  runAt: Instant;
  mode: 'replace' | 'preserve_run_at' | 'cancel';
}

interface ProviderReconciliations {
  day: Day;
  checkedAt: Instant;
  differences: Json<unknown>;
  totals: MaybeJson<unknown>;
}

interface SelfCheckPasses {
  name: string;
  lastPassedAt: Instant;
  beforeXact: Generated<number>;
  cluster: Generated<string>;
  lastWholeAt: MaybeInstant;
  sums: Json<Record<string, number>> | null;
}

interface SelfCheckResults {
  name: string;
  runAt: Instant;
  examined: number;
  problemCount: number;
  problems: Json<readonly string[]>;
  listed: Json<readonly string[]>;
}

interface ClosedPeriods {
  month: string;
  closedAt: Instant;
  closedByStaffId: string;
  closedByXact: string | null;
}

interface LedgerExports {
  exportId: Generated<string>;
  staffId: string;
  month: string;
  format: 'csv' | 'xlsx';
  state: Generated<'making' | 'ready' | 'fetched' | 'failed'>;
  fileId: string | null;
  lines: number | null;
  debitPaise: number | null;
  creditPaise: number | null;
  problem: string | null;
  requestedAt: Instant;
  readyAt: MaybeInstant;
  fetchedAt: MaybeInstant;
}

export interface OperationsTables {
  self_check_results: SelfCheckResults;
  closed_periods: ClosedPeriods;
  ledger_exports: LedgerExports;
  operator_requests: OperatorRequests;
  request_comments: RequestComments;
  lending_stop: LendingStop;
  lending_freezes: LendingFreezes;
  nominee_claims: NomineeClaims;
  settlement_offers: SettlementOffers;
  key_rotations: KeyRotations;
  document_requests: DocumentRequests;
  collection_officers: CollectionOfficers;
  collection_contacts: CollectionContacts;
  payment_promises: PaymentPromises;
  contact_holds: ContactHolds;
  feedback_tickets: FeedbackTickets;
  ticket_entries: TicketEntries;
  installation: Installation;
  backups: Backups;
  payout_balances: PayoutBalances;
  security_events: SecurityEvents;
  closed_days: ClosedDays;
  day_close_failures: DayCloseFailures;
  queued_jobs: QueuedJobs;
  provider_reconciliations: ProviderReconciliations;
  self_check_passes: SelfCheckPasses;
}
