import type { RegulatoryName } from '@noren/core/lending/terms';
import type { Tables } from '../../platform/db/tables.ts';

/** Every table with a user's rows. */
export type DataRecipient = {
  [T in keyof Tables]: 'userId' extends keyof Tables[T] ? T : never;
}[keyof Tables];

/**
 * What an erasure does with a table's rows: `deleted`; `archived`: deleted, but for a borrower the
 * data the law requires is first encrypted into `retained_records`; `without_loan`: deleted if it
 * led to no loan; `stays`: not identifying once the rest is deleted; `blanked`: the row stays
 * without its personal data.
 */
type Erasure = 'deleted' | 'archived' | 'without_loan' | 'stays' | 'blanked';

/** How one table's rows of a user are exported and erased. */
export interface RetentionRule {
  /**
   * Whether a data export shows them; false when they hold nothing readable, or the law forbids to
   * tell.
   */
  readonly isShown: boolean;
  /**
   * Columns left out of an export: staff names, secrets. Unreadable ones (hashes, file ids) are
   * always left out.
   */
  readonly hides: readonly string[];
  readonly erasure: Erasure;
  /** The law that requires it after an erasure; null when it is deleted or not personal. */
  readonly law: RegulatoryName | null;
}

type Rest = Partial<Pick<RetentionRule, 'hides' | 'law' | 'isShown'>>;

const rule = (erasure: Erasure, rest: Rest): RetentionRule => ({
  isShown: true,
  hides: [],
  erasure,
  law: null,
  ...rest,
});

const deleted = (rest: Rest = {}) => rule('deleted', rest);
const pseudonymized = (rest: Rest = {}) => rule('archived', { law: 'kycRetentionYears', ...rest });
/** A loan's record or a ledger entry, which names the user only by id. */
const booked = (rest: Rest = {}) => rule('stays', { law: 'bookRetentionYears', ...rest });
const ofLoan = (rest: Rest = {}) => rule('without_loan', { law: 'bookRetentionYears', ...rest });

/**
 * Every table with a user's data: what an export shows, what an erasure does, and which law
 * requires the rest. In order of erasure: referencing tables come before those they refer to. A
 * table left out does not compile.
 */
export const retentionMap: { readonly [T in DataRecipient]: RetentionRule } = {
  sessions: deleted(),
  push_subscriptions: deleted({ hides: ['subscription'] }),
  devices: deleted(),
  phone_changes: deleted({ hides: ['session_id'] }),
  email_addresses: deleted({ hides: ['mail_id', 'code_tries', 'code_expires_at'] }),
  tracking_records: deleted(),
  otp_requests: deleted({ isShown: false }),
  // They refer to the links' tokens by hash alone.
  staff_links: deleted({ isShown: false }),
  staff_notes: deleted({ isShown: false }),
  request_comments: deleted({ isShown: false }),
  magic_links: deleted({ isShown: false }),
  payment_links: deleted({ isShown: false }),
  // What is readable of a passkey is its name and its times; its keys say nothing about the user.
  user_passkeys: deleted({
    hides: ['credential_id', 'public_key', 'counter', 'transports', 'last_session_id'],
  }),
  user_passkey_challenges: deleted({ isShown: false }),
  digilocker_visits: deleted({ isShown: false }),
  notification_deliveries: deleted({
    hides: ['provider_id', 'registered_template', 'pending_device_ids'],
  }),
  notifications: deleted(),
  // Internal notes are the lender's; what was sent to the user is in the ticket's answer.
  ticket_entries: deleted({ isShown: false }),
  feedback_tickets: deleted({
    hides: ['decided_by', 'owner_id', 'alarmed_at', 'acknowledged_at', 'overdue_notified_at'],
  }),
  survey_answers: deleted(),
  personal_info: deleted(),
  contacts: deleted(),
  nominees: deleted(),
  data_changes: deleted({ hides: ['decided_by'] }),
  data_exports: deleted({ hides: ['session_id'] }),
  liveness_checks: deleted(),
  document_requests: deleted({ hides: ['requested_by'] }),
  bank_account_validations: deleted(),
  bank_account_details: deleted(),
  identity_documents: pseudonymized(),
  identities: pseudonymized(),
  addresses: pseudonymized(),
  renewals: pseudonymized({ hides: ['session_id'] }),
  renewal_reminders: pseudonymized({ hides: ['handled_by'] }),
  risk_classes: pseudonymized({ hides: ['request_id'] }),
  identity_sources: pseudonymized({ hides: ['digests', 'key_id'] }),
  pan_checks: pseudonymized({ hides: ['tries', 'next_try_at'] }),
  bank_accounts: pseudonymized(),
  users: rule('blanked', { law: 'bookRetentionYears' }),
  // Proof of consent. Source: DPDP Act, s. 6(10).
  consents: rule('stays', {}),
  // The basis of a loan decision is retained as long as the loan.
  // Nobody may learn that they were compared with a list. Source: PMLA rules, tipping off.
  sanctions_hits: rule('stays', { isShown: false, law: 'kycRetentionYears' }),
  sanctions_screenings: deleted({ isShown: false }),
  review_decisions: ofLoan({ hides: ['operator'] }),
  credit_evaluations: ofLoan(),
  pending_acceptances: deleted(),
  acceptances: ofLoan(),
  quotes: ofLoan(),
  credit_limits: booked(),
  limit_requests: booked(),
  guidances: booked(),
  coupons: booked(),
  orders: booked(),
  addenda: booked(),
  sealed_papers: booked({ hides: ['is_queued'] }),
  order_status_changes: booked(),
  payouts: booked(),
  payment_intents: booked(),
  payment_instruments: booked(),
  mandate_events: booked(),
  mandate_debits: booked(),
  mandates: booked({ hides: ['is_closed'] }),
  provider_payments: booked(),
  refunds: booked(),
  repayment_proofs: booked({ hides: ['decided_by'] }),
  journals: booked(),
  entries: booked(),
  dunning_messages: booked(),
  // Conduct of collection is examined as long as the loan; what was said is not needed for it.
  collection_officers: booked({ hides: ['staff_id', 'assigned_by'] }),
  collection_contacts: deleted({ hides: ['staff_id'] }),
  payment_promises: booked({ hides: ['staff_id'] }),
  settlement_offers: booked({ hides: ['request_id'] }),
  contact_holds: booked({ hides: ['request_id'] }),
  day_close_failures: booked({ isShown: false }),
  // Leaves within seconds by itself; the jobs of an erasure go through it.
  queued_jobs: rule('stays', { isShown: false }),
  lending_freezes: booked({ isShown: false }),
  nominee_claims: booked({ hides: ['request_id', 'ended_by', 'evidence'] }),
  operator_requests: booked({
    hides: ['maker_id', 'checker_id', 'reason', 'detail', 'effect', 'decision_reason'],
  }),
  // Who of the lender did or read what; it names the borrower by id alone.
  staff_audit: booked({ hides: ['staff_id', 'detail', 'previous_hash', 'hash'] }),
  // A sign-in name is free again; those of loans and payments are found as long as the loan.
  name_owners: ofLoan({ isShown: false }),
  transfer_users: booked({ isShown: false }),
  // Of access only: an erasure request, a document, a discrepancy stay with the books.
  audit_log: rule('stays', { law: 'logRetentionDays', hides: ['actor'] }),
  erasures: rule('stays', {}),
  retained_records: rule('stays', { isShown: false, law: 'kycRetentionYears' }),
};

/** The tables in order of erasure. */
export const RECIPIENTS = Object.keys(retentionMap) as DataRecipient[];
