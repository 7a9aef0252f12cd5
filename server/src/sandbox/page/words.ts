import type { NotificationKind } from '../../notifications/notification-texts.ts';
import type { SmsTemplate } from '../../notifications/sms-templates.ts';
import type { DeliveryState } from '../../notifications/store.ts';
import type { BankPart, Behaviours } from '../bank/behaviour.ts';

/** Texts for the sandbox bank's switches. */
export const BEHAVIOUR_WORDS: {
  [P in BankPart]: Record<Behaviours[P], { name: string; means: string }>;
} = {
  payouts: {
    succeed: { name: 'Pays at once', means: 'The loan reaches the account straight away.' },
    by_webhook: {
      name: 'Pays, tells afterwards',
      means: 'Answers “pending”; a signed message confirms it at once.',
    },
    fail: {
      name: 'Refuses',
      means: 'The account is closed: the borrower must correct it or cancel.',
    },
    time_out: {
      name: 'Pays, answer lost',
      means: 'The money goes out but no answer comes. Asking again finds it.',
    },
    never_taken: {
      name: 'Never takes it',
      means: 'No answer comes and nothing was paid. Asking finds nothing.',
    },
    duplicate: {
      name: 'Tells twice',
      means: 'The same confirmation comes two times. Only one may count.',
    },
    late: {
      name: 'Tells late',
      means: 'Answers “pending”; the confirmation comes 20 seconds later.',
    },
    out_of_order: {
      name: 'Tells too early',
      means: 'The confirmation arrives before the answer to the request.',
    },
    lost: { name: 'Never tells', means: 'Pays, but its message is lost. Only asking finds out.' },
    low_balance: {
      name: 'Lacks money',
      means:
        'Payouts wait at the bank until another choice is made; the borrower may withdraw meanwhile.',
    },
  },
  payments: {
    succeed: { name: 'Takes payments', means: 'A payment is told at once by a signed message.' },
    by_webhook: {
      name: 'Takes, tells afterwards',
      means: 'The same as above: payments are always told by message.',
    },
    fail: { name: 'Declines', means: 'The borrower’s own bank refuses to pay.' },
    time_out: {
      name: 'Answer lost',
      means: 'The QR is made but its answer is lost; payments are found by asking.',
    },
    never_taken: { name: 'Makes no QR', means: 'No QR is made and no answer comes.' },
    duplicate: {
      name: 'Tells twice',
      means: 'Each payment is told two times. Only one may count.',
    },
    late: { name: 'Tells late', means: 'A payment is told 20 seconds after it was made.' },
    out_of_order: {
      name: 'Wrong order',
      means: 'Of several payments the newest is told first, after 5 seconds.',
    },
    lost: {
      name: 'Never tells',
      means: 'The payment is made, its message is lost. Only asking finds out.',
    },
  },
  refunds: {
    succeed: {
      name: 'Gives back at once',
      means: 'Money paid too much reaches the payer straight away.',
    },
    by_webhook: {
      name: 'Gives back, tells afterwards',
      means: 'Answers “pending”; a signed message confirms it.',
    },
    fail: { name: 'Refuses', means: 'The refund fails: it is listed for a person, never lost.' },
    time_out: { name: 'Gives back, answer lost', means: 'No answer comes. Asking again finds it.' },
    never_taken: { name: 'Never takes it', means: 'No answer comes and nothing was given back.' },
    duplicate: { name: 'Tells twice', means: 'The same confirmation comes two times.' },
    late: { name: 'Tells late', means: 'The confirmation comes 20 seconds later.' },
    out_of_order: { name: 'Wrong order', means: 'The newest confirmation is told first.' },
    lost: { name: 'Never tells', means: 'Gives back, its message is lost. Only asking finds out.' },
  },
  accounts: {
    own_name: {
      name: 'The holder’s own',
      means: 'The account is open and in the name that was typed.',
    },
    other_name: {
      name: 'Somebody else’s',
      means: 'The account is open, in another name. Also: numbers from 99999001.',
    },
    initials: {
      name: 'Initials only',
      means: 'The bank has the holder’s initials only. Also: numbers from 99999002.',
    },
    closed: {
      name: 'Closed',
      means: 'There is no such account, or it is closed. Also: numbers from 99999003.',
    },
    answers_later: {
      name: 'Answers later',
      means: 'Pending for 20 seconds. Also: numbers from 99999004.',
    },
    no_answer: {
      name: 'Answer lost',
      means: 'No answer; asking again finds it. Also: numbers from 99999005.',
    },
    down: {
      name: 'Does not answer',
      means: 'Nobody takes the question. Also: numbers from 99999006.',
    },
  },
  debits: {
    succeed: { name: 'Debits at once', means: 'The payer’s bank makes the debit straight away.' },
    no_money: { name: 'No money', means: 'The account has too little money.' },
    bank_down: { name: 'Bank down', means: 'The payer’s bank has a technical fault.' },
    limit: { name: 'Above a limit', means: 'The payer’s own limit of the day is reached.' },
    account_closed: { name: 'Account closed', means: 'The account no longer exists.' },
    account_blocked: { name: 'Account blocked', means: 'The account may not be debited now.' },
    mandate_over: { name: 'Mandate over', means: 'The bank no longer has the mandate.' },
    declined: { name: 'Declined', means: 'The payer’s bank declines.' },
    pin_missed: { name: 'PIN not entered', means: 'The payer was asked for the PIN, in vain.' },
    other: { name: 'Another reason', means: 'A reason that is not known here.' },
    announcement_failed: {
      name: 'Announcement not delivered',
      means: 'The payer’s bank gave no announcement.',
    },
    time_out: { name: 'Debits, answer lost', means: 'No answer: it is asked about later.' },
    never_taken: {
      name: 'Not reached',
      means: 'No mandate, announcement or debit reaches the bank.',
    },
    duplicate: { name: 'Debits, tells twice', means: 'The same signed message comes twice.' },
    late: { name: 'Debits, tells late', means: 'The signed message comes 20 seconds later.' },
    lost: { name: 'Debits, never tells', means: 'No message: it is found by asking.' },
  },
};

