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
} from './tables-certification.ts';
import type {
  Coupons,
  CreditEvaluations,
  CreditLimits,
  Entries,
  Journals,
  OrderMoves,
  Orders,
  PaymentIntents,
  Payouts,
  ProductVersions,
  ProviderEvents,
  Quotes,
  WaitingAcceptances,
} from './tables-lending.ts';
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
} from './tables-people.ts';
import type {
  SandboxPayments,
  SandboxPayouts,
  SandboxQrs,
  SandboxSwitches,
  SandboxValidations,
  SandboxWebhooks,
} from './tables-sandbox.ts';

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
  quotes: Quotes;
  coupons: Coupons;
  waiting_acceptances: WaitingAcceptances;
  orders: Orders;
  order_moves: OrderMoves;
  payouts: Payouts;
  payment_intents: PaymentIntents;
  provider_events: ProviderEvents;
  journals: Journals;
  entries: Entries;
  sandbox_messages: SandboxMessages;
  sandbox_switches: SandboxSwitches;
  sandbox_payouts: SandboxPayouts;
  sandbox_qrs: SandboxQrs;
  sandbox_payments: SandboxPayments;
  sandbox_webhooks: SandboxWebhooks;
  sandbox_validations: SandboxValidations;
}
