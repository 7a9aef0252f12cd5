import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { codeText } from './codes.ts';

/** Names of an effect's facts, other than orders. */
const NAMES: Readonly<Record<string, string>> = {
  limit: 'Limit',
  limit_used: 'Owed or held of it',
  new_lending: 'New lending to this person',
  lending: 'New lending to everybody',
  waiting_payouts: 'Payouts that wait',
  full_kyc: 'Full KYC',
  personal_data: 'Name, contacts, account, messages, devices',
  pictures: 'Pictures of cards in use',
  sessions: 'Devices signed in',
  identity_record: 'Identity, sealed apart because money was lent (PMLA, s. 12), until',
  loan_records: 'Loans in the books, by number alone (Companies Act, s. 128)',
  nominee_claim: 'Nominee’s claim',
  account: 'Signing in',
  dues: 'Dues',
  refund_account: 'Account it is paid to',
  roles: 'Roles',
  links: 'Links to send',
  rotated_key: 'Key of the newest rotation',
  rotation: 'Rotation of keys',
};
const VALUES: Readonly<Record<string, string>> = {
  open: 'Goes on',
  frozen: 'Frozen',
  stopped: 'Stopped',
  done: 'Done',
  not_done: 'Not done',
  on_file: 'On file',
  erased: 'Erased',
  none: 'None',
  recorded: 'Recorded',
  raised: 'Raised as usual',
  not_raised: 'Raised with nobody',
  closed: 'Closed',
  running: 'Runs, in batches',
  not_running: 'Does not run',
};

const CODE = /^[a-z]+(_[a-z]+)*$/;

/** A fact in words, or its code if unknown. */
export const factName = (what: string): string => NAMES[what] ?? codeText(what);
export const factValue = (value: string): string =>
  VALUES[value] ?? (isBusinessDay(value) ? formatDay(value) : CODE.test(value) ? codeText(value) : value);
/** Whether its value is paise. */
export const isFactMoney = (what: string): boolean => what.startsWith('limit');
