/**
 * The states of a mandate by which a loan's dues are debited.
 * - `asked`: the payer has not approved it in the UPI app yet.
 * - `confirmed`: debits may be presented, unless the borrower paused them here.
 * - `paused_by_payer`: the payer paused it in the UPI app.
 * - `refused`: the payer or the bank refused it, or its time to approve passed.
 * - `ended`: no debit is ever presented again.
 */
export const MANDATE_STATES = [
  'asked',
  'confirmed',
  'paused_by_payer',
  'refused',
  'ended',
] as const;
export type MandateState = (typeof MANDATE_STATES)[number];

/** Why a mandate was refused or has ended. */
export const MANDATE_ENDS = [
  'borrower',
  'payer',
  'loan_over',
  'expired',
  'refused_by_payer',
  'not_approved',
] as const;
export type MandateEnd = (typeof MANDATE_ENDS)[number];

/**
 * The states of a debit.
 * - `planned`: the provider does not know of it yet.
 * - `announced`: the provider has the payer's bank announce it.
 * - `presented`: asked for; the provider has not said how it ended.
 * - `unknown`: asked for, and no answer came; it is asked again under the same reference.
 * - `paid`, `failed`: final.
 * - `withdrawn`: it was never presented.
 */
export const DEBIT_STATES = [
  'planned',
  'announced',
  'presented',
  'unknown',
  'paid',
  'failed',
  'withdrawn',
] as const;
export type DebitState = (typeof DEBIT_STATES)[number];

/** Why the payer's bank made no debit. */
export const DEBIT_FAILURES = [
  'no_money',
  'bank_down',
  'limit',
  'account_closed',
  'account_blocked',
  'mandate_over',
  'declined',
  'pin_missed',
  'other',
] as const;
export type DebitFailure = (typeof DEBIT_FAILURES)[number];

/** Why a debit is not announced or presented. */
export const DEBIT_STOPS = [
  'mandate_over',
  'not_confirmed',
  'paused',
  'paused_by_payer',
  'not_lent',
  'nothing_owed',
  'due_day_moved',
  'cooling_off',
  'waiting_for_us',
  'amount_changed',
  'above_most',
  'not_delivered',
  'too_late',
] as const;
export type DebitStop = (typeof DEBIT_STOPS)[number];
