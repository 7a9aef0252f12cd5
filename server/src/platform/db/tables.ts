import type { DataChanges, DataExports, Erasures, Nominees, RetainedRecords } from './tables/account.ts';
import type {
  AccountDetails,
  AccountValidations,
  BankAccounts,
  Contacts,
  Identities,
  IdentityDocuments,
  LivenessChecks,
  PersonalInfo,
  ReviewDecisions,
  SurveyAnswers,
} from './tables/certification.ts';
import type { ClosedDays, ClosingFaults, DebtMessages, HeldChecks, StatementChecks } from './tables/day.ts';
import type {
  Acceptances,
  Coupons,
  CreditEvaluations,
  CreditLimits,
  Entries,
  Journals,
  KfsForms,
  OrderMoves,
  Orders,
  Payouts,
  ProductVersions,
  Quotes,
  WaitingAcceptances,
} from './tables/lending.ts';
import type { OperatorRequests } from './tables/operators.ts';
import type {
  PaymentInstruments,
  PaymentIntents,
  ProviderEvents,
  ProviderPayments,
  Refunds,
  UnclaimedReceipts,
  Vouchers,
} from './tables/payments.ts';
import type {
  AuditLog,
  Consents,
  Idempotency,
  LimitHits,
  OpenTokens,
  OtpRequests,
  SandboxMessages,
  Sessions,
  Users,
} from './tables/people.ts';
import type { Guidances, LimitRequests } from './tables/preorder.ts';
import type {
  SandboxInstruments,
  SandboxPayments,
  SandboxPayouts,
  SandboxRefunds,
  SandboxSwitches,
  SandboxValidations,
  SandboxWebhooks,
} from './tables/sandbox.ts';
import type { Addenda } from './tables/servicing.ts';
import type { FeedbackTickets, MessageDeliveries, PushSubscriptions, UserMessages } from './tables/support.ts';
import type { Devices, ScriptErrors, TrackingRecords } from './tables/tracking.ts';

/** Every table and its columns, as the migrations make them. */
export interface Tables {
  users: Users;
  sessions: Sessions;
  otp_requests: OtpRequests;
  limit_hits: LimitHits;
  open_tokens: OpenTokens;
  consents: Consents;
  idempotency: Idempotency;
  audit_log: AuditLog;
  survey_answers: SurveyAnswers;
  identity_documents: IdentityDocuments;
  liveness_checks: LivenessChecks;
  identities: Identities;
  personal_info: PersonalInfo;
  contacts: Contacts;
  bank_accounts: BankAccounts;
  account_validations: AccountValidations;
  account_details: AccountDetails;
  review_decisions: ReviewDecisions;
  product_versions: ProductVersions;
  credit_limits: CreditLimits;
  credit_evaluations: CreditEvaluations;
  kfs_forms: KfsForms;
  quotes: Quotes;
  acceptances: Acceptances;
  coupons: Coupons;
  waiting_acceptances: WaitingAcceptances;
  orders: Orders;
  guidances: Guidances;
  limit_requests: LimitRequests;
  addenda: Addenda;
  order_moves: OrderMoves;
  payouts: Payouts;
  payment_intents: PaymentIntents;
  provider_events: ProviderEvents;
  provider_payments: ProviderPayments;
  payment_instruments: PaymentInstruments;
  refunds: Refunds;
  vouchers: Vouchers;
  unclaimed_receipts: UnclaimedReceipts;
  operator_requests: OperatorRequests;
  journals: Journals;
  entries: Entries;
  closed_days: ClosedDays;
  closing_faults: ClosingFaults;
  debt_messages: DebtMessages;
  feedback_tickets: FeedbackTickets;
  user_messages: UserMessages;
  message_deliveries: MessageDeliveries;
  push_subscriptions: PushSubscriptions;
  devices: Devices;
  tracking_records: TrackingRecords;
  script_errors: ScriptErrors;
  statement_checks: StatementChecks;
  held_checks: HeldChecks;
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
  sandbox_validations: SandboxValidations;
}
