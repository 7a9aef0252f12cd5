import { groupDigits } from './figures.ts';

/** Texts of collections: the worklist, and the page of one loan. */
export const collectionTexts = {
  title: 'Collections',

  buckets: 'Days past due',
  bucket: (from: number, until: number | null) =>
    until === null ? `${from} days and more` : `${from}–${until} days`,
  orders: 'Loans',
  owed: 'Owed',
  asOfClose: 'As of the last day-end close',
  loans: (count: number) => (count === 1 ? '1 loan' : `${groupDigits(count)} loans`),

  list: 'Overdue loans',
  filters: { bucket: 'Days past due', list: 'Show', officer: 'Officer' },
  lists: { next: 'To contact next', all: 'All overdue loans' },
  officers: { mine: 'Assigned to me', nobody: 'Unassigned' },

  empty: 'No one to contact here',
  emptyWhy:
    'Loans on hold, with an open promise or offer, or at their contact limit are under “All overdue loans”.',

  phone: 'Phone',
  order: 'Order',
  due: 'Due',
  days: 'Days',
  officer: 'Officer',
  nobody: 'Unassigned',
  last: 'Last contact',
  never: 'Never',
  next: 'Next',

  steps: {
    claim: 'Wait: nominee’s claim',
    hold: 'Wait: contact hold',
    answer_due: 'Wait: we owe the borrower an answer',
    promise: 'Wait: open promise or offer',
    no_officer: 'Assign an officer',
    other_officer: 'Assigned to another officer',
    not_notified: 'Wait: borrower not told the officer’s name yet',
    week: 'Wait: weekly contact limit reached',
    day: 'Wait: daily contact limit reached',
    hours: 'Wait: outside contact hours',
    promise_broken: 'Contact: promise broken',
    first: 'Contact: never contacted',
    again: 'Contact: still overdue',
  },

  results: {
    reached: 'Reached',
    call_back: 'Asked to call back',
    no_answer: 'No answer',
    wrong_person: 'Someone else answered',
    sent: 'Sent',
  },
  kinds: { call: 'Call', sms: 'SMS' },

  overdue: (days: number) => (days === 1 ? '1 day past due' : `${days} days past due`),
  notOverdue: 'Not overdue',

  mayContact: (left: number) =>
    left === 1
      ? 'Can be contacted now. 1 contact left today.'
      : `Can be contacted now. ${left} contacts left today.`,
  mayNot: 'Cannot be contacted now',
  callsRecorded: (months: number | null) =>
    months === null
      ? 'Calls are not recorded.'
      : `Calls are recorded and kept for ${months} months. Say so before you talk about dues.`,

  now: 'Contact',
  owing: 'Owed today',
  principal: 'Principal',
  interest: 'Interest',
  fees: 'Fees',
  penal: 'Penal charges',
  total: 'Total today',

  language: 'Language',
  product: 'Product',
  others: 'Other overdue loans',
  none: 'None',
  person: 'Person',

  caseTitle: (person: string, owed: string) => `${person}, ${owed} owed`,

  assign: 'Assign an officer',
  assignWhy:
    'We send the borrower the officer’s name and our number, between 8:00 and 19:00, before anyone contacts them.',

  choose: 'Select',
  chooseLoan: (repayId: string) => `Select ${repayId}`,
  chooseShown: 'Select the first 50',
  chooseNone: 'Clear selection',
  chooseOfficer: 'Choose an officer.',
  chosen: (count: number) => (count === 1 ? '1 loan selected' : `${count} loans selected`),

  assignMany: 'Assign an officer to the selected loans',
  assignTo: (count: number) => (count === 1 ? 'Assign to 1 loan' : `Assign to ${count} loans`),
  assignedMany: (count: number) =>
    count === 1
      ? 'Assigned to 1 loan. We are sending the borrower the officer’s name.'
      : `Assigned to ${count} loans. We are sending each borrower the officer’s name.`,
  assigned: 'Assigned. We are sending the borrower the officer’s name.',

  notNamed: 'The borrower has not received the officer’s name yet.',
  named: 'The borrower has received the officer’s name.',

  log: 'Log a contact',
  logged: 'The contact was logged.',
  kind: 'Channel',
  result: 'Result',
  note: 'Note',
  noteHint: 'Stored encrypted. Write only what the next officer needs.',

  promise: 'Record a promise',
  promised: 'Promise recorded. Reminders pause until the day after it is due.',
  amount: 'Amount',
  promiseDay: 'Pays by',

  hold: 'Propose a contact hold',
  holdWhy: 'Why',
  holdFrom: 'From',
  holdUntil: 'Until',

  offer: 'Offer a settlement',
  offerWhat:
    'If the borrower pays this amount by the date, the rest is waived. If not, the offer lapses and nothing changes.',
  offerPay: 'Settlement amount, in whole rupees',
  offerBy: 'Pay by',
  offerProposed: 'Sent for approval. See Approvals.',

  offers: {
    open: 'Settlement offered',
    kept: 'Settlement paid, the rest waived',
    lapsed: 'Settlement offer lapsed',
  },
  offerIs: (amount: string, day: string) => `${amount} by ${day}`,

  holdReasons: {
    hardship: 'Hardship',
    dispute: 'Dispute',
    illness: 'Illness',
    bereavement: 'Bereavement',
  },
  holdProposed: 'Sent for approval. See Approvals.',
  holdOpen: (name: string) => `${name} proposed a contact hold. It is waiting for approval.`,

  reason: 'Reason, for the approver',

  contacts: 'Contacts',
  noContacts: 'No contacts yet',

  promises: 'Promises to pay',
  noPromises: 'No promises.',
  promiseStates: { running: 'Open', kept: 'Kept', broken: 'Broken' },
  promiseLine: (amount: string, day: string) => `${amount} by ${day}`,

  holds: 'Contact holds',
  noHolds: 'No holds.',
  holdLine: (reason: string, from: string, until: string) => `${reason}, ${from} to ${until}`,
  runsNow: 'Active',

  messages: 'Latest payment reminders',
  noMessages: 'No messages yet',

  by: 'By',
  at: 'At',
  what: 'What',
  state: 'State',
} as const;
