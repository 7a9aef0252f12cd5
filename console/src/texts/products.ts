import type { CampaignSegment } from '@noren/core/lending/campaign';
import type { ProductFact } from '@noren/core/lending/product-preview';
import type { ScoreReason } from '@noren/core/lending/scorecard';

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** Texts of the identity levels' ceilings. */
export const ceilingTexts = {
  title: 'Identity levels',
  about: 'The most principal that a person may owe at once, by how well the lender knows them.',
  none: 'No ceilings yet',

  level: 'Level',
  ceiling: 'At most',
  maximum: (most: string) => `${most}, the largest loan`,
  from: 'From',

  state: 'State',
  inForce: 'In force',
  planned: 'Scheduled',
  past: 'Past',

  citation: 'Rule or opinion',
  citationHint: 'The rule, or whose opinion of which day. Auditors read it.',
  decision: 'Decided by',
  program: 'Part of the program',
  people: (maker: string, checker: string | null) =>
    checker === null ? maker : `${maker} and ${checker}`,

  reason: 'Reason',
  change: 'Change a ceiling',

  formLabel: 'Ceiling of an identity level',
  running: 'Limits and running loans stay as they are. Only new loans are measured by it.',
} as const;

/** Texts of products, the scorecard, coupons and settings. */
export const productTexts = {
  title: 'Products',

  tabs: {
    versions: 'Products',
    scorecard: 'Scorecard',
    ceilings: 'Identity levels',
    coupons: 'Coupons',
    app: 'App',
  },
  tabsLabel: 'Parts of Products',

  waiting: 'Waiting for approval',
  waitingAbout: 'A second product manager must approve these.',

  versions: 'Versions by day',
  noVersions: 'No products yet',
  product: 'Product',
  version: 'Version',
  versionOf: (code: string, version: number) => `${code} version ${version}`,

  from: 'From',
  until: 'Until',
  open: 'open',
  state: 'State',
  states: {
    offered: 'Offered',
    planned: 'Scheduled',
    past: 'Past',
    replaced: 'Replaced before it started',
  },

  tenor: 'Tenor',
  amounts: 'Amounts',
  amountsOf: (least: string, most: string) => `${least} to ${most}`,
  interest: 'Interest a day',
  fee: 'Fee',
  who: 'Eligible borrowers',
  days,

  newVersion: 'New version',
  newVersionOf: (code: string) => `New version of ${code}`,
  newProduct: 'New product',

  compare: 'Compare two versions',
  compareOne: 'This version',
  compareOther: 'With this one',
  differences: (count: number) =>
    count === 0 ? 'No differences.' : count === 1 ? '1 difference.' : `${count} differences.`,
  fact: 'Term',
  differs: 'Differs',

  bounds: 'Legal limits',
  boundsAbout: 'As of today. A new version must meet the limits of the day it takes effect.',
  boundCooling: 'Cooling-off period, at least',
  boundGst: 'GST on fees',
  boundPenal: 'Penal charge a day, at most',
  boundMost: 'Largest loan',
  boundCeiling: 'Lent in a year before full KYC, at most',

  facts: {
    name: 'Name',
    minBizStatus: 'Eligible borrowers',
    tenorDays: 'Tenor in days',
    minPrincipal: 'Smallest amount',
    maxPrincipal: 'Largest amount',
    stepPrincipal: 'Step',
    interestPpmPerDay: 'Interest a day',
    feePpm: 'Processing fee',
    gstPpm: 'GST on the fee',
    coolingOffDays: 'Cooling-off period in days',
    isFeeKeptOnReturn: 'Fee on a returned loan',

    'penal.ppmPerDay': 'Penal charge a day',
    'penal.graceDays': 'Days overdue before the penal charge starts',
    'penal.maxDays': 'Days charged, at most',

    'extension.feePpm': 'Extension fee',
    'extension.gstPpm': 'GST on the extension fee',
    'extension.opensDaysBeforeDue': 'Extension opens, days before due',
    'extension.closesDaysAfterDue': 'Extension closes, days after due',
    'extension.maxTimes': 'Extensions, at most',
    'extension.days': 'Extension lengths in days',
  } satisfies Record<ProductFact, string>,

  statuses: { 60: 'Certified borrowers', 70: 'Borrowers with a settled loan' } as Readonly<
    Record<number, string>
  >,
  feeKept: 'Kept',
  feeReturned: 'Reversed',

  code: 'Code',
  codeHint: 'Capital letters and digits, such as N15. It cannot be changed later.',
  codeWrong: 'Enter 2 to 8 capital letters and digits, starting with a letter.',
  nameWrong: 'Enter a name of 2 to 40 characters.',

  effectiveFrom: 'Takes effect on',
  tooSoon: 'A new version must take effect after today.',

  percent: 'in percent',
  notARate: 'Enter a rate in percent, such as 0.1.',
  rateTooFine: 'Enter at most four decimals.',
  rateTooLarge: 'Enter a rate below 1,000 %.',
  daysList: 'Separated by commas, such as 7, 15.',

  check: 'Check and propose',
  formLabel: 'Terms of the new version',

  keyFacts: 'Key facts at five amounts',
  keyFactsAbout: (day: string) =>
    `As offered to a borrower on ${day}, calculated by the code that prices loans.`,
  noKeyFacts: 'These terms cannot be priced yet.',

  principal: 'Amount ₹',
  feeHead: 'Fee ₹',
  gstHead: 'GST ₹',
  netHead: 'Paid out ₹',
  interestHead: 'Interest ₹',
  totalHead: 'To repay ₹',
  apr: 'APR',

  propose: 'Propose',
  proposeTitle: 'What will change',
  proposed: 'Sent for approval.',
  oldOrders: 'Existing orders keep the version they were accepted with.',

  request: 'Request',
  kinds: {
    product_version: 'Product version',
    scorecard_version: 'Scorecard version',
    level_ceiling: 'Ceiling of an identity level',
    coupon: 'Coupon',
    configuration: 'Setting',
  },
  askedBy: 'Proposed by',
  reason: 'Reason',
  waits: 'Expires',

  approveTitle: 'Approve this request',
  yours: 'You proposed this. Someone else must approve it.',
  about: 'Subject',
} as const;

