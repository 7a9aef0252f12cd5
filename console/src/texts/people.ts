import type { BorrowerEvent, FoundBorrower, Revealable } from '@noren/contract/staff/people';
import type { OrderStatusName } from '@noren/core/lending/order-status';
import { ADDRESS_FIELDS, type AddressField } from '@noren/core/people/address';
import type { EmailEnd } from '@noren/core/people/email';
import type { OnboardingState, OnboardingStep } from '@noren/core/staff/onboarding-view';
import type { SearchKind } from '@noren/core/staff/search-key';

const searchKinds: Readonly<Record<SearchKind, string>> = {
  phone: 'phone',
  pan: 'PAN',
  order: 'order number',
  proposal: 'proposal number',
  ticket: 'ticket number',
  payment_code: 'payment code',
  utr: 'UTR',
  name: 'whole name',
};

/** Texts of the search for people. */
export const findTexts = {
  title: 'People',
  about: 'Each search is logged with its kind, not with what was typed.',
  field: 'Phone, PAN, whole name, order, proposal, payment code, UTR or ticket',
  hint: 'Enter it in full: part of a number or name finds no one.',

  act: 'Search',
  found: 'People found',
  none: 'No one found',
  noneAbout: (kinds: string) => `Searched by ${kinds}.`,

  notAKey: 'Enter a full phone number, PAN, name, order, proposal, payment code, UTR or ticket.',

  person: 'Person',
  phone: 'Phone',
  by: 'Found by',
  status: 'Status',
  order: 'Order or ticket',
  unnamed: 'No name yet',

  paletteTitle: 'People',
  paletteFind: (kinds: string) => `Find by ${kinds}`,
  paletteNone: 'No one found.',
  searchKinds,
} as const;

/** Kinds of key in a sentence: "phone or UTR". */
export function searchKindNames(kinds: readonly SearchKind[]): string {
  return kinds.map((kind) => searchKinds[kind]).join(' or ');
}

const BIZ_STATUS: Readonly<Record<number, string>> = {
  10: 'New',
  20: 'Identity due',
  30: 'Personal details due',
  40: 'Contacts due',
  50: 'Account due',
  60: 'Certified',
  70: 'Regular',
};

/** A borrower's status in words, or its number if unknown. */
export function bizStatusText({ bizStatus }: Pick<FoundBorrower, 'bizStatus'>): string {
  return BIZ_STATUS[bizStatus] ?? String(bizStatus);
}

export const ORDER_STATUS_TEXTS: Readonly<Record<OrderStatusName, string>> = {
  'under-review': 'Under review',
  reserved: 'Reserved',
  'awaiting-acceptance': 'Offer open',
  declined: 'Declined',
  cancelled: 'Cancelled',
  disbursing: 'Being paid out',
  'disbursement-failed': 'Payout failed',
  active: 'Active',
  overdue: 'Overdue',
  settled: 'Settled',
  returned: 'Returned',
  'written-off': 'Written off',
};

export const FIELD_TEXTS: Readonly<Record<Revealable, string>> = {
  phone: 'Phone',
  name: 'Name',
  birthday: 'Date of birth',
  pan: 'PAN',
  email: 'Email',
  employer: 'Employer',
  address: 'Home address',
  account: 'Bank account',
  nominee: 'Nominee’s phone',
};

export const STEP_TEXTS: Readonly<Record<OnboardingStep['step'], string>> = {
  questions: 'Questions',
  identity: 'Identity and face',
  personal: 'Personal details',
  contacts: 'Emergency contacts',
  account: 'Bank account',
  limit: 'Limit decided',
};

export const STEP_STATES: Readonly<Record<OnboardingState, string>> = {
  done: 'Done',
  now: 'Missing',
  later: 'Later',
  waiting: 'Waiting for us',
  refused: 'Refused',
};

