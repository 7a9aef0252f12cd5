import type { WorkKind, WorkTab } from '@noren/core/staff/work-kinds';
import { codeText } from './codes.ts';

/** Texts of the queue. */
export const workTexts = {
  title: 'Work',

  waiting: (count: number) => (count === 1 ? '1 item waiting' : `${count} items waiting`),
  late: (count: number) => `${count} late`,
  soon: (count: number) => `${count} due within 2 hours`,

  whose: 'Assigned to',
  everyone: 'Everyone',
  nobody: 'Unassigned',
  mine: 'Me',

  order: 'Order',
  orders: { due: 'Due first', oldest: 'Oldest first', newest: 'Newest first' },

  takeNext: 'Take next',
  takeTen: 'Take ten',
  takenMany: (count: number) =>
    count === 1 ? '1 item is yours for 10 minutes.' : `${count} items are yours for 10 minutes.`,
  nothingLeft: 'Everything is claimed. There is nothing left to take.',
  taken: (what: string) => `${what} is yours for 10 minutes.`,

  tabs: 'Kinds',
  all: 'All',

  queue: 'Items waiting',
  kind: 'Kind',
  person: 'Person',
  age: 'Waiting',
  due: 'Due',
  claimedBy: 'Claimed by',
  next: 'Next action',
  you: 'You',
  nobodyHas: 'Unassigned',
  noPerson: 'No borrower',

  empty: 'Nothing is waiting',
  emptyWhy: 'Everything for your roles is done. New items appear here automatically.',
  emptyFiltered: 'Nothing matches these filters.',

  keysFoot: 'move, claim, release, open, filter',
  keyClaim: 'Claim or extend',
  keyRelease: 'Release',
  keyTakeNext: 'Take next',
  keyFilter: 'Filter by kind',

  claim: 'Claim',
  release: 'Release',
  keep: 'Extend',
  open: 'Open',
  yours: (time: string) => `Yours until ${time}`,
  theirs: (name: string, time: string) => `${name}, until ${time}`,
  free: 'Not claimed',
  released: 'Released.',
  kept: 'Yours for 10 more minutes.',

  mayNot: 'Your roles can see this item but not claim it.',
  gone: 'Someone else has already handled this item.',

  why: 'Why it needs review',
  facts: 'Facts',
  history: 'History',
  came: 'Added to the queue',
  selected: 'Selected item',

  refused: (parts: string) => `Also waiting, for other roles: ${parts}.`,
  refusedPart: (count: number, kind: string, roles: string) => `${kind} ${count} (${roles})`,

  borrower: 'Borrower since',
  language: 'Language',
  loans: 'Loans',
  loansOf: (all: number, open: number) => (open === 0 ? String(all) : `${all}, ${open} open`),
  reviews: 'Earlier reviews',
  tickets: 'Open tickets',
  none: 'None',

  loan: 'Loan',
  amount: 'Amount',
  day: 'Day',
  paidOn: 'Paid on',
  channel: 'Channel',
  provider: 'Provider',
  state: 'State',
  reason: 'Reason',
  attempts: 'Attempts',
  problems: 'Problems',

  stored: 'Stored here',
  reported: 'Reported',
  pictures: 'Pictures',
  proposedBy: 'Proposed by',

  complaintDay: (type: string, day: number) => `${type}, day ${day}`,
  escalated: (type: string) => `Escalated ${type.toLowerCase()}`,
  approvalOf: (kind: string) => `Approval: ${kind}`,
  dayOf: (day: string) => `Day ${day}`,
} as const;

export const WORK_KIND_NAMES: Readonly<Record<WorkKind, string>> = {
  identity: 'Identity review',
  bank_name: 'Name review',
  score: 'Score review',
  correction: 'Correction',
  sanctions: 'Sanctions hit',
  proof: 'Payment proof',
  unclaimed: 'Unclaimed funds',
  refund: 'Failed refund',
  payout: 'Failed payout',
  discrepancy: 'Provider discrepancy',
  complaint: 'Complaint',
  escalation: 'Escalated complaint',
  last_level: 'Complaint at the last level',
  complaint_alarm: 'Complaint near its last day',
  approval: 'Approval',
  close_failure: 'Close failed',
  self_check: 'Self-check failing',
};

export const WORK_TAB_NAMES: Readonly<Record<WorkTab, string>> = {
  identity: 'Identity',
  name: 'Name',
  score: 'Score',
  corrections: 'Corrections',
  sanctions: 'Sanctions',
  proofs: 'Proofs',
  money: 'Money',
  complaints: 'Complaints',
  approvals: 'Approvals',
  faults: 'Faults',
};

