import { groupDigits } from './figures.ts';

/** Texts of where people came from. */
export const sourceTexts = {
  title: 'Sources',
  about: 'Where people came from and how far they got. Totals only: no one is named.',

  period: (from: string, to: string) => `Signed up from ${from} to ${to}`,
  from: 'From',
  to: 'To',

  everybody: 'From sign-up to the loan',
  people: 'People',
  signedUp: 'Signed up',
  certified: 'Certified',
  applied: 'Applied',
  paidOut: 'Paid out',

  campaigns: 'Advertisements',
  campaignsAbout:
    'By the utm_campaign of the link that led to the sign-up. Clicks without a sign-up are not tracked.',
  campaign: 'Campaign',
  noCampaign: 'No campaign named',
  clicks: 'Ad clicks',
  noCampaigns: 'No one came from an advertisement',
  smaller: (campaigns: number) =>
    campaigns === 1 ? '1 smaller one' : `${groupDigits(campaigns)} smaller ones`,

  heardFrom: 'How they heard of us',
  heardFromAbout: 'By the answer to the questionnaire before certification.',
  answer: 'Answer',
  noAnswers: 'No answers yet',

  answers: {
    friend: 'A friend',
    search: 'A search',
    social: 'Social media',
    advertisement: 'An advertisement',
    message: 'A message',
    other: 'Other',
  } as Readonly<Record<string, string>>,

  fields: 'Time in form fields',
  fieldsAbout:
    'Of those who agreed to be measured, kept for 90 days. A visit counts ten minutes at most.',
  field: 'Field',
  visits: 'Visits',
  meanTime: 'Mean time',
  noFields: 'No measurements yet',

  fieldNames: {
    listSearch: 'Search of a list',
    bankSearch: 'Search of a bank',
    feedbackText: 'Feedback',
    companyName: 'Company',
    companyAddress: 'Company address',
    email: 'Email',
    identityName: 'Name on the card',
    pan: 'PAN',
    contactName: 'Name of a contact',
    contactPhone: 'Phone of a contact',
    holderName: 'Account holder',
    accountNo: 'Account number',
    ifsc: 'IFSC',
    utr: 'UTR of a payment',
    paidAmount: 'Amount paid',
  } as Readonly<Record<string, string>>,

  count: groupDigits,
  /** A step's people, and their share of those who signed up. */
  step: (people: number, signedUp: number) =>
    `${groupDigits(people)} (${signedUp === 0 ? 0 : Math.round((people / signedUp) * 100)}%)`,
  seconds: (ms: number) => `${Math.round(ms / 100) / 10} s`,
} as const;