export const cardTexts = {
  title: 'Scorecard',

  versions: 'Versions',
  version: 'Version',
  inForce: 'In force',
  from: 'In force from',

  newVersion: 'New version',
  newTitle: 'New version of the scorecard',

  table: 'Points',
  row: 'Fact',
  band: 'Value',
  points: 'Points',
  pointsOf: (row: string, band: string) => `Points for ${row}, ${band}`,
  startOf: (row: string, band: number) => `Start of band ${band} of ${row}`,
  otherwise: 'anything else',
  atLeast: (value: string) => `${value} or more`,

  rows: {
    income: 'Monthly income',
    work: 'Work',
    salary: 'How salary is paid',
    debts: 'Other debts',
    names: 'Names match',
    age: 'Age',
    history: 'Loans settled',
    punctuality: 'Most days overdue',
  } as Readonly<Record<string, string>>,
  choice: (code: string) => code.replaceAll('_', ' '),

  cutOffs: 'Cut-offs and limits',
  declineBelow: 'Decline below, in points',
  reviewBelow: 'Review by a person below, in points',
  newBorrowerCap: 'First limit, at most',
  incomeSharePpm: 'Share of a month’s income',
  minLimit: 'Smallest limit',
  step: 'Step of limits',

  limits: 'Limit by points',
  limit: 'Limit',
  fromPoints: 'From points',
  limitOf: (line: number) => `Limit of line ${line}`,
  pointsOfLimit: (line: number) => `Points of line ${line}`,

  hardRules: 'Rules that override the points',
  hardRuleList:
    'Age 18 to 80; identity not refused; the PAN and the account belong to no other borrower; no loan overdue. Names that differ, an identity in review and a shared device are reviewed by a person.',

  backTest: 'Back-test',
  backTestAbout:
    'Past applications decided again with this scorecard, using the facts stored with them.',
  days: 'Days to look back',
  run: 'Run the back-test',
  notRun: 'Not run yet.',

  judged: 'Decided again',
  same: 'Same decision',
  cut: (count: number) => `Only the newest ${count}.`,
  change: (before: string, after: string) => `${before} → ${after}`,
  higher: 'Limit higher',
  lower: 'Limit lower',
  sumBefore: 'Total limits, then',
  sumAfter: 'Total limits, by this scorecard',
  otherwiseDecided: 'Decided differently',
  noneOtherwise: 'No decision would change.',

  person: 'Person',
  at: 'When',
  before: 'Then',
  after: 'By this scorecard',
  outcomes: { approved: 'Approved', declined: 'Declined', review: 'Review' },
  why: 'Why',

  reasonText: (reason: string): string =>
    REASONS[reason] ?? reason.replace('weak-', 'weak: ').replaceAll('-', ' '),

  wrongNumber: 'Enter a whole number.',
  effectiveFrom: 'Takes effect on',
  formLabel: 'New scorecard',
  changes: 'Changes',
  place: 'Where',
  noChanges: 'No changes from the newest scorecard.',
} as const;

