import type { Tables } from './tables.ts';

/**
 * Where a table's rows are once the database is spread over several machines.
 * - `user`: beside their user, by the column that holds the user.
 * - `directory`: by the name; says whose a name is that must be unique over all users.
 * - `hash`: by the hash of what is known before its user is.
 * - `reference`: whole on every machine, so that it joins with every user's rows.
 * - `local`: on the first machine alone; nothing of a user's call joins with it.
 */
export type Placement =
  | { readonly kind: 'user'; readonly column: 'user_id' | 'owner_id' }
  | { readonly kind: 'directory'; readonly column: 'name' }
  | { readonly kind: 'hash'; readonly column: 'phone_hash' | 'key_hash' | 'utr_hash' }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' };

/** Tables that only hand-written SQL names. */
interface UntypedTables {
  contact_versions: never;
  ledger_totals: never;
  ledger_totals_head: never;
  portfolio_days: never;
  quarter_rates: never;
  sandbox_day: never;
}

const USER = { kind: 'user', column: 'user_id' } as const;
const REFERENCE = { kind: 'reference' } as const;
const LOCAL = { kind: 'local' } as const;

/**
 * Every table. A new one does not compile until it is here; the catalogue's test then holds its
 * keys: those of a spread table contain its column, and refer only to the same user's rows or to a
 * reference table.
 */
export const TABLE_PLACEMENT: {
  readonly [Table in keyof Tables | keyof UntypedTables]: Placement;
} = {
  // People.
  users: USER,
  name_owners: { kind: 'directory', column: 'name' },
  transfer_users: { kind: 'hash', column: 'utr_hash' },
  sessions: USER,
  otp_requests: { kind: 'hash', column: 'phone_hash' },
  user_passkeys: USER,
  user_passkey_challenges: USER,
  magic_links: USER,
  rate_limit_hits: { kind: 'hash', column: 'key_hash' },
  // The device of a caller who is not signed in counts as a user.
  idempotency_keys: { kind: 'user', column: 'owner_id' },
  audit_log: USER,
  consents: USER,
  data_changes: USER,
  nominees: USER,
  data_exports: USER,
  erasures: USER,
  phone_changes: USER,
  risk_classes: USER,
  renewals: USER,
  renewal_reminders: USER,
  email_addresses: USER,
  retained_records: USER,
  // Certification.
  survey_answers: USER,
  identity_documents: USER,
  identities: USER,
  identity_sources: USER,
  digilocker_visits: USER,
  pan_checks: USER,
  sanctions_hits: USER,
  sanctions_screenings: USER,
  liveness_checks: USER,
  personal_info: USER,
  addresses: USER,
  contacts: USER,
  bank_accounts: USER,
  bank_account_validations: USER,
  bank_account_details: USER,
  review_decisions: USER,
  // Lending.
  credit_limits: USER,
  credit_evaluations: USER,
  quotes: USER,
  acceptances: USER,
  pending_acceptances: USER,
  coupons: USER,
  orders: USER,
  order_status_changes: USER,
  addenda: USER,
  sealed_papers: USER,
  guidances: USER,
  limit_requests: USER,
  // The ledger.
  journals: USER,
  entries: USER,
  // Payments.
  payouts: USER,
  payment_intents: USER,
  payment_links: USER,
  payment_instruments: USER,
  mandates: USER,
  mandate_debits: USER,
  mandate_events: USER,
  provider_payments: USER,
  refunds: USER,
  repayment_proofs: USER,
  // Notifications.
  notifications: USER,
  notification_deliveries: USER,
  push_subscriptions: USER,
  dunning_messages: USER,
  // What staff do about a borrower.
  staff_notes: USER,
  staff_links: USER,
  lending_freezes: USER,
  nominee_claims: USER,
  document_requests: USER,
  collection_officers: USER,
  collection_contacts: USER,
  payment_promises: USER,
  settlement_offers: USER,
  contact_holds: USER,
  feedback_tickets: USER,
  ticket_entries: USER,
  day_close_failures: USER,
  queued_jobs: USER,
  // Tracking.
  devices: USER,
  tracking_records: USER,
  // Changed seldom, and joined with the rows of every user.
  product_versions: REFERENCE,
  scorecard_versions: REFERENCE,
  level_ceilings: REFERENCE,
  kfs_forms: REFERENCE,
  unclaimed_funds: REFERENCE,
  staff: REFERENCE,
  staff_roles: REFERENCE,
  work_claims: REFERENCE,
  operator_requests: REFERENCE,
  request_comments: USER,
  lending_stop: REFERENCE,
  closed_periods: REFERENCE,
  closed_days: REFERENCE,
  // Read with every identity that is saved.
  sanctions_lists: REFERENCE,
  sanctions_entries: REFERENCE,
  // The lender's own, the providers' and the sandbox's.
  coupon_campaigns: LOCAL,
  link_campaigns: LOCAL,
  ledger_totals: LOCAL,
  ledger_totals_head: LOCAL,
  provider_events: LOCAL,
  staff_invitations: LOCAL,
  staff_passkeys: LOCAL,
  staff_sessions: LOCAL,
  staff_challenges: LOCAL,
  staff_audit: LOCAL,
  staff_audit_head: LOCAL,
  portfolio_days: LOCAL,
  quarter_rates: LOCAL,
  provider_reconciliations: LOCAL,
  self_check_passes: LOCAL,
  self_check_results: LOCAL,
  ledger_exports: LOCAL,
  key_rotations: LOCAL,
  backups: LOCAL,
  installation: LOCAL,
  payout_balances: LOCAL,
  security_events: LOCAL,
  app_settings: LOCAL,
  carousel_cards: LOCAL,
  contact_versions: LOCAL,
  script_errors: LOCAL,
  sandbox_day: LOCAL,
  sandbox_messages: LOCAL,
  sandbox_mails: LOCAL,
  sandbox_switches: LOCAL,
  sandbox_account_validations: LOCAL,
  sandbox_payouts: LOCAL,
  sandbox_instruments: LOCAL,
  sandbox_payments: LOCAL,
  sandbox_refunds: LOCAL,
  sandbox_mandates: LOCAL,
  sandbox_debits: LOCAL,
  sandbox_webhooks: LOCAL,
};

/** The tables that are whole on every machine of a cluster. */
export const REFERENCE_TABLES: readonly string[] = Object.entries<Placement>(
  TABLE_PLACEMENT,
).flatMap(([table, { kind }]) => (kind === 'reference' ? [table] : []));
