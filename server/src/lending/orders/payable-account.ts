import {
  type AccountFacts,
  type AccountRefusal,
  refuseAccount,
} from '@noren/core/lending/payable-account';
import { formatDay, formatTime, toBusinessDay } from '@noren/core/money/time';
import { conflict } from '../../platform/http/call-error.ts';
import type { TextId } from '../../platform/translations/translations.ts';

export type { AccountFacts };

const TEXTS = {
  name: 'loans.account_name',
  waiting: 'loans.account_waiting',
  invalid: 'loans.account_invalid',
  changed: 'loans.account_changed',
} as const satisfies Record<AccountRefusal, TextId>;

/** Returns the account if it may be paid now. @throws CallError 409, reason `account` */
export function requirePayableAccount<T extends AccountFacts>(
  account: T | null | undefined,
  now: number,
): T {
  const refusal = account ? refuseAccount(account, now) : 'name';
  if (account && refusal === null) return account;

  const at = account?.payableFrom ?? now;
  const values =
    refusal === 'changed' ? { day: formatDay(toBusinessDay(at)), time: formatTime(at) } : {};

  throw conflict(TEXTS[refusal!], 'account', values);
}
