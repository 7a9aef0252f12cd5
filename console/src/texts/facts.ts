/** Names of an effect's facts, other than orders. */
const NAMES: Readonly<Record<string, string>> = {
  limit: 'Limit',
  limit_used: 'Owed or held of it',
  new_lending: 'New lending to this person',
  lending: 'New lending to everybody',
  waiting_payouts: 'Payouts that wait',
  full_kyc: 'Full KYC',
};
const VALUES: Readonly<Record<string, string>> = {
  open: 'Goes on',
  frozen: 'Frozen',
  stopped: 'Stopped',
  done: 'Done',
  not_done: 'Not done',
};

/** A fact in words, or its code if unknown. */
export const factName = (what: string): string => NAMES[what] ?? what;
export const factValue = (value: string): string => VALUES[value] ?? value;
/** Whether its value is paise. */
export const isFactMoney = (what: string): boolean => what.startsWith('limit');
