import { formatDay, isBusinessDay } from '@noren/core/money/time';
import { codeText } from './codes.ts';
import { countPeople } from './figures.ts';

/** Names of an effect's facts, other than orders. */
const NAMES: Readonly<Record<string, string>> = {
  limit: 'Limit',
  limit_used: 'Limit in use',
  level_ceiling: 'Ceiling on that day',
  new_lending: 'New lending to this person',
  lending: 'New lending to everyone',
  waiting_payouts: 'Payouts waiting',
  full_kyc: 'Full KYC',
  risk_class: 'Risk class',
  renewal_due: 'Details to be confirmed by',
  personal_data: 'Name, contacts, account, messages, devices',
  pictures: 'Pictures of cards in use',
  sessions: 'Devices signed in',
  identity_record: 'Identity, sealed apart because money was lent (PMLA, s. 12), until',
  loan_records: 'Loans in the books, by number alone (Companies Act, s. 128)',
  nominee_claim: 'Nominee’s claim',
  account: 'Sign-in',
  dues: 'Dues',
  refund_account: 'Account it is paid to',
  roles: 'Roles',
  links: 'Links to send',
  rotated_key: 'Key in the latest rotation',
  rotation: 'Key rotation',
  un_list: 'United Nations list in force',
  national_list: 'National list in force',
};

const VALUES: Readonly<Record<string, string>> = {
  open: 'Continues',
  frozen: 'Frozen',
  stopped: 'Stopped',
  done: 'Done',
  not_done: 'Not done',
  on_file: 'On file',
  erased: 'Erased',
  none: 'None',
  recorded: 'Recorded',
  raised: 'Pursued as usual',
  not_raised: 'Not pursued',
  closed: 'Closed',
  running: 'Running, in batches',
  not_running: 'Not running',
};

/** A sanctions list: its day, and how many people it names. */
const LIST = /^(\d{4}-\d{2}-\d{2}): (\d+)$/;

const CODE = /^[a-z]+(_[a-z]+)*$/;

/** A fact in words, or its code if unknown. */
export const factName = (what: string): string => NAMES[what] ?? codeText(what);

export function factValue(value: string): string {
  const [, day = '', people] = LIST.exec(value) ?? [];
  if (isBusinessDay(day)) return `${formatDay(day)}, ${countPeople(Number(people))}`;

  if (isBusinessDay(value)) return formatDay(value);
  return VALUES[value] ?? (CODE.test(value) ? codeText(value) : value);
}

/** Whether its value is paise. */
export const isFactMoney = (what: string): boolean =>
  what.startsWith('limit') || what === 'level_ceiling';
