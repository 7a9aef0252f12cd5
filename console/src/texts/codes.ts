/**
 * Codes of the server and of providers that stand in lists: why something failed, what was asked
 * for, where it is now.
 */
const CODES: Readonly<Record<string, string>> = {
  // Why a payout, a refund or an account failed.
  account_closed: 'Account closed',
  account_blocked: 'Account blocked or dormant',
  account_invalid: 'Account number or IFSC is wrong',
  account_limited: 'Over the limit of the account',
  bank_away: 'The borrower’s bank did not answer',
  our_side: 'Fault on our side or the provider’s',
  refused_by_bank: 'Refused by the bank',
  refund_failed: 'Refund failed at the provider',
  validation_completed: 'The provider could not confirm the account',
  no_provider: 'No provider to refund through',
  owed_again: 'Owed by the borrower again',
  paid_by_payout: 'Paid to the bank account instead',
  payment_reversed: 'The payment was reversed',
  tried_again: 'Tried again',
  payout_cancelled: 'Payout cancelled',

  // Why a debit by AutoPay was not made, or a mandate ended.
  no_money: 'Too little money in the account',
  bank_down: 'The payer’s bank could not do it',
  limit: 'A limit of the payer’s was reached',
  mandate_over: 'The mandate is over',
  declined: 'Declined by the payer’s bank',
  pin_missed: 'The PIN was not entered in time',
  paused: 'Paused by the borrower',
  paused_by_payer: 'Paused in the UPI app',
  not_lent: 'Not paid out',
  nothing_owed: 'Nothing owed',
  due_day_moved: 'The due date moved',
  waiting_for_us: 'Dispute, hold, promise or claim',
  amount_changed: 'The amount changed',
  above_most: 'Above the mandate’s maximum',
  not_delivered: 'The announcement was not delivered',
  too_late: 'Too late for the due date',
  borrower: 'By the borrower',
  payer: 'By the payer',
  loan_over: 'The loan is over',
  expired: 'Expired',
  refused_by_payer: 'Refused by the payer',
  not_approved: 'Not approved in time',

  // Why something was waived or released.
  tolerance: 'Small remainder',
  coupon: 'Coupon',
  cooling_off: 'Returned in the cooling-off period',
  cooling_off_fee: 'Fee of a loan returned in the cooling-off period',
  settlement_offer: 'Settlement offer',

  // Why contact is on hold.
  hardship: 'Hardship',
  dispute: 'Dispute',
  illness: 'Illness',
  bereavement: 'Bereavement',

  // Channels and kinds of messages.
  sms: 'SMS',
  upi: 'UPI',
  push: 'Push notification',
  in_app: 'In the app',
  bank_transfer: 'Bank transfer',

  // Decisions about a proof.
  match: 'Post as a payment',
  refuse: 'Reject',
  not_found: 'No such payment at the bank',
};

/** A code in words: those known here, others without their underscores. */
export function codeText(code: string): string {
  const text = CODES[code];
  if (text !== undefined) return text;

  const words = code.replaceAll(/[-_]/g, ' ').replaceAll(/[a-z](?=[A-Z])/g, '$& ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