/** Names of the sandbox bank's parts. */
export const PART_WORDS: Record<BankPart, string> = {
  payouts: 'Paying loans out',
  payments: 'Taking repayments',
  refunds: 'Giving back what was paid too much',
  accounts: 'Whose an account is',
  debits: 'AutoPay: mandates and debits',
};

/** What a message is about; one with a payment link is about the same as without it. */
export type MessageSubject = Exclude<SmsTemplate, `${string}_with_link`> | NotificationKind;

/** Names of the messages. */
export const MESSAGE_WORDS: Record<MessageSubject, string> = {
  login_code: 'Sign-in code',
  sign_in_link: 'Sign-in link',
  confirm_code: 'Confirmation code',
  loan_paid_out: 'Loan paid out',
  loan_settled: 'Loan settled',
  papers_sealed: 'Papers were sealed',
  review_done: 'A person has looked at it',
  document_needed: 'A document is to be sent again',
  signed_out: 'Signed out elsewhere',
  new_device: 'New device signed in',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  account_changed: 'Bank account changed',
  renewal_open: 'Details are to be confirmed',
  renewal_late: 'Details were not confirmed in time',
  export_held: 'A new phone asked for a copy of the data',
  phone_change: 'A new phone number waits',
  phone_change_link: 'Link that stops a new phone number',
  phone_change_other: 'A new phone number waits, to that number',
  phone_change_stopped: 'A new phone number was stopped',
  phone_change_stopped_other: 'A new phone number was stopped, to that number',
  phone_changed: 'The phone number has changed',
  phone_changed_other: 'The phone number has changed, to the old one',
  due_date_moved: 'Due date moved',
  debit_announced: 'AutoPay debit announced',
  debit_not_made: 'AutoPay debit not made',
  extension_lapsed: 'Due date not moved: the money came too late or was too little',
  return_missed: 'Loan not returned: the money came too late or was too little',
  coupon_missed: 'Coupon not used: the money came too late or was too little',
  refund_made: 'Overpaid: given back',
  refund_paid_out: 'Overpaid: paid to the bank account',
  payment_reversed: 'A payment was reversed',
  settlement_offered: 'A settlement is offered',
  settlement_lapsed: 'A settlement offer has lapsed',
  payment_moved: 'A payment counted for another order',
  offer_ready: 'A reserved loan can be accepted',
  payout_failed: 'A loan could not be paid out',
  payout_cancelled: 'The lender stopped a payout',
  payout_reversed: 'The bank sent a paid-out loan back',
  officer_assigned: 'Who may call about an overdue loan',
  payout_ends: 'A loan that could not be paid out ends soon',
  due_soon: 'Due in two days',
  due_today: 'Due today',
  dues_corrected: 'A message of dues was wrong',
  overdue: 'Overdue',
  penal_charged: 'Penal charge',
  penal_levied: 'Penal charge, in the app alone',
  penal_week: 'Penal charges of a week',
  feedback_answered: 'Feedback has an answer',
  feedback_closed: 'Feedback is closed',
  feedback_passed_on: 'Feedback was passed on to the next level',
  feedback_overdue: 'Feedback was not answered in time',
  export_ready: 'A copy of the data is ready',
  erasure_requested: 'The data is to be erased',
  erasure_stopped: 'The data is not erased',
  erasure_refused: 'Staff refused an erasure',
  correction_decided: 'A correction was looked at',
  correction_refused: 'Staff refused a correction',
  identity_step: 'A new loan needs a step of the identity',
  email_ended: 'E-mails to an address ended',
};

/** Names of the delivery states. */
export const STATE_WORDS: Record<DeliveryState | 'kept', string> = {
  queued: 'waits',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  expired: 'too late to be told',
  withheld: 'held back: enough for a day',
  unknown: 'not answered for',
  kept: 'kept',
};
