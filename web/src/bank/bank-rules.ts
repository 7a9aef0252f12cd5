import { checkAccountNumber, checkIfsc } from '@noren/core/identity-numbers';
import type { Translate } from '../i18n/index.ts';
import type { Problems } from '../session-form.ts';

/** The bank account as the form holds it, in the page's order. */
export const emptyAccount = { bankCode: '', ifsc: '', accountNo: '', accountNoAgain: '', holderName: '' };
export type Account = typeof emptyAccount;

/** What is wrong with the account as typed; whether the branch exists is asked of the server. Source: `domain.md`. */
export function checkAccount(values: Account, t: Translate): Problems<Account> {
  const problems: Problems<Account> = {};
  if (values.bankCode === '') problems.bankCode = t('bank.bank_empty');
  const ifsc = checkIfsc(values.ifsc);
  if (!ifsc.ok) problems.ifsc = t(`bank.ifsc_${ifsc.fault}`);
  const account = checkAccountNumber(values.accountNo);
  if (!account.ok) problems.accountNo = t(`bank.account_${account.fault}`);
  if (values.accountNoAgain === '') problems.accountNoAgain = t('bank.again_empty');
  else if (values.accountNoAgain !== values.accountNo) problems.accountNoAgain = t('bank.again_differs');
  if (values.holderName.trim().length < 2) problems.holderName = t('bank.holder_empty');
  return problems;
}

/** A field the server named as wrong, in words; null when it is not one of these. */
export function refusalOf(path: string, t: Translate): { field: keyof Account; text: string } | null {
  switch (path) {
    case 'bankCode':
      return { field: path, text: t('bank.bank_empty') };
    case 'ifsc':
      return { field: path, text: t('bank.ifsc_format') };
    case 'accountNo':
      return { field: path, text: t('bank.account_format') };
    case 'accountNoAgain':
      return { field: path, text: t('bank.again_differs') };
    case 'holderName':
      return { field: path, text: t('bank.holder_empty') };
    default:
      return null;
  }
}
