/** Texts around every screen. */
export const shellTexts = {
  lender: 'Noren',
  console: 'Lender console',

  skip: 'Skip to content',
  navigation: 'Screens',
  openNavigation: 'Open menu',

  search: 'Go to a screen, or find a person, loan or payment',
  searchShort: 'Search',

  palette: 'Search and go',
  paletteField: 'Name of a screen, phone, PAN, order, UTR or ticket',
  paletteEmpty: 'No results.',
  paletteScreens: 'Screens',
  paletteActs: 'You',

  live: 'Live',
  sandbox: 'Sandbox',
  businessDay: 'Business day',

  keys: 'Shortcuts',
  keyList: 'Keyboard shortcuts',
  keyEverywhere: 'Everywhere',
  keyHere: 'On this screen',
  singleKeys: 'Single-key shortcuts',
  singleKeysWhy: 'Turn them off if you use dictation or another tool that types letters.',

  go: (screen: string) => `Go to ${screen}`,
  openPalette: 'Search and go',
  openKeys: 'Keyboard shortcuts',

  account: 'Your account',
  access: 'Your passkeys and sessions',
  appearance: 'Appearance',
  appearances: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  gallery: 'Component gallery',
  signOut: 'Sign out',

  notFound: 'Page not found',
  notFoundWhy: 'The address may be out of date, or your roles may not have access.',
  toStart: 'Go to the start page',
  noScreens: 'You do not have access to any screen yet',
  noScreensWhy: 'Ask an administrator for a role. Two administrators must agree.',

  failed: 'Something went wrong on this screen',
  failedWhy: 'Open it again. If it still fails, note the time and tell your technical team.',
  openAgain: 'Open again',

  idleTitle: 'You will be signed out',
  idleWhy: (seconds: number) => (seconds === 1 ? 'In 1 second.' : `In ${seconds} seconds.`),
  idleStay: 'Stay signed in',
  endTitle: 'Your session ends soon',
  endWhy: (time: string) => `It ends at ${time} at the latest. Finish, then sign in again.`,

  waiting: (count: number) => (count === 1 ? '1 waiting' : `${count} waiting`),
  groups: { desk: 'Desk', borrowers: 'Borrowers', house: 'Company' },

  screens: {
    work: 'Work',
    review: 'Review',
    approvals: 'Approvals',
    complaints: 'Complaints',
    people: 'People',
    loans: 'Loans',
    money: 'Money',
    collections: 'Collections',
    links: 'Links',
    letters: 'Letters',
    books: 'Books',
    day: 'Day',
    products: 'Products',
    sources: 'Sources',
    sanctions: 'Sanctions',
    audit: 'Audit',
    staff: 'Staff',
  },
} as const;
