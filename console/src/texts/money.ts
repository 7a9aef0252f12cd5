import type { MoneyDiscrepancy } from '@noren/contract/staff/money';
import { formatRupees, paise } from '@noren/core/money/money';

/** Texts of money in and out. */
export const moneyTexts = {
  picture: 'Picture',
  pictureOf: (repayId: string) => `Picture of the proof for ${repayId}`,
  show: 'Show',
  noPicture: 'None',
  pictureFailed: 'The picture could not be loaded. Close it and try again.',
  pictureLogged: 'Your name is on it, and this view is recorded.',

  balance: 'Payout balance',
  balanceAt: (provider: string) => `Available at ${provider}`,
  asOf: 'As of',
  noBalance: (provider: string) => `${provider} did not report a balance. Check on their site.`,

  title: 'Money',
  tabs: 'Parts of money',

  in: 'In',
  unclaimed: 'Unclaimed',
  events: 'Events',
  proofs: 'Proofs',
  out: 'Out',
  discrepancies: 'Discrepancies',
  days: 'Reconciliation',
  accounts: 'Accounts',

  find: 'Find a payment',
  findField: 'UTR or the provider’s reference',
  findHint: 'Each search is logged.',
  findAct: 'Find',
  findShort: 'Enter at least 6 letters or digits.',

  found: 'Payments found',
  foundNone: 'No payment has this number',
  foundNoneWhy:
    'It may not have been reported yet. The next reconciliation picks up whatever the provider has.',
  what: {
    payment: 'Payment',
    event: 'Event without an order',
    proof: 'Proof',
    unclaimed: 'Unclaimed funds',
    returned: 'Returned funds',
    charged_back: 'Funds charged back',
  },

  when: 'When',
  order: 'Order',
  amount: 'Amount ₹',
  utr: 'UTR',
  ref: 'Reference',
  kind: 'Kind',
  state: 'State',
  reason: 'Reason',
  age: 'Age',
  act: 'Actions',

  states: {
    payment: 'Posted',
    reversed: 'Reversed',
    unclaimed: 'Unclaimed',
    returned: 'Returned to payer',
    charged_back: 'Charged back',
    event: 'Unmatched',
    proof: 'To review',
  },
  paymentStates: { posted: 'Posted', reversed: 'Reversed' },
  unclaimedStates: { open: 'Unclaimed', returning: 'Being returned' },

  posted: 'Payments posted to orders',
  noPosted: 'No payments posted yet',

  unclaimedTitle: 'Payments without an order',
  noUnclaimed: 'No unclaimed payments',

  eventsTitle: 'Unmatched events',
  noEvents: 'Every event is matched',
  proofsTitle: 'Payment proofs to review',
  noProofs: 'No proofs to review',

  match: 'Post payment',
  refuse: 'Reject',
  paidOn: 'Paid on',

  claim: 'Assign to order',
  claimTitle: 'Assign to an order',
  giveBack: 'Return to payer',

  matches: 'Suggested orders',
  matchesOf: (amount: string) => `Suggested orders for ${amount}`,
  noMatches: 'No suggestions',
  why: {
    proof: 'A payment proof has this transfer number',
    amount: 'A checkout was for this amount',
    taken_off: 'It was posted to this order before',
  },
  choose: 'Suggestions',

  outKinds: 'Payouts or refunds',
  payoutsOpen: 'Payouts in progress',
  payoutsFailed: 'Payouts failed or returned',
  refundsOpen: 'Refunds in progress',
  refundsFailed: 'Refunds failed',
  noOut: 'None',
  retry: 'Retry',
  pay: 'Pay to bank account',
  cancel: 'Cancel',

  discrepanciesTitle: 'Discrepancies with providers',
  noDiscrepancies: 'No open discrepancies',
  sentence: 'Discrepancy',
  resolve: 'Resolve',
  resolveTitle: 'Resolve a discrepancy',
  resolveHint: 'What the provider said and what you did about it.',
  resolved: 'Resolved.',

  daysTitle: 'Providers’ statements against the ledger',
  noDays: 'No days reconciled yet',
  day: 'Day',
  checked: 'Checked',
  provider: 'Provider',

  kinds: { payment: 'Payments', refund: 'Refunds', payout: 'Payouts' },
  ours: 'Ledger ₹',
  theirs: 'Provider ₹',
  differs: 'Differs by ₹',
  noStatement: 'no statement',
  count: 'Count',
  differences: 'Differences',
  agrees: 'Agrees',

  differencesOf: {
    posted: 'was missing here and is now posted',
    missing_here: 'is missing here',
    missing_there: 'is missing at the provider',
    amount_differs: 'has a different amount at the provider',
    no_answer: 'gave no statement',
  },

  accountsTitle: 'Settlement accounts',
  accountsAbout: 'Movements booked on',
  noAccounts: 'Nothing was booked on this day',
  account: 'Account',
  debit: 'Debit ₹',
  credit: 'Credit ₹',
  net: 'Net ₹',
  journals: 'Journals',
} as const;

/** What we recorded and what the provider reports: an amount, or a state. */
export function discrepancyText({ what, ref, stored, reported }: MoneyDiscrepancy): string {
  const show = (value: number | string): string =>
    typeof value === 'number' ? formatRupees(paise(value)) : value;

  return `${what} ${ref} is recorded as ${show(stored)}, its provider later reported ${show(reported)}`;
}
