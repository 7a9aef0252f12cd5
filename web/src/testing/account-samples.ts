import { viewConsents } from '@noren/contract/account';
import {
  bankList,
  checkIfsc,
  preCheckAccount,
  saveAccount,
  saveAccountDetails,
} from '@noren/contract/bank';
import { realName } from '@noren/contract/real-name';
import { UserStatus } from '@noren/core/people/status';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sampleConsents } from './consent-samples.ts';
import type { stubServer } from './server-stub.ts';

export const own = {
  isUsable: true,
  problem: null,
  checked: true,
  nameAtBank: 'A**** R****',
  nameMatch: 'match' as const,
};

export const saved = {
  bankCode: 'SBIN',
  bankName: 'State Bank of India',
  ifsc: 'SBIN0000001',
  accountLast4: '8765',
  holderName: 'ASHA RAO',
  accountType: 2 as const,
  isSalaryAccount: false,
  validationState: 'confirmed' as const,
  payableFrom: null,
};

export const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

export const openBanks = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Bank/ }));
  return within(screen.getByRole('dialog', { name: 'Choose your bank' }));
};

export const fill = async (again = '123456789012') => {
  await userEvent.type(box('IFSC'), 'sbin0001234');
  await userEvent.click(screen.getByRole('radio', { name: /Savings account/ }));
  await userEvent.type(box('Account number'), '123456789012');
  await userEvent.type(box('Account number again'), again);
};

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const check = () => press('Check with the bank');
export const checkAndSave = () => press('Check and save');

/**
 * Presses a button that has just replaced the one pressed before: within half a second it ignores a
 * double tap.
 */
export const pressFor = (name: string, text: string) =>
  waitFor(
    async () => {
      const button = screen.queryByRole('button', { name });
      if (button) await userEvent.click(button);
      screen.getByText(text);
    },
    { interval: 100 },
  );

/** Answers the account form's calls, for the account's own user. */
export function answerAccounts(server: ReturnType<typeof stubServer>): void {
  server.answers(viewConsents, sampleConsents());
  server.answers(realName, { name: 'ASHA RAO' });
  server.answers(bankList, {
    details: [
      { bankCode: 'BKID', bankName: 'Bank of India' },
      { bankCode: 'INDB', bankName: 'Indian Bank' },
      { bankCode: 'SBIN', bankName: 'State Bank of India' },
    ],
  });

  server.answers(checkIfsc, {
    isKnown: true,
    bankCode: 'SBIN',
    bankName: 'State Bank of India',
    branchCode: '001234',
    branchName: null,
    city: null,
  });
  server.answers(preCheckAccount, own);
  server.answers(saveAccountDetails, {});
  server.answers(saveAccount, { bizStatus: UserStatus.certified, nameMatch: 'match' });
}
