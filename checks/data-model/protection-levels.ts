import type { TABLE_PLACEMENT } from '@noren/server/src/platform/db/table-placement.ts';
import { LEVELS, type Level } from './levels.ts';
import { MANDATE_COLUMNS } from './mandate-levels.ts';
import { SANDBOX_COLUMNS } from './sandbox-levels.ts';
import { STAFF_COLUMNS } from './staff-levels.ts';

/** Every column of every table, by its level. A new table does not compile until it is here. */
const COLUMNS: {
  readonly [Table in keyof typeof TABLE_PLACEMENT]: { readonly [L in Level]?: string };
} = {
  users: {
    personal: `
      user_id masked_phone onboarding_status language created_at first_confirmed_at full_kyc_at
      erased_at needs_contacts ad_click ad_campaign contact_from_hour contact_until_hour`,
    encrypted: 'phone_enc',
    hashed: 'phone_hash',
  },
  name_owners: { personal: 'kind name user_id claimed_at' },
  transfer_users: { personal: 'user_id noted_at', hashed: 'utr_hash' },
  sessions: {
    personal: `
      user_id session_id previous_cookie_until device_id assurance code_entered_at first_code_at
      created_at last_used_at revoked_at client_type lead_channel is_device_own`,
    secret: 'token_hash cookie_hash previous_cookie_hash device_secret_hash',
  },
  otp_requests: {
    personal: 'otp_ref user_id device_id purpose created_at expires_at used_at',
    hashed: 'phone_hash',
    secret: 'code_hash',
  },
  user_passkeys: {
    personal: `
      user_id passkey_id credential_id public_key counter transports added_at last_used_at
      last_session_id`,
    encrypted: 'name_enc',
  },
  user_passkey_challenges: {
    personal: 'user_id session_id act created_at expires_at used_at',
    secret: 'challenge_hash',
  },
  magic_links: { personal: 'user_id channel created_at expires_at used_at', secret: 'token_hash' },
  rate_limit_hits: { personal: 'bucket at hit_id', hashed: 'key_hash' },
  idempotency_keys: {
    personal: 'owner_id call request_id created_at',
    encrypted: 'answer_enc',
    hashed: 'content_hash',
  },
  audit_log: { personal: 'user_id audit_id at actor action subject detail' },
  consents: {
    personal: `
      user_id consent_id purpose text_version language channel at withdrawn_at decision items
      device_id`,
  },
  data_changes: {
    personal: 'user_id change_id field state requested_at decided_at decided_by refused_because',
    encrypted: 'before_enc after_enc',
  },
  nominees: {
    personal: 'user_id relationship masked_phone saved_at',
    encrypted: 'name_enc phone_enc',
  },
  data_exports: {
    personal: `
      user_id export_id state language requested_at ready_at expires_at json_file_id pdf_file_id
      session_id`,
  },
  erasures: { personal: 'user_id erasure_id state requested_at due_at ended_at refused_because' },
  phone_changes: {
    personal: `
      user_id change_id state session_id begun_at requested_at due_at ended_at stopped_because way proof`,
    encrypted: 'new_phone_enc old_phone_enc',
  },
  risk_classes: { personal: 'user_id decided_at risk_class from_day request_id' },
  renewals: { personal: 'user_id renewed_day renewed_at session_id' },
  renewal_reminders: {
    personal: `
      user_id due_day reminder channel given_day posted_day unposted_because handled_by handled_at`,
  },
  email_addresses: {
    personal: `
      user_id mail_id state code_tries code_expires_at requested_at confirmed_at ended_at
      ended_because`,
    encrypted: 'address_enc',
    secret: 'code_hash',
  },
  retained_records: { personal: 'user_id file_ids law retain_until', encrypted: 'record_enc' },
  survey_answers: { personal: 'user_id answers saved_at' },
  identity_documents: {
    personal: 'user_id type file_id confidence ocr_at uncertain is_legible',
    encrypted: 'ocr_fields_enc',
    hashed: 'aadhaar_hash',
  },
  identities: {
    personal: 'user_id aadhaar_last4 state was_verified reasons saved_at confirmed_at',
    encrypted: 'name_enc birth_day_enc pan_enc ocr_fields_enc',
    hashed: 'name_hash pan_hash aadhaar_hash',
  },
  identity_sources: {
    personal: `
      user_id source_id kind format_version key_id reference_last4 issued_at verdict differences
      photo_file_id photo_result document consent_version created_at decided_at`,
    hashed: 'digests holder_hash',
    encrypted: 'fields_enc',
  },
  digilocker_visits: {
    personal: 'user_id session_id expires_at',
    secret: 'state_hash verifier',
  },
  pan_checks: {
    personal: `
      user_id check_id verdict differences provider_ref consent_version tries created_at next_try_at
      decided_at`,
    hashed: 'asked_hash',
  },
  sanctions_hits: {
    personal: `
      user_id hit_id list entry_id entry list_day score is_year_near state found_at decided_by
      decided_at reason`,
  },
  sanctions_screenings: { personal: 'user_id screened_with screened_at' },
  sanctions_lists: {
    internal: `
      list_id list source state list_day people entities doubt fault fault_line staff_id read_at
      checked_at in_force_at ended_at`,
  },
  sanctions_entries: { public: 'list_id entry_id entry' },
  liveness_checks: {
    personal: `
      user_id transaction_id purpose mode poses created_at expires_at superseded_at outcome reason
      pose score likeness similarity hints review_file_id decided_at`,
    encrypted: 'place_enc',
  },
  addresses: { personal: 'user_id said_fields saved_at confirmed_at', encrypted: 'address_enc' },
  personal_info: { personal: 'user_id saved_at', encrypted: 'info_enc' },
  contacts: {
    personal: 'user_id position relationship masked_phone',
    encrypted: 'name_enc phone_enc',
  },
  bank_accounts: {
    personal: `
      user_id account_id bank_code ifsc account_last4 name_match validation account_type
      is_salary_account saved_at payable_from replaced_at`,
    encrypted: 'account_enc holder_name_enc',
    hashed: 'account_hash',
  },
  bank_account_validations: {
    personal: 'user_id ifsc ref state reason requested_at decided_at',
    encrypted: 'name_at_bank_enc',
    hashed: 'account_hash',
  },
  bank_account_details: {
    personal: 'user_id account_type is_salary_account declared_at',
    hashed: 'account_hash',
  },
  review_decisions: { personal: 'user_id kind subject decision operator reason at' },
  product_versions: { public: 'code version terms effective_from effective_to' },
  scorecard_versions: { internal: 'version card effective_from' },
  level_ceilings: { internal: 'level effective_from ceiling_paise citation request_id' },
  credit_limits: { personal: 'user_id state limit_paise evaluated_at started_at reviews_from' },
  credit_evaluations: { personal: 'user_id evaluation_id card_version inputs outcome at' },
  kfs_forms: { public: 'form_id form' },
  quotes: {
    personal: `
      user_id proposal_no order_id product_code product_version principal_paise quote form_id
      kfs_values kfs_hash text_version language charge_codes created_at valid_until valid_until_day
      is_retained`,
  },
  acceptances: { personal: 'user_id proposal_no acceptance accepted_at' },
  pending_acceptances: {
    personal: 'user_id proposal_no purpose acceptance accepted_at voided_at void_reason',
  },
  coupon_campaigns: {
    internal: `
      campaign_id request_id name segment coupon most_paise budget_paise committed_paise coupons
      starts_on ends_on created_at given_up_to finished_at`,
  },
  coupons: {
    personal: `
      user_id coupon_id kind amount_paise ppm cap_paise min_principal_paise expires_on source
      campaign_id issued_at`,
  },
  orders: {
    personal: `
      user_id order_id repay_id proposal_no product_code terms principal_paise net_paise purpose
      coupon_id charge_codes decision status applied_at applied_day open_until expiry_notified_on
      disbursed_day due_day closed_through closed_at is_repaid`,
  },
  order_status_changes: {
    personal: 'user_id order_id status_change_id from_status to_status at reason is_notified',
  },
  addenda: {
    personal: `
      user_id addendum_no order_id quote document hash language day created_at acceptance
      accepted_at lapsed_at`,
  },
  sealed_papers: {
    personal: `
      user_id paper_id order_id document_id requested_at is_queued sealed_at language content_hash file_id`,
  },
  guidances: {
    personal: `
      user_id guidance_id settled_loans current_limit_paise proposed_limit_paise products coupon_id
      basis created_at expires_at answer answered_at`,
  },
  limit_requests: {
    personal:
      'user_id guidance_id from_paise to_paise language text_version device_id session_id at',
    hashed: 'address_hash',
  },
  journals: {
    personal: `
      user_id journal_id order_id kind value_day booked_at cause reverses reason detail
      written_by_xact`,
  },
  entries: { personal: 'user_id journal_id line account amount_paise' },
  ledger_totals: {
    internal:
      'book_day value_day booked_day kind account debit_paise credit_paise entries journals',
  },
  ledger_totals_head: { internal: 'is_only_row before_xact cluster summed_at' },
  payouts: {
    personal: `
      user_id order_id payout_ref account_id amount_paise state provider provider_id reason
      created_at requested_at decided_at alarmed_at is_queued`,
  },
  payment_links: {
    personal: 'user_id order_id created_at expires_at ended_at',
    secret: 'token_hash',
  },
  payment_intents: {
    personal: `
      user_id order_id intent_id code kind channel amount_paise coupon_id discount_paise addendum_no
      as_of_day state provider_ref created_at expires_at last_polled_at checking_until paid_at
      paid_paise debit_day holds_others`,
  },
  ...MANDATE_COLUMNS,
  payment_instruments: {
    personal: 'user_id order_id intent_id channel provider_ref instrument requested_at',
  },
  provider_payments: {
    personal: `
      user_id provider provider_ref order_id journal_id code channel utr_last4 amount_paise
      paid_at`,
    hashed: 'utr_hash',
  },
  provider_events: {
    personal: 'provider event_id kind outcome event received_at',
    hashed: 'utr_hash',
  },
  refunds: {
    personal: `
      user_id order_id refund_ref provider payment_ref journal_id account_id amount_paise state
      provider_id reason created_at requested_at decided_at`,
  },
  repayment_proofs: {
    personal: `
      user_id proof_id order_id utr_last4 amount_paise paid_on channel file_id state reason provider
      payment_ref submitted_at decided_at decided_by`,
    encrypted: 'utr_enc',
    hashed: 'utr_hash',
  },
  unclaimed_funds: {
    personal: `
      provider provider_ref amount_paise paid_at found_at journal_id state is_rest_counted
      charged_back_paise returned_paise refund_ref reason requested_at decided_at`,
  },
  notifications: {
    personal: 'user_id notification_id kind reference sent_at read_at written_by_xact',
    encrypted: 'values_enc',
  },
  notification_deliveries: {
    personal: `
      user_id notification_id channel kind state attempts polls day last_attempt_at next_attempt_at
      provider_id registered_template pending_device_ids language reason`,
  },
  push_subscriptions: {
    personal: 'user_id device_id saved_at expired_at ends_at',
    encrypted: 'subscription_enc',
    hashed: 'endpoint_hash',
  },
  dunning_messages: {
    personal:
      'user_id order_id day template amount_paise state reason created_at finished_at held_at listed_on',
  },
  ...STAFF_COLUMNS,
  work_claims: { internal: 'kind subject claimed_at until', personal: 'staff_id' },
  staff_notes: { personal: 'user_id note_id staff_id written_at', encrypted: 'text_enc' },
  link_campaigns: {
    internal: 'campaign_id request_id segment most reason links made_up_to started_at finished_at',
    personal: 'staff_id',
  },
  staff_links: {
    personal: 'user_id link_id kind order_id staff_id reason campaign_id state made_at sent_at',
    secret: 'token_hash',
  },
  operator_requests: {
    personal: `
      request_id kind user_id order_id subject detail reason maker_id created_at expires_at effect
      done state checker_id is_alone decided_at decision_reason`,
  },
  request_comments: {
    personal: 'user_id request_id comment_id staff_id written_at',
    encrypted: 'text_enc',
  },
  lending_stop: { internal: 'is_only_row is_stopped changed_at reason', personal: 'changed_by' },
  lending_freezes: { personal: 'user_id request_id frozen_at ended_at ended_by' },
  nominee_claims: { personal: 'user_id request_id evidence claimed_at ended_at ended_by' },
  document_requests: {
    personal: 'user_id request_id kind document reason requested_by requested_at state ended_at',
  },
  collection_officers: {
    personal: 'user_id assignment_id staff_id assigned_by assigned_at ended_at',
  },
  collection_contacts: {
    personal: 'user_id contact_id order_id kind result day contacted_at staff_id',
    encrypted: 'note_enc',
  },
  payment_promises: {
    personal:
      'user_id promise_id order_id amount_paise paid_before_paise due_on promised_at staff_id',
  },
  settlement_offers: {
    personal: `
      user_id offer_id order_id request_id pay_paise pay_by paid_before_paise state offered_at
      ended_at`,
  },
  contact_holds: { personal: 'user_id hold_id reason from_day until_day request_id created_at' },
  feedback_tickets: {
    personal: `
      user_id ticket_id ticket_no order_id type file_ids state submitted_at decided_at decided_by
      escalated_at principal_at alarmed_at owner_id acknowledged_at overdue_notified_at regulator_no
      regulator_on regulator_replied_on`,
    encrypted: 'text_enc answer_enc',
  },
  ticket_entries: {
    personal: 'user_id ticket_id entry_id kind staff_id at',
    encrypted: 'text_enc',
  },
  queued_jobs: { personal: 'user_id queued_job_id name payload key run_at mode' },
  closed_days: {
    internal: 'close_id day started_at finished_at orders failed undone_at',
    personal: 'undone_by handed_out_user_id handed_out_order_id',
  },
  portfolio_days: { internal: 'day taken_at portfolio buckets segments' },
  quarter_rates: {
    internal:
      'first_day product_code loans apr_least apr_average apr_most interest_least ' +
      'interest_average interest_most computed_at',
  },
  day_close_failures: {
    personal: 'user_id order_id day reason attempts first_failed_at last_failed_at',
  },
  provider_reconciliations: { personal: 'day checked_at differences totals' },
  self_check_passes: { internal: 'name last_passed_at before_xact cluster last_whole_at sums' },
  self_check_results: { personal: 'name run_at examined problem_count problems listed' },
  closed_periods: { internal: 'month closed_at closed_by_xact', personal: 'closed_by_staff_id' },
  ledger_exports: {
    internal: `
      export_id month format state file_id lines debit_paise credit_paise problem requested_at
      ready_at fetched_at`,
    personal: 'staff_id',
  },
  key_rotations: {
    internal: `
      rotation_id request_id what key_id state tables_done done_up_to fields folders_done files
      started_at finished_at`,
  },
  installation: { internal: 'is_only_row mode created_at' },
  payout_balances: { internal: 'provider available_paise as_of' },
  backups: { internal: 'label has_database started_at finished_at files' },
  security_events: { internal: 'hour event count' },
  devices: {
    personal: 'user_id device_id operating_system reported_at',
    hashed: 'fingerprint_hash',
  },
  app_settings: { public: 'only_row gp_guide_show' },
  contact_versions: { public: 'from_day contacts' },
  carousel_cards: { public: 'card_id position target texts effective_from effective_to' },
  tracking_records: {
    personal: 'user_id record_id device_id id_name started_at duration_ms saved_at',
    encrypted: 'content_enc',
  },
  script_errors: {
    internal:
      'type name message stack screen browser app_version occurrences first_seen_at last_seen_at',
    hashed: 'group_hash',
  },
  ...SANDBOX_COLUMNS,
};

/** The levels that the map gives a column: exactly one. */
export function listLevels(table: string, column: string): Level[] {
  const levels = (COLUMNS as Record<string, { readonly [L in Level]?: string }>)[table] ?? {};
  return LEVELS.filter((level) => levels[level]?.trim().split(/\s+/).includes(column));
}
