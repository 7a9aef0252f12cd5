/** Texts of the list of orders. */
export const loanListTexts = {
  title: 'Loans',

  empty: 'No order has this number',
  emptyAbout: 'Check its number, or find the person by phone or name.',
  find: 'Order number',

  order: 'Order',
  person: 'Person',
  product: 'Product',
  status: 'Status',
  principal: 'Principal ₹',
  applied: 'Applied',
  due: 'Due',
} as const;

/** Texts of one order. */
export const loanTexts = {
  order: (repayId: string) => `Order ${repayId}`,
  title: (person: string, principal: string) => `${person}, loan of ${principal}`,

  toPerson: 'Person',
  overdue: (days: number) => (days === 1 ? 'Overdue 1 day' : `Overdue ${days} days`),

  agreed: (product: string) => `${product}, as agreed`,
  keyFacts: 'Key facts statement',
  amount: 'Amount',
  fee: (percent: string) => `Fee, ${percent}`,
  gst: (percent: string) => `GST on the fee, ${percent}`,
  paidOut: 'Paid out',
  interest: (percent: string) => `Interest, ${percent} a day`,
  repayable: 'To repay',
  tenor: 'Tenor',
  days: (count: number) => `${count} days`,
  due: 'Due',
  apr: 'APR',

  owedToday: 'Owed today',
  asOf: (day: string) => `as of ${day}`,
  line: 'What',
  charged: 'Charged ₹',
  covered: 'Paid ₹',
  waived: 'Waived ₹',
  left: 'Owed ₹',

  lines: {
    principal: 'Principal',
    interest: 'Interest',
    penal: 'Penal charge',
    fees: 'Fees and GST',
  },

  total: 'Total owed',
  credit: (amount: string) => `We owe the borrower ${amount}.`,
  working: (base: string, percent: string, days: number, last: string) =>
    `${base} × ${percent} × ${days === 1 ? '1 day' : `${days} days`}, to ${last}`,

  journals: 'Journals',
  journalsAbout: (count: number) => (count === 1 ? '1 posted' : `${count} posted`),
  journal: (name: string, day: string, time: string) =>
    `${name}, value date ${day}, booked ${time}`,
  reversed: 'reversed',
  noJournals: 'Nothing was posted yet.',

  payouts: 'Payouts',
  noPayouts: 'No payouts yet',
  payments: 'Payments',
  noPayments: 'No payments yet',
  refunds: 'Refunds',
  noRefunds: 'No refunds',

  messages: 'Messages',
  autopay: 'AutoPay',
  noMessages: 'No messages about this order',

  openRequests: 'Waiting for approval',

  when: 'When',
  sum: 'Amount ₹',
  state: 'State',
  account: 'Account',
  reason: 'Reason',
  channel: 'Channel',
  utr: 'UTR',
  ref: 'Reference',
  act: 'Actions',

  counted: 'Posted',
  takenOff: 'Reversed',
  byPayout: 'to the bank account',
  byProvider: 'to the original payer',
} as const;

/** Texts of proposals for an order. */
export const loanActTexts = {
  title: 'Propose',
  about: 'You see the journals and messages first. Someone else then approves.',
  none: 'Your roles cannot propose changes here.',

  waiver: 'Waive an amount',
  writeOff: 'Write off',
  unDisburse: 'Record a returned payout',
  cancelPayout: 'Cancel payout',
  reverse: 'Reverse',
  reverseLast: 'Reverse the last payment',

  promise: 'Record a promise to pay',
  note: 'Add a note about the person',

  reverseOf: (name: string, day: string) => `Reverse: ${name} of ${day}`,

  move: 'Move',
  moveOf: (amount: string) => `Move ${amount} to another order`,
  moveTitle: 'Move a payment',
  toOrder: 'To order',
  toOrderHint: 'The number of the order the payment belongs to.',

  retry: 'Retry',
  pay: 'Pay to bank account',

  bucket: 'Limited to',
  anyBucket: 'Everything, in payment order',
  amount: 'Amount',
  amountMissing: 'Enter an amount above zero.',
  orderWrong: 'An order number has 10 to 24 capital letters and digits.',
} as const;
