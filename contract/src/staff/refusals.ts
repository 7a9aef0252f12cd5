import type { ContactBarReason } from '@noren/core/lending/contact-rules';
import type { TermsFault } from '@noren/core/lending/terms-fault';
import * as z from 'zod/mini';

type NoValues = Record<never, never>;
/** A business day, `YYYY-MM-DD`. */
type Day = string;
/** A month, `YYYY-MM`. */
type Month = string;
/** An amount in paise. */
type Paise = number;

/**
 * Why a staff call is refused: the reason's name, and the values that its sentence needs. The
 * sentences are the console's, in `console/src/texts/refusals.ts`. The types make sure that the
 * server sends no other reason or value, and that the console has a text for each.
 * `tools/lint-rules/staff-refusals.test.ts` makes sure that every reason is in use.
 */
export interface RefusalValues {
  // Sending a request
  request_id_missing: { header: string };
  signed_out: NoValues;
  permission_missing: { permission: string };
  passkey_needed: NoValues;
  passkey_for_another_action: NoValues;
  passkey_answer_unreadable: NoValues;
  fields_invalid: NoValues;
  access_changed: NoValues;
  request_id_reused: NoValues;
  change_running: NoValues;
  sandbox_address: NoValues;
  other_page: NoValues;
  body_not_json: NoValues;
  request_unreadable: NoValues;
  database_away: NoValues;
  server_fault: NoValues;
  call_unknown: NoValues;
  too_many_attempts: { retryAfterSeconds: number };
  list_unknown: NoValues;
  position_unknown: NoValues;
  period_reversed: NoValues;
  period_too_long: { days: number };

  // Sign-in and staff
  passkey_not_accepted: NoValues;
  passkey_unknown: NoValues;
  passkey_not_made: NoValues;
  passkey_in_use: NoValues;
  company_not_set_up: NoValues;
  company_away: NoValues;
  company_refused: NoValues;
  company_address_not_allowed: NoValues;
  company_attempt_ended: NoValues;
  company_email_unverified: NoValues;
  company_email_unknown: NoValues;
  person_removed: NoValues;
  invitation_ended: NoValues;
  session_ended: NoValues;
  sandbox_person_removed: NoValues;
  sandbox_has_no_passkeys: NoValues;
  person_unknown: NoValues;
  invitation_has_no_link: NoValues;
  removes_self: NoValues;

  // Work and reviews
  queue_not_permitted: NoValues;
  work_not_permitted: { act: 'see' | 'take' };
  work_decided: NoValues;
  work_taken: { name: string | null };
  claimed_by_another: { name: string };
  case_not_waiting: NoValues;
  case_reason_unknown: NoValues;
  picture_unknown: NoValues;
  case_decided_or_changed: NoValues;
  document_not_for_reason: NoValues;
  case_changed: NoValues;
  document_requested: NoValues;
  age_outside_limits: NoValues;
  pan_of_another: NoValues;
  aadhaar_of_another: NoValues;
  number_not_on_card: NoValues;
  choice_missing: NoValues;

  // Complaints
  ticket_unknown: NoValues;
  ticket_closed: NoValues;
  ticket_escalated: NoValues;
  ticket_at_last_level: NoValues;
  ticket_not_escalatable: NoValues;
  ticket_needs_no_owner: NoValues;
  regulator_day_in_future: NoValues;
  regulator_case_unknown: NoValues;

  // People
  person_document_unknown: NoValues;
  detail_unknown: NoValues;
  device_signed_out: NoValues;
  passkey_removed: NoValues;
  phone_change_ended: NoValues;

  // Loans and money
  order_number_unknown: NoValues;
  order_unknown: NoValues;
  borrower_unknown: NoValues;
  kfs_missing: NoValues;
  proof_has_no_picture: NoValues;
  discrepancy_resolved: NoValues;

  // Collections and links
  loan_unknown: NoValues;
  loan_not_overdue: NoValues;
  officer_not_collections: NoValues;
  officer_assigned: { name: string };
  contact_result_unfit: NoValues;
  promise_day_outside: { days: number };
  promise_too_large: NoValues;
  promise_open: { dueOn: Day };
  phone_unknown: NoValues;
  link_nothing_owed: NoValues;
  link_on_hold: NoValues;
  link_outside_hours: NoValues;
  contact_barred: {
    why: ContactBarReason;
    from: { readonly day: Day; readonly hour: number } | null;
    holdUntil: Day | null;
  };

  // Day, lending, books
  job_not_retryable: NoValues;
  lending_stopped: NoValues;
  months_all_closed: NoValues;
  month_days_open: NoValues;
  month_postings_running: NoValues;
  month_not_next: { month: Month };
  month_not_started: NoValues;
  export_unknown: NoValues;
  export_not_ready: NoValues;
  export_gone: NoValues;
  export_too_long_for_workbook: NoValues;
  export_too_long: NoValues;
  export_totals_differ: NoValues;

