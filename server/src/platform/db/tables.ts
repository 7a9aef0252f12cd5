import type { Kysely, Transaction } from 'kysely';
import type { DataChanges, DataExports, Erasures, Nominees, RetainedRecords } from './tables/account.ts';
import type {
  BankAccountDetails,
  BankAccounts,
  BankAccountValidations,
  Contacts,
  Identities,
  IdentityDocuments,
  LivenessChecks,
  PersonalInfo,
  ReviewDecisions,
  SurveyAnswers,
} from './tables/certification.ts';
import type {
  ClosedDays,
  DayCloseFailures,
  DunningMessages,
  ProviderReconciliations,
  SelfCheckPasses,
} from './tables/day.ts';
import type {
  Acceptances,
  Coupons,
  CreditEvaluations,
  CreditLimits,
  Entries,
  Journals,
  KfsForms,
  OrderStatusChanges,
  Orders,
  Payouts,
  PendingAcceptances,
  ProductVersions,
  Quotes,
} from './tables/lending.ts';
import type { OperatorRequests } from './tables/operators.ts';
import type {
  PaymentInstruments,
  PaymentIntents,
  ProviderEvents,
  ProviderPayments,
  Refunds,
  RepaymentProofs,
  UnclaimedFunds,
} from './tables/payments.ts';
import type {
  AuditLog,
  Consents,
  IdempotencyKeys,
  MagicLinks,
  OtpRequests,
  RateLimitHits,
  SandboxMessages,
  Sessions,
  Users,
} from './tables/people.ts';
import type { Guidances, LimitRequests } from './tables/preorder.ts';
import type {
  SandboxAccountValidations,
  SandboxInstruments,
  SandboxPayments,
  SandboxPayouts,
  SandboxRefunds,
  SandboxSwitches,
  SandboxWebhooks,
} from './tables/sandbox.ts';
import type { Addenda } from './tables/servicing.ts';
import type { FeedbackTickets, NotificationDeliveries, Notifications, PushSubscriptions } from './tables/support.ts';
import type { Devices, ScriptErrors, TrackingRecords } from './tables/tracking.ts';

/** Every table and its columns, as the migrations make them. */
export interface Tables {
  users: Users;
  sessions: Sessions;
  otp_requests: OtpRequests;
  rate_limit_hits: RateLimitHits;
  magic_links: MagicLinks;
  consents: Consents;
  idempotency_keys: IdempotencyKeys;
  audit_log: AuditLog;
  survey_answers: SurveyAnswers;
  identity_documents: IdentityDocuments;
  liveness_checks: LivenessChecks;
  identities: Identities;
  personal_info: PersonalInfo;
  contacts: Contacts;
  bank_accounts: BankAccounts;
  bank_account_validations: BankAccountValidations;
  bank_account_details: BankAccountDetails;
  review_decisions: ReviewDecisions;
  product_versions: ProductVersions;
  credit_limits: CreditLimits;
  credit_evaluations: CreditEvaluations;
  kfs_forms: KfsForms;
  quotes: Quotes;
  acceptances: Acceptances;
  coupons: Coupons;
  pending_acceptances: PendingAcceptances;
  orders: Orders;
  guidances: Guidances;
  limit_requests: LimitRequests;
  addenda: Addenda;
  order_status_changes: OrderStatusChanges;
  payouts: Payouts;
  payment_intents: PaymentIntents;
  provider_events: ProviderEvents;
  provider_payments: ProviderPayments;
  payment_instruments: PaymentInstruments;
  refunds: Refunds;
  repayment_proofs: RepaymentProofs;
  unclaimed_funds: UnclaimedFunds;
  operator_requests: OperatorRequests;
  journals: Journals;
  entries: Entries;
  closed_days: ClosedDays;
  day_close_failures: DayCloseFailures;
  dunning_messages: DunningMessages;
  feedback_tickets: FeedbackTickets;
  notifications: Notifications;
  notification_deliveries: NotificationDeliveries;
  push_subscriptions: PushSubscriptions;
  devices: Devices;
  tracking_records: TrackingRecords;
  script_errors: ScriptErrors;
  provider_reconciliations: ProviderReconciliations;
  self_check_passes: SelfCheckPasses;
  data_changes: DataChanges;
  nominees: Nominees;
  data_exports: DataExports;
  erasures: Erasures;
  retained_records: RetainedRecords;
  sandbox_messages: SandboxMessages;
  sandbox_switches: SandboxSwitches;
  sandbox_payouts: SandboxPayouts;
  sandbox_instruments: SandboxInstruments;
  sandbox_refunds: SandboxRefunds;
  sandbox_payments: SandboxPayments;
  sandbox_webhooks: SandboxWebhooks;
  sandbox_account_validations: SandboxAccountValidations;
}

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