/** Next actions; `{amount}` and `{field}` are filled in if known. */
export const NEXT_ACTIONS: Readonly<
  Record<WorkKind, { readonly plain: string; readonly withValue?: string }>
> = {
  identity: { plain: 'Compare the cards' },
  bank_name: { plain: 'Compare two names' },
  score: { plain: 'Decide the limit' },
  correction: { plain: 'Check a field', withValue: 'Check: {value}' },
  sanctions: { plain: 'Compare with the list' },
  proof: { plain: 'Match a transfer', withValue: 'Match {value}' },
  unclaimed: { plain: 'Find the payer', withValue: 'Find the payer of {value}' },
  refund: { plain: 'Retry', withValue: 'Retry {value}' },
  payout: { plain: 'Ask for another account', withValue: 'Pay out {value}' },
  discrepancy: { plain: 'Ask the provider' },
  complaint: { plain: 'Answer' },
  escalation: { plain: 'Answer as grievance officer' },
  last_level: { plain: 'Answer as nodal officer' },
  complaint_alarm: { plain: 'Take ownership, or reply to the Reserve Bank' },
  approval: { plain: 'Decide', withValue: 'Decide {value}' },
  close_failure: { plain: 'Investigate' },
  self_check: { plain: 'Investigate' },
};

/** Why a person must decide, for kinds whose items carry no reasons. */
export const KIND_REASONS: Readonly<Record<WorkKind, string>> = {
  identity: 'The identity could not be verified automatically.',
  bank_name: 'The name at the bank differs from the name on the cards.',
  score: 'The score is borderline.',
  correction: 'The borrower asked to correct verified details.',
  sanctions: 'Name and year of birth are like those of a listed person.',
  proof: 'The borrower says they have paid, but no payment has arrived.',
  unclaimed: 'A payment arrived that matches no loan. It is held as unclaimed.',
  refund: 'A refund failed. We still owe the borrower the money.',
  payout: 'The loan did not reach the borrower’s account.',
  discrepancy: 'The provider’s report differs from its earlier one.',
  complaint: 'The borrower is waiting for an answer.',
  escalation: 'Escalated: only the grievance officer can answer.',
  last_level: 'At the last level: only the principal nodal officer can answer.',
  complaint_alarm: 'Someone must make sure that it is answered in time.',
  approval: 'A colleague proposed this. Someone else must approve it.',
  close_failure: 'The day-end close failed for this loan. Each close tries again.',
  self_check: 'The last run found a mismatch.',
};

/** Reason codes in words. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  card_unreadable: 'A card could not be read; every field was typed',
  pan_not_read: 'The PAN was typed, not read from the card',
  aadhaar_not_read: 'The Aadhaar number was typed, not read from the card',
  pan_differs: 'The typed PAN differs from the card',
  aadhaar_differs: 'The typed Aadhaar number differs from the card',
  aadhaar_sides_differ: 'Front and back are of different Aadhaar cards',
  birth_day_differs: 'The typed date of birth differs from the card',
  name_differs: 'The two names differ',
  source_differs: 'The signed code on the card differs from what was confirmed',
  face_not_checked: 'The face could not be matched',
  face_refused: 'The face check was declined',
  name_and_year: 'Name and year of birth are like a listed person’s',
  'score-borderline': 'The score is borderline',
  'device-shared': 'Another borrower uses the same device',
};

export function reasonText(code: string): string {
  return REASON_WORDS[code] ?? codeText(code);
}

export const TICKET_TYPES: Readonly<Record<string, string>> = {
  problem: 'Problem',
  complaint: 'Complaint',
  suggestion: 'Suggestion',
  other: 'Other',
};

const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  hi: 'Hindi',
  es: 'Spanish',
  id: 'Indonesian',
  th: 'Thai',
  vi: 'Vietnamese',
};

export const languageName = (language: string): string => LANGUAGES[language] ?? language;

const ACTIONS: Readonly<Record<string, string>> = {
  work_claimed: 'Claimed',
  work_kept: 'Extended',
  work_released: 'Released',
  complaint_read: 'Read',
  complaint_picture_viewed: 'Picture viewed',
  complaint_answered: 'Answered',
  complaint_noted: 'Note added',
  complaint_escalated: 'Escalated',
  complaint_owned: 'Taken over',
  complaint_at_regulator: 'At the Reserve Bank',
  complaint_regulator_replied: 'Replied to the Reserve Bank',
  request_commented: 'Commented',
  request_comments_read: 'Comments read',
};

/** An audit action in words. */
export const actionText = (action: string): string => ACTIONS[action] ?? codeText(action);
