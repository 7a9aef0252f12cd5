/** Registered message templates; only their variables change. Source: `docs/lawful.md`, row 15. */
export const SMS_TEMPLATES = [
  'login_code',
  'confirm_code',
  // Follows a message of dues where the lender has switched it on: signs in once.
  'sign_in_link',
  'loan_paid_out',
  'loan_settled',
  // What was agreed is sealed: a link that opens the papers after a code.
  'papers_sealed',
  'review_done',
  // A reviewer asked for one document again.
  'document_needed',
  // Somebody signed in as the borrower ended other sessions of theirs: says the day.
  'signed_out',
  'new_device',
  // A passkey may replace the code from now on, or no longer.
  'passkey_added',
  'passkey_removed',
  // The account loans are paid to was changed: says its last digits and from when it is paid.
  'account_changed',
  // The details are to be confirmed again: by a day, or since a day.
  'renewal_open',
  'renewal_late',
  // A phone that is new to the user asked for a copy of the data: says from when it has it.
  'export_held',
  // Another phone number will sign in: to the old number, which can stop it by the link that
  // follows, and to the new one. Then that it was stopped, or signs in now.
  'phone_change',
  'phone_change_link',
  'phone_change_other',
  'phone_change_stopped',
  'phone_change_stopped_other',
  'phone_changed',
  'phone_changed_other',
  'due_date_moved',
  // A payment could not serve its purpose and was posted as an ordinary one.
  'dues_corrected',
  'extension_lapsed',
  'return_missed',
  'coupon_missed',
  'refund_made',
  // The same to the borrower's bank account, where the payment's provider could not.
  'refund_paid_out',
  'payment_reversed',
  // It counted for this order by mistake and was counted for another.
  'payment_moved',
  // Pay an amount by a day and the rest is waived; and that the day has passed.
  'settlement_offered',
  'settlement_lapsed',
  'offer_ready',
  // The borrower's bank did not take the money: says the amount and until when it can be sent
  // again.
  'payout_failed',
  // The borrower's bank sent the money back after it was paid out: as above.
  'payout_reversed',
  // The lender stopped it before it left: says the amount.
  'payout_cancelled',
  // An order whose payout failed ends soon: says its amount and its last day.
  'payout_ends',
  // Names the day: a borrower who did not request it can still stop it.
  'erasure_requested',
  // Staff refused one; the reason is read in the app.
  'erasure_refused',
  // Who of the lender may call or write about an overdue loan, before anybody does.
  'officer_assigned',
  // Of dues: each says the amount, the due date and the grievance officer's name and phone.
  'due_soon',
  'due_today',
  // In their place, where AutoPay is going to debit the due date.
  'debit_announced',
  'overdue',
  'penal_charged',
  // The penal charges of a week, from 1 January 2027.
  'penal_week',
  // The same messages from 1 January 2027: with the officer's e-mail and a link that pays the loan.
  'due_date_moved_with_link',
  'dues_corrected_with_link',
  'payment_reversed_with_link',
  'payment_moved_with_link',
  'settlement_offered_with_link',
  'settlement_lapsed_with_link',
  'officer_assigned_with_link',
  'due_soon_with_link',
  'due_today_with_link',
  'debit_announced_with_link',
  'overdue_with_link',
] as const;

export type SmsTemplate = (typeof SMS_TEMPLATES)[number];
