import type { WorkKind, WorkTab } from '@noren/core/staff/work-kinds';
import { codeText } from './codes.ts';

/** Texts of the queue. */
export const workTexts = {
  title: 'Work',
  waiting: (count: number) => (count === 1 ? '1 waits for a person' : `${count} wait for a person`),
  late: (count: number) => `${count} late`,
  soon: (count: number) => `${count} due within 2 hours`,
  whose: 'Whose',
  everyone: 'Everyone',
  nobody: 'Nobody’s',
  mine: 'Mine',
  order: 'Order',
  orders: { due: 'Due first', oldest: 'Oldest first', newest: 'Newest first' },
  takeNext: 'Take next',
  takeTen: 'Take ten',
  takenMany: (count: number) =>
    count === 1 ? '1 item is yours for 10 minutes.' : `${count} items are yours for 10 minutes.`,
  nothingLeft: 'Everything is claimed. Nothing is left to take.',
  taken: (what: string) => `${what} is yours for 10 minutes.`,
  tabs: 'Kinds',
  all: 'All',
  queue: 'What waits for a person',
  kind: 'Kind',
  person: 'Person',
  age: 'Waiting',
  due: 'Due',
  claimedBy: 'Claimed by',
  next: 'Next action',
  you: 'You',
  nobodyHas: 'Nobody',
  noPerson: 'No borrower',
  empty: 'Nothing waits',
  emptyWhy: 'All items for your roles are decided. New ones appear here automatically.',
  emptyFiltered: 'Nothing waits with these filters.',
  keysFoot: 'move, claim, release, open, filter',
  keyClaim: 'Claim, or keep longer',
  keyRelease: 'Release',
  keyTakeNext: 'Take next',
  keyFilter: 'Filter by kind',
  claim: 'Claim',
  release: 'Release',
  keep: 'Keep longer',
  open: 'Open',
  yours: (time: string) => `Yours until ${time}`,
  theirs: (name: string, time: string) => `${name}, until ${time}`,
  free: 'Not claimed',
  released: 'Released.',
  kept: 'Yours for 10 more minutes.',
  mayNot: 'Your roles can read this item but not claim it.',
  gone: 'Somebody has decided it. It no longer waits.',
  why: 'Why it needs a person',
  facts: 'Facts',
  history: 'Done so far',
  came: 'Added to the queue',
  selected: 'Chosen item',
  refused: (parts: string) => `Also waiting, for other roles: ${parts}.`,
  refusedPart: (count: number, kind: string, roles: string) => `${kind} ${count} (${roles})`,
  borrower: 'Borrower since',
  language: 'Reads',
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
  proof: 'Payment proof',
  unclaimed: 'Unclaimed funds',
  refund: 'Failed refund',
  payout: 'Failed payout',
  discrepancy: 'Provider discrepancy',
  complaint: 'Complaint',
  escalation: 'Escalated complaint',
  approval: 'Approval',
  close_failure: 'Close failed',
  self_check: 'Self-check failing',
};

export const WORK_TAB_NAMES: Readonly<Record<WorkTab, string>> = {
  identity: 'Identity',
  name: 'Name',
  score: 'Score',
  corrections: 'Corrections',
  proofs: 'Proofs',
  money: 'Money',
  complaints: 'Complaints',
  approvals: 'Approvals',
  faults: 'Faults',
};

/** Next actions; `{amount}` and `{field}` are filled in if known. */
export const NEXT_ACTIONS: Readonly<Record<WorkKind, { readonly plain: string; readonly withValue?: string }>> = {
  identity: { plain: 'Compare the cards' },
  bank_name: { plain: 'Compare two names' },
  score: { plain: 'Decide the limit' },
  correction: { plain: 'Check a field', withValue: 'Check: {value}' },
  proof: { plain: 'Match a transfer', withValue: 'Match {value}' },
  unclaimed: { plain: 'Find the payer', withValue: 'Find the payer of {value}' },
  refund: { plain: 'Try again', withValue: 'Retry {value}' },
  payout: { plain: 'Ask for another account', withValue: 'Pay out {value}' },
  discrepancy: { plain: 'Ask the provider' },
  complaint: { plain: 'Answer' },
  escalation: { plain: 'Answer as grievance officer' },
  approval: { plain: 'Decide', withValue: 'Decide {value}' },
  close_failure: { plain: 'Find the cause' },
  self_check: { plain: 'Explain it' },
};

/** Why a person must decide, for kinds whose items carry no reasons. */
export const KIND_REASONS: Readonly<Record<WorkKind, string>> = {
  identity: 'The machine did not decide this identity.',
  bank_name: 'The name at the bank is not the borrower’s as it is written on the cards.',
  score: 'The score is between yes and no.',
  correction: 'The borrower asks to correct what was verified before.',
  proof: 'The borrower says they paid, and no payment has arrived.',
  unclaimed: 'A payment arrived that belongs to no loan. It is held as unclaimed.',
  refund: 'A refund failed. The money is still the borrower’s.',
  payout: 'The loan did not reach the borrower’s account.',
  discrepancy: 'The provider reports something other than what it reported before.',
  complaint: 'The borrower wrote and has no answer yet.',
  escalation: 'It was passed on to the grievance officer, who alone answers it.',
  approval: 'A colleague proposed it; another person decides.',
  close_failure: 'The day of this loan could not be closed. Each close tries again.',
  self_check: 'The last run found that something does not agree.',
};

/** Reason codes in words. */
const REASON_WORDS: Readonly<Record<string, string>> = {
  card_unreadable: 'A card could not be read; all of it was typed',
  pan_not_read: 'The PAN was not read off the card, only typed',
  aadhaar_not_read: 'The Aadhaar number was not read off the card, only typed',
  pan_differs: 'The PAN was read otherwise than typed',
  aadhaar_differs: 'The Aadhaar number was read otherwise than typed',
  aadhaar_sides_differ: 'The two sides of the Aadhaar are of two cards',
  birth_day_differs: 'The birth date was read otherwise than typed',
  name_differs: 'The two names differ',
  face_not_checked: 'The face was not seen to be the person’s',
  face_refused: 'The face check was declined',
  'score-borderline': 'The score is between yes and no',
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
  work_kept: 'Kept longer',
  work_released: 'Released',
  complaint_read: 'Read',
  complaint_picture_viewed: 'Picture viewed',
  complaint_answered: 'Answered',
  complaint_noted: 'Note written',
  complaint_escalated: 'Passed on',
};
/** An audit action in words. */
export const actionText = (action: string): string => ACTIONS[action] ?? codeText(action);
