import { CHART_OF_ACCOUNTS } from '@noren/core/lending/chart-of-accounts';
import { codeText } from './codes.ts';

const ACCOUNTS = new Map<string, string>(
  CHART_OF_ACCOUNTS.map(({ account, name }) => [account, name]),
);

const JOURNALS: Readonly<Record<string, string>> = {
  hold: 'Limit held',
  release: 'Limit released',
  disbursement: 'Disbursed',
  accrual: 'Interest and penal charge',
  payment: 'Payment',
  waiver: 'Waiver',
  fee_reversal: 'Fee reversed',
  extension: 'Extension',
  refund: 'Refund',
  chargeback: 'Chargeback',
  write_off: 'Write-off',
  reversal: 'Reversal',
  unclaimed_payment: 'Into unclaimed funds',
  unclaimed_payment_return: 'Unclaimed funds returned',
};

export const STATUSES: Readonly<Record<number, string>> = {
  10: 'Under review',
  15: 'Reserved',
  20: 'Awaiting acceptance',
  30: 'Declined',
  35: 'Cancelled',
  40: 'Paying out',
  45: 'Payout failed',
  50: 'Active',
  60: 'Overdue',
  70: 'Settled',
  75: 'Returned',
  80: 'Written off',
};

export const accountName = (account: string): string => ACCOUNTS.get(account) ?? codeText(account);
export const journalName = (kind: string): string => JOURNALS[kind] ?? codeText(kind);
export const statusName = (status: number): string => STATUSES[status] ?? String(status);

const STATES: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  queued: 'Queued at the provider',
  unknown: 'No answer yet',
  confirmed: 'Paid',
  failed: 'Failed',
  reversed: 'Sent back',
  cancelled: 'Cancelled',
  open: 'Unclaimed',
  claimed: 'Claimed',
  returning: 'Being returned',
  returned: 'Returned',
  charged_back: 'Charged back',
};

/** The state of a payout, a refund or unclaimed funds. */
export const stateName = (state: string): string => STATES[state] ?? codeText(state);
