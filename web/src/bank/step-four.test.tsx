import { viewConsents } from '@noren/contract/account';
import { bankList, checkIfsc, preCheckAccount, saveAccount, viewAccount } from '@noren/contract/bank';
import { realName } from '@noren/contract/certification';
import { userStatus } from '@noren/contract/login';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearSession } from '../session.ts';
import { readEvaluationMark } from '../session-evaluation.ts';
import { sampleConsents } from '../test/consent-samples.ts';
import { showScreen } from '../test/show-screen.tsx';
import { standInServer } from '../test/wire-stub.ts';
import { StepFour } from './step-four.tsx';

let server: ReturnType<typeof standInServer>;

const standAt = (bizStatus: number) =>
  server.answers(userStatus, {
    userId: '0198c0de-0000-7000-8000-000000000001',
    maskedPhone: '98•••••210',
    bizStatus,
    isAuthComplete: false,
    repayId: null,
    evaluation: 'none',
    gpGuideShow: false,
    serverTimeMs: 1_795_000_000_000,
  });

beforeEach(() => {
  sessionStorage.clear();
  clearSession();
  server = standInServer();
  standAt(50);
  server.answers(viewConsents, sampleConsents());
  server.answers(viewAccount, { account: null });
  server.answers(realName, { name: 'ASHA RAO' });
  server.answers(bankList, {
    details: [
      { bankCode: 'BKID', bankName: 'Bank of India' },
      { bankCode: 'INDB', bankName: 'Indian Bank' },
      { bankCode: 'SBIN', bankName: 'State Bank of India' },
    ],
  });
  server.answers(checkIfsc, { isKnown: true, bankCode: 'SBIN', bankName: 'State Bank of India', branchCode: '001234' });
  server.answers(preCheckAccount, { isUsable: true, problem: null });
  server.answers(saveAccount, { bizStatus: 60, nameMatch: 'match' });
});

const open = async () => {
  showScreen(<StepFour />, '/facial-auth/step-four');
  await screen.findByRole('textbox', { name: 'IFSC' });
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const openBanks = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Bank/ }));
  return within(screen.getByRole('dialog', { name: 'Choose your bank' }));
};
const fill = async (again = '123456789012') => {
  const banks = await openBanks();
  await userEvent.click(await banks.findByRole('option', { name: 'State Bank of India' }));
  await userEvent.type(box('IFSC'), 'sbin0001234');
  await userEvent.type(box('Account number'), '123456789012');
  await userEvent.type(box('Account number again'), again);
};
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save account' }));

describe('the bank account', () => {
  it('lists banks that hold the term, those that begin with it first', async () => {
    await open();
    const banks = await openBanks();
    await userEvent.type(await banks.findByRole('searchbox'), 'INDIA');
    expect(banks.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Indian Bank',
      'Bank of India',
      'State Bank of India',
    ]);
  });

  it('names the bank and branch of the IFSC and completes the certification', async () => {
    await open();
    expect(box('Account holder').value).toBe('ASHA RAO');
    await fill();
    await screen.findByText('State Bank of India, branch 001234');
    await save();
    await screen.findByText('at /home');
    expect(readEvaluationMark()).toBe('due');
    expect(server.bodiesOf(saveAccount)).toEqual([
      {
        bankCode: 'SBIN',
        ifsc: 'SBIN0001234',
        accountNo: '123456789012',
        accountNoAgain: '123456789012',
        holderName: 'ASHA RAO',
      },
    ]);
  });

  it('wants the number typed twice alike, and keeps no draft of it', async () => {
    await open();
    await fill('123456789013');
    await save();
    expect(screen.getAllByText('The two account numbers differ. Type the number again')).toHaveLength(2);
    expect(server.sentTo(saveAccount)).toEqual([]);
    expect(sessionStorage.getItem('noren.draft.bank')).not.toContain('123456789012');
  });

  it('says that no branch has the IFSC', async () => {
    server.answers(checkIfsc, { isKnown: false, bankCode: null, bankName: null, branchCode: null });
    await open();
    await fill();
    await screen.findByText(/No branch has this IFSC/);
    await save();
    expect(server.sentTo(preCheckAccount)).toEqual([]);
  });

  it('says what stands in the way before saving', async () => {
    server.answers(preCheckAccount, { isUsable: false, problem: 'used_by_another' });
    await open();
    await fill();
    await save();
    await screen.findByText(/already used by another borrower/);
    expect(server.sentTo(saveAccount)).toEqual([]);
  });

  it('tells when the names differ, and goes on', async () => {
    server.answers(saveAccount, { bizStatus: 60, nameMatch: 'partial' });
    await open();
    await fill();
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Account saved, the names differ' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Go on' }));
    await screen.findByText('at /home');
  });

  it('opened too early shows the way to what comes first', async () => {
    standAt(30);
    showScreen(<StepFour />, '/facial-auth/step-four');
    expect((await screen.findByRole('link', { name: 'Go on' })).getAttribute('href')).toBe('/facial-auth/step-two');
  });
});
