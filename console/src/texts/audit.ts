import { groupDigits } from './figures.ts';

/** Texts of the audit. */
export const auditTexts = {
  title: 'Audit',
  about: 'Each act of the lender’s people and each read of personal data. Every row holds the hash of the one before.',
  person: 'Person of staff',
  borrower: 'Borrower’s id or order',
  action: 'Action',
  field: 'Read of',
  fields: { pan: 'PAN', phone: 'Phone', aadhaar: 'Aadhaar', account: 'Account', birth_day: 'Birth day', name: 'Name' },
  whoReadPan: 'Who looked at this person’s PAN',
  seq: 'Row',
  at: 'At',
  by: 'Who',
  server: 'Command on the server',
  subject: 'About',
  detail: 'Detail',
  hash: 'Hash',
  none: 'No act agrees with these filters',
  verify: 'Verify the chain',
  whole: (rows: number) => `The chain is whole: ${groupDigits(rows)} rows, each follows the one before.`,
  broken: (seq: number, why: string) => `The chain breaks at row ${seq}: ${why}.`,
  act: (action: string) => action.replaceAll('_', ' '),
  pair: (name: string, value: string) => `${name}: ${value}`,
  short: (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id),
} as const;
