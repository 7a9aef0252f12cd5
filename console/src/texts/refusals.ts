import type { RefusalValues, StaffReason, StaffRefusal } from '@noren/contract/staff/refusals';
import { formatRupees, paise } from '@noren/core/money/money';
import { businessDay, formatDay } from '@noren/core/money/time';
import { codeText } from './codes.ts';
import { barText } from './contact-bars.ts';
import { faultText } from './terms-faults.ts';

type Texts = {
  readonly [R in StaffReason]: keyof RefusalValues[R] extends never
    ? string
    : (values: RefusalValues[R]) => string;
};

const dayText = (day: string): string => formatDay(businessDay(day));
const rupeesText = (amountPaise: number): string => formatRupees(paise(amountPaise));

/** Why the server refuses a call, by the reason it sends. */
const REFUSALS: Texts = {
  // Sending a request
  request_id_missing: ({ header }) => `The header ${header} must be a new UUID for each change.`,
  signed_out: 'You are signed out. Sign in again.',
  permission_missing: ({ permission }) => `Your roles do not include this (${permission}).`,
  passkey_needed: 'Confirm this with your passkey.',
  passkey_for_another_action: 'That passkey confirmed a different action. Try again.',
  passkey_answer_unreadable: 'The passkey’s answer could not be read. Try again.',
  fields_invalid: 'Check these fields.',
  access_changed: 'Your access changed in the meantime, so nothing was saved. Sign in again.',
  request_id_reused:
    'This request id was already used for a different change. Load the page again.',
  change_running: 'This change is already being carried out. Check again in a moment.',
  sandbox_address:
    'Open the sandbox’s console at localhost or at an address in digits, or set NOREN_CONSOLE_ORIGIN to this address.',
  other_page: 'This request did not come from the console’s page.',
  body_not_json: 'The body must be JSON.',
  request_unreadable: 'The request could not be read.',
  database_away: 'The database cannot be reached. Nothing was changed: try again in a moment.',
  server_fault: 'Something is wrong on our side. Nothing was changed.',
  call_unknown: 'There is no such call.',
  too_many_attempts: ({ retryAfterSeconds }) =>
    `Too many attempts. Try again in ${retryAfterSeconds} seconds.`,
  list_unknown: 'There is no such list.',
  position_unknown: 'That position in the list does not exist. Load the list again.',
  period_reversed: 'The period ends before it starts. Choose a later last day.',
  period_too_long: ({ days }) => `Choose at most ${days} days.`,

  // Sign-in and staff
  passkey_not_accepted: 'This passkey was not accepted. Try again.',
  passkey_unknown: 'This passkey is not known here, or it was ended.',
  passkey_not_made: 'This passkey could not be made. Try again.',
  passkey_in_use: 'This passkey is already in use.',

  company_not_set_up: 'Company sign-in is not set up here. Sign in with a passkey.',
  company_away:
    'The company’s sign-in does not answer. Try again later, or sign in with your passkey.',
  company_refused:
    'The company’s sign-in did not say who you are. Try again, or sign in with your passkey.',
  company_address_not_allowed:
    'The company’s sign-in uses an address that this installation does not allow. Sign in with your passkey, and tell who runs it: the log names the address.',
  company_attempt_ended:
    'This sign-in was used already, took longer than ten minutes, or began in another browser. Try again.',
  company_email_unverified:
    'The company’s sign-in gave no verified email address. Sign in with your passkey.',
  company_email_unknown:
    'No one with that email address has access to the console. A company account alone is not enough: an administrator must invite you.',

  person_removed: 'This person can no longer sign in. Ask an administrator.',
  invitation_ended:
    'This invitation is used, ended or older than a day. Ask an administrator for a new one.',
  session_ended: 'That session has already ended.',
  sandbox_person_removed: 'That person was removed. Choose the other person with this role.',
  sandbox_has_no_passkeys: 'Sandbox staff have no passkeys. Invite someone to try passkeys.',
  person_unknown: 'There is no such person.',
  invitation_has_no_link: 'Only an approved invitation that has not been used yet has a link.',
  removes_self: 'You cannot remove yourself. Ask another administrator.',

  // Work and reviews
  queue_not_permitted: 'Your roles do not include this part of the queue.',
  work_not_permitted: ({ act }) =>
    `Your roles do not allow you to ${act === 'see' ? 'open' : 'take'} this.`,
  work_decided: 'This is no longer waiting: someone has decided it. Take the next item.',
  work_taken: ({ name }) => `${name ?? 'Someone else'} has taken this. Take another item.`,
  claimed_by_another: ({ name }) =>
    `${name} is working on this. Take another item, or wait until the claim ends.`,

  case_not_waiting:
    'This case is no longer waiting: it was decided, or the borrower changed or erased the data.',
  case_reason_unknown: 'Choose one of the reasons for this kind of case.',
  picture_unknown: 'There is no such picture.',
  case_decided_or_changed: 'This case was decided or changed in the meantime. Look at it again.',
  document_not_for_reason:
    'That document cannot be requested for that reason. Choose another document or reason.',
  case_changed: 'This case changed in the meantime. Look at it again.',
  document_requested: 'A document was already requested. Wait for it, or decide without it.',
  age_outside_limits: 'This date of birth is outside the age limits for a loan. Refuse this case.',
  pan_of_another: 'Another borrower has the PAN on this card. Refuse this case.',
  aadhaar_of_another: 'Another borrower has the Aadhaar number on this card. Refuse this case.',
  number_not_on_card:
    'A number can stay only as its card shows it. If the card was misread, ask for another picture of it.',
  choice_missing: 'For each field that differs, choose which value stays.',

  // Complaints
  ticket_unknown: 'There is no such ticket. Check the number.',
  ticket_closed: 'This ticket is closed, so no reply can be sent.',
  ticket_escalated: 'This ticket was escalated. Only the grievance officer can answer it.',
  ticket_at_last_level: 'Only the principal nodal officer can answer this ticket now.',
  ticket_not_escalatable: 'This ticket is at the last level, or it is closed.',
  ticket_needs_no_owner: 'This ticket has been answered, or its last day is not near.',

  regulator_day_in_future: 'This day has not come yet, or it is before the ticket.',
  regulator_case_unknown: 'No complaint at the Reserve Bank is waiting for a reply.',

  // People
  person_document_unknown: 'This person has no such document.',
  detail_unknown: 'This person has no such detail on file.',
  device_signed_out: 'This device was already signed out.',
  passkey_removed: 'This passkey was already removed.',
  phone_change_ended:
    'No new phone number is pending: it was stopped, or the number has already changed.',

  // Loans and money
  order_number_unknown: 'There is no such order. Check the number.',
  order_unknown: 'There is no such order.',
  borrower_unknown: 'There is no such borrower.',
  kfs_missing: 'This order has no key facts statement.',
  proof_has_no_picture: 'This proof has no picture.',
  discrepancy_resolved: 'Someone has already resolved this. Load the list again.',

  // Collections and links
  loan_unknown: 'There is no such loan. Check the number.',
  loan_not_overdue: 'This loan is no longer overdue.',
  officer_not_collections: 'Only a collections officer can be assigned.',
  officer_assigned: ({ name }) => `${name} is already assigned.`,
  contact_result_unfit: 'That result does not fit. Calls and messages have different results.',

  promise_day_outside: ({ days }) => `Choose today or one of the next ${days} days.`,
  promise_too_large: 'This is more than is owed today. Enter at most that amount.',
  promise_open: ({ dueOn }) => `A promise to pay by ${dayText(dueOn)} is already open.`,
  phone_unknown: 'There is no such person, or they no longer have a phone on file.',

  link_nothing_owed: 'Nothing is owed on that order. Send a sign-in link instead.',
  link_on_hold: 'On contact hold: no payment link can be sent. Send a sign-in link instead.',
  link_outside_hours:
    'Borrowers may be asked for money they owe only between 8:00 and 19:00. Send a sign-in link instead.',
  contact_barred: barText,

  // Day, lending, books
  job_not_retryable:
    'This job cannot be retried: it is running, it is done, or it did not fail. Load the page again.',
  lending_stopped: 'Lending is already stopped.',

  months_all_closed: 'Every month that has ended is already closed.',
  month_days_open:
    'A day of this month is not closed yet, or not with every loan. See Day, then try again.',
  month_postings_running: 'Something is still being posted. Try again in a minute.',
  month_not_next: ({ month }) => `Months are closed in order: the next one is ${month}.`,
  month_not_started: 'That month has not started yet.',

  export_unknown: 'You have no such export. Start it again.',
  export_not_ready: 'The file is not ready yet. Try again in a moment.',
  export_gone: 'The file was downloaded already, or is older than an hour. Ask for a new one.',
  export_too_long_for_workbook: 'The month has too many entries for a workbook: choose CSV.',
  export_too_long: 'The month has too many entries for one file.',
  export_totals_differ:
    'The file’s totals are not those of the ledger. Tell those who run the server.',

  // Requests
  request_unknown: 'There is no such request.',
  request_kind_not_permitted: 'Your roles do not allow requests of this kind.',

  request_decided: 'This request was already decided.',
  request_expired: 'This request has expired. If it is still needed, propose it again.',
  request_own: 'You proposed this. Someone else must approve it.',
  maker_removed:
    'The person who proposed this was removed. Reject it, and propose it again if it is right.',
  maker_lost_role:
    'The person who proposed this may no longer do so. Reject it, and propose it again if it is right.',
  alone_not_maker: 'Only the person who proposed this can carry it out alone.',
  withdraw_not_maker: 'Only the person who proposed this can withdraw it.',

  effect_changed: 'Its effect has changed since you looked. Look at it again.',
  request_open: 'A request like this is already open.',
  comments_full: ({ most }) =>
    `This request has ${most} comments, the maximum. Decide it, or withdraw it.`,
  ledger_refuses: ({ what }) => `The ledger cannot post this: ${what}. Load the loan again.`,
  nothing_changes: 'This would change nothing, or was already done.',
  borrower_missing: 'This request needs a borrower.',
  order_missing: 'This request needs an order.',

  // Requests about loans
  waiver_too_large: ({ owedPaise }) =>
    `Only ${rupeesText(owedPaise)} of this is owed. Waive at most that much.`,
  write_off_too_early: ({ days }) =>
    `Only a loan at least ${days} days overdue can be written off.`,

  offer_not_overdue: 'Only an overdue loan can be settled for less.',
  offer_not_whole: 'Enter whole rupees.',
  offer_too_little: 'This is less than the smallest part payment. Enter more.',
  offer_not_less: 'The borrower does not owe more than this. Enter less.',
  offer_day_past: 'The last day has passed. Choose today or a later day.',
  offer_day_late: ({ days }) => `The last day may be at most ${days} days ahead.`,
  offer_open: 'This loan already has an open offer.',

  reversal_refund_running: 'A refund of this payment is under way. Wait for the provider’s answer.',
  reversal_other_journal: 'Only a payment, a waiver or an extension of this order can be reversed.',
  reversal_done: 'This was already reversed.',
  move_order_unknown: 'There is no such order to move the payment to. Check the number.',
  move_same_order: 'The payment is already posted to that order. Choose another order.',
  move_order_not_paid_out: 'That order was never paid out. Choose another order.',
  move_payment_elsewhere: 'This payment is not posted to this order. Load the loan again.',
  move_nothing_left: 'Nothing is left of this payment: it was refunded or charged back.',
  payout_not_waiting:
    'Only a payout that is still waiting can be cancelled. This one was sent, or may have been.',
  payout_sent: 'This payout was sent in the meantime, so it cannot be cancelled.',
  payout_not_confirmed: 'Only a confirmed payout can be reversed.',
  proof_unknown: 'There is no such proof.',
  proof_decided: 'This proof was already decided.',
  proof_counted_elsewhere: 'This transfer was already posted to another loan.',
  proof_going_back: 'This transfer is being refunded to its sender, or already was.',
  refund_unknown: 'There is no such refund, or it did not fail.',
  refund_no_account: 'The borrower has no confirmed bank account to pay to.',
  refund_nothing_left: 'Nothing is left to refund to the borrower.',
  refund_not_retryable: 'There is no such refund, or it was already retried.',
  payment_not_unclaimed:
    'This payment is no longer unclaimed, or part of it was posted to an order or is being returned.',

  // Requests about people
  hold_reversed: 'The hold cannot end before it starts.',
  hold_past: 'The hold cannot end before today.',
  hold_too_long: ({ days }) =>
    `A hold lasts at most ${days} days. Propose another one when it ends.`,
  erasure_done: 'This person’s data was already erased.',
  erasure_claim_missing:
    'A nominee can ask for erasure only once their claim is recorded. Record the claim first.',
  erasure_reason_unfit:
    'That reason does not apply now. Choose another one, or carry out the erasure.',
  erasure_loan_runs: 'A loan is applied for, being paid out or owed: it must end first.',
  erasure_refund_runs: 'A refund is on its way: it must arrive first.',
  erasure_payment_checked: 'A proof of payment is being checked: decide it first.',
  list_not_waiting: 'This list is already in force, or there is a newer one.',
  letter_handled: 'This letter was already recorded, or the borrower no longer needs it.',
  letter_day_wrong: 'Enter a day between the one on which the letter was listed and today.',
  letter_without_address: 'This person has no confirmed address.',
  risk_class_by_law:
    'Without full KYC, the law treats everyone as high risk. Record full KYC first.',
  risk_class_same: 'This person is already in that risk class.',
  lending_frozen: 'New lending to this person is already frozen.',
  freeze_claim_open: 'A nominee’s claim is open. If it was wrong, end the claim.',
  lending_not_frozen: 'New lending to this person is not frozen.',
  limit_not_approved: 'Only an approved limit can be changed. Decide the application first.',
  limit_unchanged: 'The limit is already this amount. Enter another one.',
  limit_too_high: ({ mostPaise }) =>
    `Enter at most ${rupeesText(mostPaise)}. A limit above the one assessed needs the borrower’s own request.`,
  limit_too_low: ({ leastPaise }) =>
    `Enter at least ${rupeesText(leastPaise)}: that much is owed or reserved now.`,
  nominee_missing: 'This person has no nominee. Ask the heir to write to the grievance officer.',
  claim_open: 'A nominee’s claim is already open.',
  claim_not_open: 'No nominee’s claim is open.',
  campaign_lending_stopped:
    'Lending is stopped, so no one can be invited to borrow. Propose this again once lending resumes.',
  segment_empty: 'No one in this segment can receive a link right now.',

  // Requests about products and settings
  ceiling_day_taken: 'This level already has a ceiling from that day. Choose another day.',
  ceiling_above_maximum: ({ mostPaise }) =>
    `No ceiling may be above the largest loan, ${formatRupees(paise(mostPaise))}.`,
  ceiling_above_higher_level: 'A higher level would allow less from that day. Raise it first.',
  ceiling_below_lower_level: 'A lower level would allow more from that day. Lower it first.',
  carousel_reversed: 'A card cannot end before it starts. Choose a later last day.',
  carousel_texts_missing: 'A new card needs a title and a text, at least in English.',
  carousel_english_missing:
    'Add the English title and text: they are shown where a translation is missing.',
  setting_changed: 'This setting has changed since then. Check it and propose the change again.',
  coupon_incomplete: 'A coupon needs a borrower and a number of days, or a campaign.',
  coupon_worthless: 'A coupon must be worth more than zero.',
  product_version_not_next: ({ product, version }) =>
    `The next version of ${product} must be ${version}.`,
  version_day_missing: 'Choose the day on which the new version takes effect.',
  version_day_past: 'A new version must take effect after today.',
  product_costs_too_high:
    'The costs leave nothing to pay out, or no APR can be computed. Lower the fee or the interest.',
  card_day_too_early: ({ version, effectiveFrom }) =>
    `Version ${version} takes effect on ${dayText(effectiveFrom)}: choose a later day.`,
  card_version_not_next: ({ version }) => `The next version from that day must be ${version}.`,
  terms_faulty: ({ faults }) => faults.map(faultText).join(' '),

  // Requests of administrators
  roles_administrator_money: 'An administrator cannot have a role that moves money.',
  roles_administrator_personal_data:
    'An administrator cannot have a role that reads personal data.',
  roles_product_credit: 'No one can both define products or scorecards and decide credit.',
  invitation_incomplete: 'An invitation needs a name, an email address and at least one role.',
  email_taken: 'Someone on the staff already has this email address.',
  resets_own_passkeys: 'You cannot reset your own passkeys. Ask two other administrators.',
  changes_own_roles: 'You cannot change your own roles. Ask another administrator.',
  day_not_ended: 'This day has not ended yet, so it cannot be closed.',
  no_close_to_undo: 'No day was closed before its end, so there is nothing to undo.',
  lending_not_stopped: 'Lending is not stopped.',
  key_not_newest: ({ keyId }) => `The newest key is now ${keyId}. Open Day and propose again.`,
  key_alone:
    'There is only one key. First set a new NOREN_FIELD_KEY under a new id, and the old one in NOREN_FIELD_KEYS_OLD.',
  rotation_running: 'A key rotation is already running.',
};

/** A sentence from a former version of the server is shown as it is. */
export function refusalText(refusal: StaffRefusal | string): string {
  if (typeof refusal === 'string') return refusal;

  const text = REFUSALS[refusal.reason] as string | ((values: StaffRefusal) => string) | undefined;
  if (text === undefined) return codeText(refusal.reason);
  return typeof text === 'string' ? text : text(refusal);
}
