/** Texts of the gallery: every part of the kit on one page, in the sandbox. */
export const galleryTexts = {
  title: 'Component gallery',
  about: 'Every component, with made-up figures.',
  tabs: { parts: 'Parts', table: 'Table', forms: 'Forms', states: 'States' },

  badges: 'Badges and buttons',
  tones: {
    plain: 'Regular borrower',
    chosen: 'Identity review',
    good: 'Settled',
    soon: 'Due today',
    bad: 'Overdue 3 days',
  },

  buttons: {
    plain: 'Release',
    primary: 'Open review',
    danger: 'Reject',
    quiet: 'Clear',
    busy: 'Sending',
    off: 'Not now',
  },
  rotate: 'Rotate',

  figures: 'Figures',
  amount: 'Owed today',
  loss: 'Difference',
  day: 'Due day',
  moment: 'Booked',
  time: 'Seen at',
  age: 'Waiting',
  due: 'Due',
  soon: 'Due soon',
  late: 'Late',

  pan: 'PAN',
  facts: 'Facts',
  journals: 'Journals',
  journalOne: '1. Reverse on order 48213907, value day 20/11/2026',
  accounts: { upi: 'UPI settlement', principal: 'Loans: principal', interest: 'Interest income' },

  compare: 'Compare',
  owed: 'Owed',
  nameOnPan: 'PAN',
  nameOnAadhaar: 'Aadhaar',

  timeline: 'Timeline',
  events: ['Held: 3 days overdue', 'Receipt, ₹6,042.00', 'Sent ₹11,575.20'],
  eventAbout: 'SMS, delivered',

  charts: 'Charts',
  outstanding: 'Outstanding principal',
  risk: 'Portfolio at risk',
  series: ['Noren 7', 'Noren 15', 'Noren 30'],
  par: ['PAR 30', 'PAR 60'],
  months: ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov'],
  percent: (value: number) => `${value.toFixed(1)}%`,
  crore: (value: number) => value.toFixed(0),

  tableTitle: 'Ten thousand rows',
  kind: 'Kind',
  person: 'Person',
  waiting: 'Waiting',
  amountHeader: 'Amount ₹',
  proof: 'Payment proof',
  opened: (id: string) => `Opened ${id}.`,

  filterKind: 'Kind',
  filterFrom: 'From',
  filterText: 'Person',

  form: 'A form',
  fields: {
    name: 'Name',
    note: 'Note',
    count: 'Days',
    amount: 'Amount',
    day: 'Day',
    document: 'Document',
    decision: 'Decision',
  },

  documents: { pan: 'PAN, front', aadhaar: 'Aadhaar, front' },

  decisions: {
    approve: 'Approve the identity',
    again: 'Request this again',
    refuse: 'Refuse with a reason',
  },
  decisionAbout: 'Ends this application',

  save: 'Save',
  saved: 'Saved.',
  refused: 'The server refused this.',

  dialog: 'A dialog',
  openDialog: 'Open a dialog',
  confirm: 'Propose the waiver',
  confirmAct: 'Propose ₹1.13',
  confirmAbout: (days: number, alone: string) =>
    `A second person decides within ${days} days; up to ${alone}, one person can decide alone.`,

  fileName: 'gallery.csv',
  fileText: 'account,debit,credit\n',
  menu: 'More actions',

  empty: 'Nothing waiting',
  emptyAbout: 'New work appears here automatically.',
  loadingTitle: 'Loading',
  emptyTitle: 'Nothing',
  offlineTitle: 'No connection',
  faultTitle: 'An error',
  forbiddenTitle: 'Not allowed',

  faultMessage: 'Something went wrong on the server. The time of the error is in its log.',
  seeLoans: 'see loans',
  seeLoansRoles: 'Support, Accountant',
} as const;
