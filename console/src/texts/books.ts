import { groupDigits } from './figures.ts';

/** Texts of the books. */
export const booksTexts = {
  title: 'Books',
  parts: 'Parts of the books',

  tabs: {
    trial: 'Trial balance',
    statements: 'Statements',
    journal: 'Daybook',
    ledger: 'General ledger',
    portfolio: 'Portfolio',
    periods: 'Month-end close',
    exports: 'Exports',
  },

  day: 'Day',
  from: 'From',
  to: 'To',
  through: 'As of',

  account: 'Account',
  chart: 'Chart of accounts',
  about: 'Meaning',
  kind: 'Kind',

  debit: 'Debit ₹',
  credit: 'Credit ₹',
  opening: 'Opening ₹',
  closing: 'Balance ₹',
  amount: 'Amount ₹',
  total: 'Total',

  agrees: 'Debits and credits agree',
  differs: (by: string) => `Debits and credits differ by ${by}. Tell those who run the server.`,

  entries: (count: number) => (count === 1 ? '1 entry' : `${groupDigits(count)} entries`),
  nothing: 'Nothing was posted',

  classes: {
    asset: 'Asset',
    liability: 'Liability',
    income: 'Income',
    expense: 'Expense',
    memorandum: 'Memorandum',
  },

  balanceSheet: (day: string) => `Balance sheet on ${day}`,
  profitAndLoss: (from: string, to: string) => `Profit and loss, ${from} to ${to}`,
  assets: 'Assets',
  liabilities: 'Liabilities',
  result: 'Retained earnings',
  profit: 'Net profit',
  loss: 'Net loss',
  income: 'Income',
  expense: 'Expense',
  financialYear:
    'Without a start date, the statement begins on 1 April, the start of the financial year.',

  order: 'Order',
  ownJournal: 'Not tied to an order',
  journalTitle: (kind: string, order: string) => `${kind} · ${order}`,
  valueDay: 'Value date',
  choose: 'Choose an account and a period of up to 92 days.',

  outstanding: 'Outstanding',
  loans: 'Loans',
  collected: 'Collections efficiency',
  collectedAbout:
    'Collections efficiency: share of the principal and interest due in the last 30 days that has been paid.',
  approvalRate: 'Approval rate',
  approvalAbout: (approved: number, declined: number) =>
    `Approval rate: ${approved} limits approved, ${declined} declined.`,

  atRisk: 'Portfolio at risk',
  atRiskDays: (days: number) => `PAR ${days}`,
  principal: 'Principal ₹',
  share: 'Of outstanding',

  noTrend: 'No history yet',
  noTrendWhy: 'Each close of a day adds a point. The lines begin with the second.',
  outstandingTrend: 'Outstanding principal over time',
  atRiskTrend: 'Portfolio at risk over time',
  atRiskShare: 'Share of the principal',
  vintageTrend: 'Vintages over time',
  vintageScale: 'Share of loans over 30 days late, by month of payout, on one scale',
  vintage: (month: string) => `Loans paid out in ${month}`,

  vintages: 'Vintages',
  month: 'Month',
  lent: 'Lent ₹',
  stillOut: 'Outstanding ₹',
  late30: 'Over 30 days late',
  firstDefault: 'First-payment default',

  funnel: 'From sign-in to repaid',
  people: 'People',
  steps: {
    signed_up: 'Signed up',
    identified: 'Identified',
    limit: 'Limit',
    applied: 'Applied',
    paid_out: 'Paid out',
    repaid: 'Repaid',
  },

  count: (value: number) => groupDigits(value),
  percent: (value: number) => `${value}%`,
  none: '–',

  closedAt: 'Closed',
  closedBy: 'Closed by',
  noPeriods: 'No months closed yet',
  periodsAbout:
    'Months are closed in order, once all their days are, and cannot be reopened. A later posting with a value date in a closed month counts in the first open month.',

  close: (month: string) => `Close ${month}`,
  closeTitle: (month: string) => `Close ${month}`,
  closeWhat: 'The month’s figures are frozen. This cannot be undone.',
  closed: (month: string) => `${month} is closed.`,

  make: 'Create file',
  made: 'The file is being prepared.',
  format: 'Format',
  exportsAbout:
    'Every ledger entry of a month. Only the person who requested a file can download it, once, within an hour.',
  noExports: 'No exports yet',
  requested: 'Requested',
  by: 'By',
  state: 'State',

  states: {
    making: 'Preparing',
    ready: 'Ready',
    fetched: 'Downloaded',
    failed: 'Failed',
    gone: 'Expired',
  },

  fetch: 'Download',
  lines: 'Entries',
  notAMonth: 'Enter the month as yyyy-mm, such as 2026-11.',
} as const;
