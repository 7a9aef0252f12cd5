import type { AccountType } from '@noren/contract/bank';
import { checkAccountNumber, checkIfsc } from '@noren/core/people/identity-numbers';
import { readDigits } from '@noren/core/typed/text';
import type { Translate } from '../../i18n/index.ts';
import type { DescribeRefusal, Problems } from '../../shared/forms/form.ts';
import { describeNameFault, describeNameProblem } from '../../shared/forms/name-rules.ts';

/** The form values of a bank account, in the page's order. */
export const emptyAccount = {
  ifsc: '',
  bankCode: '',
  accountType: '',
  accountNo: '',
  accountNoAgain: '',
  holderName: '',
  /** 'yes' when ticked. */
  isSalaryAccount: '',
};

export type Account = typeof emptyAccount;

/** An account number without spaces, in plain digits. */
const plainDigits = (typed: string): string => readDigits(typed) ?? typed;

/**
 * The problems of a typed account; only the server knows whether the branch exists. Source:
 * `docs/identity.md`.
 */
export function checkAccount(values: Account, t: Translate): Problems<Account> {
  const problems: Problems<Account> = {};
  if (values.bankCode === '') problems.bankCode = t('bank.bank_empty');

  const ifsc = checkIfsc(values.ifsc);
  if (!ifsc.ok) problems.ifsc = t(`bank.ifsc_${ifsc.fault}`);
  if (values.accountType === '') problems.accountType = t('bank.type_empty');

  const account = checkAccountNumber(values.accountNo);
  if (!account.ok) problems.accountNo = t(`bank.account_${account.fault}`);

  if (values.accountNoAgain === '') problems.accountNoAgain = t('bank.again_empty');
  else if (plainDigits(values.accountNoAgain) !== plainDigits(values.accountNo))
    problems.accountNoAgain = t('bank.again_differs');

  const holderName = describeNameProblem(values.holderName, 'bank.holder_empty', t);
  if (holderName) problems.holderName = holderName;

  return problems;
}

/** The account fields for the bank's check. */
export function toBankAccount(values: Account) {
  const { bankCode, holderName } = values;
  const ifsc = checkIfsc(values.ifsc);
  const accountNo = plainDigits(values.accountNo);

  return {
    bankCode,
    ifsc: ifsc.ok ? ifsc.value : values.ifsc,
    accountNo,
    holderName: holderName.trim(),
  };
}

/** The account's other fields; a valid form has a type. */
export function toAccountDetails(values: Account) {
  const accountType: AccountType = values.accountType === '2' ? 2 : 1;
  return {
    accountType,
    accountNo: plainDigits(values.accountNo),
    isSalaryAccount: values.isSalaryAccount === 'yes',
  };
}

export const describeRefusal: DescribeRefusal<Account> = (path, problem, t) => {
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
      return { field: path, text: describeNameFault(problem, 'bank.holder_empty', t) };
    default:
      return null;
  }
};
