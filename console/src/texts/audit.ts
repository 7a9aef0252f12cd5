import { CHAIN_BREAKS, type ChainBreak } from '@noren/core/staff/chain-breaks';
import type { ProtectedField } from '@noren/core/staff/protected-fields';
import { codeText } from './codes.ts';
import { groupDigits } from './figures.ts';

const DETAILS: Readonly<Record<string, string>> = {
  assurance: 'Signed in by',
  repayId: 'Order',
  requestId: 'Request',
  ticketNo: 'Ticket',
  amountPaise: 'Amount',
  fields: 'Showed',
};

const FIELDS = {
  name: 'Name',
  phone: 'Phone',
  pan: 'PAN',
  aadhaar: 'Aadhaar, last four digits',
  birthday: 'Date of birth',
  address: 'Address',
  face: 'Face',
  email: 'Email',
  employer: 'Employer',
  account: 'Account number',
  nominee: 'Nominee',
} as const satisfies Record<ProtectedField, string>;

const VALUES: Readonly<Record<string, string>> = {
  sandbox: 'sandbox',
  panFront: 'PAN card, front',
  aadhaarFront: 'Aadhaar card, front',
  aadhaarBack: 'Aadhaar card, back',
};

const CODE = /^[a-z]+(_[a-z]+)+$|^[a-z]+$/;

/** Texts of the audit. */
export const auditTexts = {
  title: 'Audit',
  about:
    'Every staff action and every view of personal data. Each row includes the hash of the row before it.',

  person: 'Staff member',
  borrower: 'Borrower id or order number',
  action: 'Action',
  field: 'Data shown',
  leastAmount: 'Amount from ₹',
  mostAmount: 'Amount to ₹',

  fields: FIELDS,
  fieldName: (field: string) =>
    (FIELDS as Readonly<Record<string, string>>)[field] ?? codeText(field),
  whoReadPan: 'Who viewed this person’s PAN',

  seq: 'Row',
  at: 'When',
  by: 'Who',
  server: 'Command on the server',
  subject: 'About',
  detail: 'Detail',
  hash: 'Hash',

  nothing: 'None',
  none: 'No actions match these filters',

  verify: 'Verify the chain',
  whole: (rows: number) => `The chain is intact: ${groupDigits(rows)} rows checked.`,
  broken: (seq: number, why: ChainBreak) => `The chain breaks at row ${seq}: ${CHAIN_BREAKS[why]}.`,

  act: (action: string) => codeText(action),
  borrowerLink: (id: string) => `Borrower ${id.slice(-6)}`,
  pair: (name: string, value: string) =>
    `${DETAILS[name] ?? codeText(name)}: ${VALUES[value] ?? (CODE.test(value) ? codeText(value) : value)}`,
  short: (id: string) => (id.length > 20 ? `${id.slice(0, 8)}…` : id),
} as const;