export const SOURCE_TEXTS: Readonly<Record<BorrowerEvent['source'], string>> = {
  borrower: 'Borrower',
  order: 'Orders',
  consent: 'Consents',
  message: 'Messages',
  payment: 'Ledger',
  payout: 'Payouts',
  refund: 'Refunds',
  staff: 'Staff',
  ticket: 'Tickets',
};

/** An event in words, from its id: `payment_reversed` is "Payment reversed". */
export function actionText(action: string): string {
  const words = action.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Codes in a sentence as words: `bank_account` is "bank account"; a channel keeps its capitals. */
export function plainText(text: string): string {
  return text.replaceAll('_', ' ').replace(/^sms\b/, 'SMS');
}

const ADDRESS_PARTS: Readonly<Record<AddressField, string>> = {
  street: 'street',
  locality: 'locality',
  district: 'district',
  state: 'state',
  pin: 'PIN code',
};

/** Texts of a person's page. */
export const personTexts = {
  people: 'People',
  unnamed: 'No name yet',

  erased: 'Erased',
  erasedAbout: 'At the person’s request. The ledger keeps the orders.',
  frozen: 'New lending frozen',

  claimed: 'Nominee’s claim',
  claimTitle: 'What the nominee may be told',
  claimFacts: {
    since: 'Claim since',
    evidence: 'Proof on file',
    may: 'May be told',
    mayText:
      'Once the nominee has shown who they are: the borrower’s data, to see it or to have it corrected or erased. That includes what is owed, if they ask.',
    mayNot: 'Never say',
    mayNotText: 'That they must pay. A nominee owes nothing, so do not contact them about dues.',
  },

  erasureDue: 'Erasure requested; due',
  fullKyc: 'Full KYC',
  reads: (language: string) => `Language: ${language}`,
  since: 'Since',

  tabs: {
    overview: 'Person',
    scores: 'Scores',
    orders: 'Orders',
    timeline: 'Timeline',
    sessions: 'Devices',
    documents: 'Documents',
    tickets: 'Tickets',
    notes: 'Notes',
  },
  openDocument: 'Open',

  noScores: 'No score yet',
  score: (card: string) => `Scorecard ${card}`,
  scoreOutcome: 'Decided',
  scoreTotal: 'Points',
  scoreCuts: (decline: number, review: number) =>
    `declined below ${decline}, reviewed by a person below ${review}`,
  scoreWhy: 'Why',
  scoreFact: 'Fact',
  scorePoints: 'Points',
  scoreMost: 'At most',

  replayed: 'Computed again with the same result',
  notReplayed: 'Computed again with a different result',
  tabList: 'Parts of this person',

  known: 'Personal details',
  knownAbout: 'Masked. Every reveal is logged.',
  nothingKnown: 'Nothing yet',

  email: 'Emails',
  emailStates: { waiting: 'Waiting for its code', confirmed: 'Confirmed', ended: 'Ended' },
  emailEnds: {
    bounced: 'An email bounced.',
    complained: 'Reported as spam.',
    not_mine: 'The recipient never asked for a code.',
    stopped: 'Stopped with the link in an email.',
    removed: 'Stopped in the app.',
  } satisfies Record<EmailEnd, string>,

  addressFrom: 'Home address, from',
  addressSources: (parts: readonly AddressField[]) =>
    parts.length === 0
      ? 'Typed'
      : `Signed source: ${parts.map((part) => ADDRESS_PARTS[part]).join(', ')}${parts.length < ADDRESS_FIELDS.length ? '. The rest was typed' : ''}`,

  steps: 'Onboarding',
  limit: 'Limit',
  limitNone: 'None',
  limitOf: 'Limit',
  available: 'Available now',
  owed: 'Principal owed',
  held: 'Reserved for orders',
  ceiling: 'Left under the yearly ceiling',
  locked: 'Locked: an order is overdue',

  creditStates: {
    evaluating: 'Being decided',
    approved: 'Approved',
    declined: 'Declined',
    review: 'In review',
  },

  decisions: 'Decisions',
  noDecisions: 'No decisions yet',

  decisionKinds: {
    credit: 'Score',
    identity: 'Identity review',
    bank_name: 'Account name review',
    score: 'Score review',
    application: 'Application',
  },
  decision: (kind: string, outcome: string) => `${kind}: ${outcome.replaceAll('_', ' ')}`,
  scored: (card: string, score: number | null) =>
    score === null ? `scorecard ${card}` : `scorecard ${card}, ${score} points`,

  orders: 'Orders',
  noOrders: 'No orders',
  order: 'Order',
  status: 'Status',
  product: 'Product',
  amount: 'Amount',
  applied: 'Applied',
  due: 'Due',
  closed: 'Closed',
  autopay: 'AutoPay',

  timeline: 'Timeline',
  noEvents: 'No activity yet',
  when: 'When',
  what: 'What',
  source: 'Kind',
  who: 'Who',
  about: 'About',

  sessions: 'Devices and sessions',
  noSessions: 'Never signed in',
  device: 'Device',
  unknownDevice: 'Not reported',
  by: 'Signed in by',

  assurance: { link: 'Link', otp: 'Code' },
  began: 'Started',
  used: 'Last used',
  state: 'State',
  open: 'Signed in',
  endedAt: 'Ended',

  end: 'End',
  endOf: (device: string) => `End the session on ${device}`,
  endAll: 'Sign out everywhere',
  endAbout: 'The device is signed out at once and receives no more messages.',
  ended: (count: number) =>
    count === 1 ? 'One device was signed out.' : `${count} devices were signed out.`,

  phoneChange: {
    title: 'New phone number pending',
    about:
      'Until then, no loan is granted or paid out, ' +
      'and the account and the data stay as they are.',
    number: 'New number',
    way: 'Requested from',
    ways: { signed_in: 'A phone that is signed in', lost: 'The sign-in screen: lost phone' },
    proof: 'Proved by',
    proofs: {
      face: 'Face check',
      card_code: 'Code of the Aadhaar card',
      file: 'Offline e-KYC file of the new number',
    },
    asked: 'Requested on',
    due: 'Can sign in from',
    stop: 'Stop the new number',
    stopAbout: 'The old number keeps signing in. Both numbers get a message.',
    stopped: 'The new number was stopped.',
  },

  passkeys: 'Passkeys',
  noPasskeys: 'None: the borrower confirms by code',
  passkey: 'Passkey',
  added: 'Added',
  neverUsed: 'Never',
  act: 'Actions',

  remove: 'Remove',
  removeOf: (name: string) => `Remove the passkey ${name}`,
  removeAbout:
    'From now on the borrower confirms by code. The borrower gets a message. If the phone is lost or stolen, sign it out too.',
  removed: 'The passkey was removed.',

  documents: 'Documents',
  noDocuments: 'No documents',
  document: 'Document',
  documentKinds: {
    panFront: 'PAN card',
    aadhaarFront: 'Aadhaar, front',
    aadhaarBack: 'Aadhaar, back',
    kfs: 'Key facts',
    wording: 'Agreement, before acceptance',
    agreement: 'Agreement',
    addendum: 'Addendum',
    receipt: 'Receipt',
    statement: 'Account statement',
    privacy: 'Privacy policy',
    closing: 'Closing letter',
  },

  confidence: 'Reading confidence',
  percent: (value: number) => `${value}%`,

  tickets: 'Tickets',
  noTickets: 'No tickets',
  ticket: 'Ticket',

  ticketTypes: {
    problem: 'Problem',
    complaint: 'Complaint',
    suggestion: 'Suggestion',
    other: 'Other',
  },
  ticketStates: { received: 'Not answered', answered: 'Answered', closed: 'Closed' },
  sent: 'Sent',

  notes: 'Notes for colleagues',
  notesAbout: 'The borrower never sees them. They cannot be changed.',
  noNotes: 'No notes',
  note: 'Note',
  addNote: 'Add note',
  noteAdded: 'The note was added.',

  next: 'Next',
  waits: (kind: string, maker: string) => `${kind}, proposed by ${maker}`,
} as const;