  // Requests
  request_unknown: NoValues;
  request_kind_not_permitted: NoValues;
  request_decided: NoValues;
  request_expired: NoValues;
  request_own: NoValues;
  maker_removed: NoValues;
  maker_lost_role: NoValues;
  alone_not_maker: NoValues;
  withdraw_not_maker: NoValues;
  effect_changed: NoValues;
  request_open: NoValues;
  comments_full: { most: number };
  ledger_refuses: { what: string };
  nothing_changes: NoValues;
  borrower_missing: NoValues;
  order_missing: NoValues;

  // Requests about loans
  waiver_too_large: { owedPaise: Paise };
  write_off_too_early: { days: number };
  offer_not_overdue: NoValues;
  offer_not_whole: NoValues;
  offer_too_little: NoValues;
  offer_not_less: NoValues;
  offer_day_past: NoValues;
  offer_day_late: { days: number };
  offer_open: NoValues;
  reversal_refund_running: NoValues;
  reversal_other_journal: NoValues;
  reversal_done: NoValues;
  move_order_unknown: NoValues;
  move_same_order: NoValues;
  move_order_not_paid_out: NoValues;
  move_payment_elsewhere: NoValues;
  move_nothing_left: NoValues;
  payout_not_waiting: NoValues;
  payout_sent: NoValues;
  payout_not_confirmed: NoValues;
  proof_unknown: NoValues;
  proof_decided: NoValues;
  proof_counted_elsewhere: NoValues;
  proof_going_back: NoValues;
  refund_unknown: NoValues;
  refund_no_account: NoValues;
  refund_nothing_left: NoValues;
  refund_not_retryable: NoValues;
  payment_not_unclaimed: NoValues;

  // Requests about people
  hold_reversed: NoValues;
  hold_past: NoValues;
  hold_too_long: { days: number };
  erasure_done: NoValues;
  erasure_claim_missing: NoValues;
  erasure_reason_unfit: NoValues;
  erasure_loan_runs: NoValues;
  erasure_refund_runs: NoValues;
  erasure_payment_checked: NoValues;
  list_not_waiting: NoValues;
  letter_handled: NoValues;
  letter_day_wrong: NoValues;
  letter_without_address: NoValues;
  risk_class_by_law: NoValues;
  risk_class_same: NoValues;
  lending_frozen: NoValues;
  freeze_claim_open: NoValues;
  lending_not_frozen: NoValues;
  limit_not_approved: NoValues;
  limit_unchanged: NoValues;
  limit_too_high: { mostPaise: Paise };
  limit_too_low: { leastPaise: Paise };
  nominee_missing: NoValues;
  claim_open: NoValues;
  claim_not_open: NoValues;
  campaign_lending_stopped: NoValues;
  segment_empty: NoValues;

  // Requests about products and settings
  ceiling_day_taken: NoValues;
  ceiling_above_maximum: { mostPaise: Paise };
  ceiling_above_higher_level: NoValues;
  ceiling_below_lower_level: NoValues;
  carousel_reversed: NoValues;
  carousel_texts_missing: NoValues;
  carousel_english_missing: NoValues;
  setting_changed: NoValues;
  coupon_incomplete: NoValues;
  coupon_worthless: NoValues;
  product_version_not_next: { product: string; version: number };
  version_day_missing: NoValues;
  version_day_past: NoValues;
  product_costs_too_high: NoValues;
  card_day_too_early: { version: string; effectiveFrom: Day };
  card_version_not_next: { version: string };
  terms_faulty: { faults: readonly TermsFault[] };

  // Requests of administrators
  roles_administrator_money: NoValues;
  roles_administrator_personal_data: NoValues;
  roles_product_credit: NoValues;
  invitation_incomplete: NoValues;
  email_taken: NoValues;
  resets_own_passkeys: NoValues;
  changes_own_roles: NoValues;
  day_not_ended: NoValues;
  no_close_to_undo: NoValues;
  lending_not_stopped: NoValues;
  key_not_newest: { keyId: number };
  key_alone: NoValues;
  rotation_running: NoValues;
}

export type StaffReason = keyof RefusalValues;

/** A reason whose sentence needs no value. */
type PlainReason = {
  [R in StaffReason]: keyof RefusalValues[R] extends never ? R : never;
}[StaffReason];

export type StaffRefusal = {
  [R in StaffReason]: { readonly reason: R } & Readonly<RefusalValues[R]>;
}[StaffReason];

/** A refusal; one without values may be given as its reason only. */
export type RefusalInput = PlainReason | StaffRefusal;

export function toRefusal(refusal: RefusalInput): StaffRefusal {
  return typeof refusal === 'string' ? ({ reason: refusal } as StaffRefusal) : refusal;
}

const refusalShape = z.looseObject({ reason: z.string() });

/**
 * A refusal in an answer. An answer that a former version stored for a replay has the sentence
 * instead.
 */
export const staffRefusal = z.union([
  z.string(),
  refusalShape as unknown as z.ZodMiniType<StaffRefusal>,
]);
