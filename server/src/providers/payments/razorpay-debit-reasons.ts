import type { DebitFailure } from '@noren/core/money/mandate-states';

/**
 * Razorpay's reasons as ours: razorpay.com/docs/errors/payments/upi and
 * razorpay.com/docs/payments/recurring-payments/emandate/errors.
 */
const FAILURES: Readonly<Record<string, DebitFailure>> = {
  insufficient_funds: 'no_money',
  bank_technical_error: 'bank_down',
  gateway_technical_error: 'bank_down',
  bank_not_available: 'bank_down',
  bank_cutoff_in_progress: 'bank_down',
  server_error: 'bank_down',
  // The mandate is not yet active at the bank.
  payment_mandate_not_active: 'bank_down',
  transaction_limit_exceeded: 'limit',
  transaction_daily_limit_exceeded: 'limit',
  bank_account_invalid: 'account_closed',
  invalid_vpa: 'account_closed',
  debit_instrument_inactive: 'account_blocked',
  debit_instrument_blocked: 'account_blocked',
  mandate_not_active: 'mandate_over',
  payment_declined: 'declined',
  payment_cancelled: 'declined',
  payment_timed_out: 'pin_missed',
  payment_collect_request_expired: 'pin_missed',
};

/** Our reason of a failed debit. */
export function toDebitFailure(reason: string | null): DebitFailure {
  return (reason !== null && Object.hasOwn(FAILURES, reason) && FAILURES[reason]) || 'other';
}