const REASONS: Readonly<Partial<Record<ScoreReason, string>>> & Readonly<Record<string, string>> = {
  'age-outside': 'age outside the limits',
  'pan-in-use': 'PAN of another borrower',
  'account-in-use': 'account of another borrower',
  'identity-not-verified': 'identity not verified',
  'overdue-order': 'a loan is overdue',
  'identity-in-review': 'identity in review',
  'names-differ': 'names differ',
  'device-shared': 'shared device',
  'score-too-low': 'score too low',
  'score-borderline': 'score borderline',
  'income-too-low': 'income too low',
};

export const campaignTexts = {
  title: 'Coupon campaigns',
  none: 'No campaigns yet',
  newCampaign: 'New campaign',

  name: 'Name',

  segment: 'For whom',
  segments: {
    never_borrowed: 'With a limit, no loan yet',
    returning: 'With a settled loan, none open',
    approved: 'Everyone with a limit',
  } satisfies Record<CampaignSegment, string>,
  segmentAbout: 'Overdue borrowers are left out.',
  people: (count: number) => (count === 1 ? '1 person now' : `${count} people now`),

  kind: 'Discount on',
  kinds: { fee: 'The processing fee', interest: 'The interest', repay: 'A repayment' },
  amount: 'Amount off',
  minPrincipal: 'For loans of at least',

  budget: 'Budget',
  budgetHint: 'The most that all its coupons can cost together.',
  pays: (coupons: number) =>
    coupons === 1 ? 'It pays for 1 coupon.' : `It pays for ${coupons} coupons.`,

  startsOn: 'Given on',
  endsOn: 'Valid until',

  given: 'Given',
  committed: 'Committed',
  state: 'State',
  states: {
    waiting: 'Scheduled',
    running: 'Running',
    spent: 'Budget used up',
    given: 'All given out',
  },

  formLabel: 'The new campaign',

  oneCoupon: 'A coupon for one borrower',
  borrower: 'Borrower',
  usableDays: 'Valid for, in days',
  discount: 'Discount',
  upTo: (rate: string, cap: string) => `${rate}, at most ${cap}`,
} as const;

export const settingTexts = {
  title: 'App',

  switches: 'Switches',
  gpGuideShow: 'Guides to the home screen (gpGuideShow)',
  shown: 'Shown',
  hidden: 'Hidden',
  showThem: 'Show them',
  hideThem: 'Hide them',

  cards: 'Cards in Home’s carousel',
  noCards: 'No cards yet',
  card: 'Card',
  cardTitle: 'Title in English',
  ofProgram: 'built-in text',

  target: 'Opens',
  targets: { documents: 'Documents', service: 'Customer service', officers: 'Officers' },
  from: 'From',
  until: 'Until',

  change: 'Change',
  changeOf: (cardId: string) => `Change ${cardId}`,
  newCard: 'New card',
  cardId: 'Id',
  cardIdHint: 'Lowercase letters, digits and _, such as diwali_hours.',
  cardIdWrong: 'Use lowercase letters, digits and _, starting with a letter.',

  titleIn: (language: string) => `Title, ${language}`,
  textIn: (language: string) => `Text, ${language}`,
  languageHint: 'If this is empty, English is shown.',
  needsBoth: 'Enter both the title and the text, or neither.',
  needsEnglish: 'Enter the English title and text: they are shown where a translation is missing.',

  endsEarly: 'A card cannot end before it starts. Choose a later last day.',
  formLabel: 'Card',

  was: 'Before',
  willBe: 'After',

  holidays: 'Working days',
  holidaysAbout: 'Monday to Friday. No list of bank holidays is used.',
} as const;
