/** Texts of the kit's own tables, forms and dialogs. */
export const kitTexts = {
  pageTitle: (screen: string, waiting: number) =>
    `${waiting > 0 ? `(${waiting}) ` : ''}${screen} · Noren console`,

  loading: 'Loading',
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  more: 'Load more',

  nextRow: 'Next row',
  previousRow: 'Previous row',
  loadingMore: 'Loading more',

  shown: (count: number) => (count === 1 ? '1 shown' : `${count} shown`),
  allShown: (count: number) => (count === 1 ? '1, all shown' : `${count}, all shown`),

  empty: 'Nothing here',
  noMatch: 'Nothing matches these filters',
  notLoaded: 'This could not be loaded',

  offline: 'No connection to the server',
  offlineWhy: 'What is shown may be old. It is loaded again when the connection is back.',
  noAnswer: 'Not known whether it was done',

  forbidden: 'You do not have access to this',
  forbiddenWhy: (permission: string, roles: string) =>
    `This needs the permission “${permission}”. Roles with it: ${roles}.`,
  notFound: 'Not found',
  notPossible: 'Not possible now',

  sortAscending: 'sorted, lowest first',
  sortDescending: 'sorted, highest first',

  reveal: (label: string) => `Reveal ${label}`,
  revealTitle: (label: string) => `Reveal ${label}`,
  revealWhy: 'Your name and reason are logged for the auditor.',
  revealAct: 'Reveal',
  hide: 'Hide',

  reason: 'Reason',
  reasonShort: (least: number) => `Enter a reason of at least ${least} characters.`,
  formProblems: (count: number) => (count === 1 ? 'Fix one field' : `Fix ${count} fields`),
  fieldProblem: (label: string | undefined, problem: string) =>
    label ? `${label}: ${problem}` : problem,

  rupees: 'in rupees',
  notAnAmount: 'Enter one amount in digits, such as 1,250.50.',
  notACount: 'Enter a whole number in digits.',
  notWhole: 'Enter a whole number, without decimals.',
  negative: 'Enter a number that is not below zero.',
  tooFine: 'Enter at most two decimals: a paisa is the smallest amount.',
  tooLarge: (most: string) => `Too large. The most is ${most}.`,

  dayForm: 'dd/mm/yyyy',
  notADay: 'Enter a day as dd/mm/yyyy, such as 24/02/2027.',
  dayBounds: (least: string | undefined, greatest: string | undefined) => {
    if (least && greatest) return `Choose a day from ${least} to ${greatest}.`;
    return least ? `Choose ${least} or a later day.` : `Choose ${greatest} or an earlier day.`;
  },
  calendarOf: (label: string) => `${label}: open the calendar`,

  debit: 'Debit ₹',
  credit: 'Credit ₹',
  account: 'Account',
  balanced: 'Balanced',
  notBalanced: (by: string) => `Not balanced, differs by ${by}`,
  total: 'Total',

  before: 'Before',
  now: 'Now',
  after: 'After',
  unchanged: 'No change',

  letterName: (label: string, text: string) => `${label}: ${text}.`,
  lettersDiffer: (count: number) => (count === 1 ? '1 letter differs' : `${count} letters differ`),
  lettersAgree: 'Every letter agrees',

  asTable: 'Show as table',

  late: (by: string) => `${by} late`,
  inTime: (time: string, left: string) => `${time}, in ${left}`,
  todayAt: (time: string) => `Today ${time}`,
  minutes: (count: number) => `${count} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  days: (days: number, hours: number) => (hours === 0 ? `${days} d` : `${days} d ${hours} h`),
  ist: (time: string) => `${time} IST`,

  from: 'From',
  to: 'To',
  amount: 'Amount ₹',

  clear: 'Clear',
  apply: 'Apply',
  filters: 'Filters',
  any: 'Any',

  download: 'Download',
  exportList: 'Export',
  preparing: 'Preparing the file',
  downloaded: (name: string) => `${name} was saved.`,

  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'Your browser blocked copying. Select the text and copy it.',

  dismiss: 'Dismiss',
  messages: 'Messages',
  balance: 'Balance',
} as const;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** @param day `YYYY-MM-DD` */
export function formatWeekday(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
}
