import {
  checkIfsc,
  preCheckAccount,
  saveAccount,
  saveAccountDetails,
  viewAccount,
} from '@noren/contract/bank';
import { userStatus } from '@noren/contract/login';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft } from '../../session/drafts.ts';
import { clearSession } from '../../session/session.ts';
import {
  answerAccounts,
  box,
  checkAndSave,
  fill,
  openBanks,
  own,
  pressFor,
  saved,
} from '../../testing/account-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { sampleUserStatus } from '../../testing/sign-in.ts';
import { tapAt } from '../../testing/tap-place.ts';
import { StepFour } from './step-four.tsx';

let server: ReturnType<typeof stubServer>;

const answerStatus = (bizStatus: number) => server.answers(userStatus, sampleUserStatus(bizStatus));

beforeEach(() => {
  sessionStorage.clear();
  clearSession();
  server = stubServer();
  answerStatus(50);
  server.answers(viewAccount, { account: null, isPayoutRunning: false });
  answerAccounts(server);
});

const open = async () => {
  renderScreen(<StepFour />, '/facial-auth/step-four');
  await screen.findByRole('textbox', { name: 'IFSC' });
};

describe('the bank account', () => {
  it('lists banks that contain the term, those that start with it first', async () => {
    await open();

    const banks = await openBanks();
    await userEvent.type(await banks.findByRole('searchbox'), 'INDIA');
    expect(banks.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Indian Bank',
      'Bank of India',
      'State Bank of India',
    ]);
  });

  it('shows the branch, then the account holder, and completes the certification', async () => {
    await open();
    expect(box('Account holder').value).toBe('ASHA RAO');
    for (const radio of screen.getAllByRole<HTMLInputElement>('radio'))
      expect(radio.checked).toBe(false);
    await fill();
    await screen.findByText('State Bank of India, branch 001234');
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'My salary is paid into this account' }),
    );
    await checkAndSave();
    expect(
      (await screen.findByText('The bank says this account belongs to A**** R****')).closest(
        '[role=status]',
      ),
    ).toBeTruthy();
    await screen.findByText('Processing');

    const account = {
      bankCode: 'SBIN',
      ifsc: 'SBIN0001234',
      accountNo: '123456789012',
      holderName: 'ASHA RAO',
    };
    expect(server.listBodies(preCheckAccount)).toEqual([account]);
    expect(server.listBodies(saveAccountDetails)).toEqual([
      { accountType: 1, accountNo: '123456789012', isSalaryAccount: true },
    ]);
    expect(server.listBodies(saveAccount)).toEqual([
      { ...account, accountNoAgain: '123456789012' },
    ]);
  });

  it('takes the bank from the IFSC, and lets another be chosen', async () => {
    await open();
    await userEvent.type(box('IFSC'), 'sbin0001234');
    expect(await screen.findByRole('button', { name: 'Bank State Bank of India' })).toBeTruthy();

    const banks = await openBanks();
    await userEvent.click(await banks.findByRole('option', { name: 'Indian Bank' }));
    expect(screen.getByRole('button', { name: 'Bank Indian Bank' })).toBeTruthy();
  });

  it('discards the bank’s answer when the account changes', async () => {
    server.answers(preCheckAccount, { ...own, checked: false, nameAtBank: null });
    await open();
    await fill();
    await checkAndSave();
    await screen.findByText('The bank does not answer right now');
    expect(server.sentTo(saveAccount)).toEqual([]);
    await userEvent.type(box('Account number'), '3');
    expect(screen.queryByText('The bank does not answer right now')).toBeNull();
    expect(screen.getByRole('button', { name: 'Check and save' })).toBeTruthy();
  });

  it('requires a type and the same number twice, and stores no draft of the number', async () => {
    await open();
    await fill('123456789013');
    await checkAndSave();
    expect(
      screen.getAllByText('The two account numbers differ. Type the number again'),
    ).toHaveLength(2);
    expect(server.sentTo(preCheckAccount)).toEqual([]);
    expect(JSON.stringify([readDraft('bank'), { ...sessionStorage }])).not.toContain(
      '123456789012',
    );
  });

  it('compares the numbers, not how they are written, and cuts none', async () => {
    await open();
    await fill();

    const again = box('Account number again');
    await userEvent.clear(again);
    await userEvent.paste('१२३४ ५६७८ ९०१२');
    await checkAndSave();
    expect(server.listBodies(preCheckAccount)).toEqual([
      expect.objectContaining({ accountNo: '123456789012' }),
    ]);

    const number = box('Account number');
    await userEvent.clear(number);
    await userEvent.paste('1234567890123456789');
    await checkAndSave();
    expect(number.value).toBe('1234567890123456789');
    expect(screen.getAllByText('An account number has 9 to 18 digits')).not.toEqual([]);
  });

  it('goes on from the type to the number', async () => {
    await open();
    await tapAt(screen.getByRole('radio', { name: /Current account/ }));
    expect(document.activeElement).toBe(box('Account number'));
  });

  it('preselects no type and requires one', async () => {
    await open();
    await checkAndSave();
    expect(screen.getAllByText('Choose the type of the account')).not.toEqual([]);
  });

  it('shows the bank, branch and city of the IFSC, to be checked', async () => {
    const bank = { bankCode: 'SBIN', bankName: 'State Bank of India', branchCode: '001234' };
    server.answers(checkIfsc, { isKnown: true, ...bank, branchName: 'KALOOR', city: 'KOCHI' });
    await open();
    await fill();
    await screen.findByText('State Bank of India, branch KALOOR, in KOCHI. Is this your branch?');
  });

  it('says that no branch has the IFSC', async () => {
    server.answers(checkIfsc, {
      isKnown: false,
      bankCode: null,
      bankName: null,
      branchCode: null,
      branchName: null,
      city: null,
    });
    await open();
    await fill();
    await screen.findByText(/No branch has this IFSC/);
    await checkAndSave();
    expect(server.sentTo(preCheckAccount)).toEqual([]);
  });

  it('lets the bank decide about a branch that no directory confirms', async () => {
    const bank = { bankCode: 'SBIN', bankName: 'State Bank of India', branchCode: '032633' };
    server.answers(checkIfsc, { isKnown: null, ...bank, branchName: null, city: null });
    server.answers(preCheckAccount, {
      isUsable: false,
      problem: 'account_invalid',
      checked: true,
      nameAtBank: null,
      nameMatch: null,
    });
    await open();
    await fill();
    await screen.findByText(/State Bank of India. We do not know this branch yet/);
    await checkAndSave();
    await screen.findByText(/Compare the IFSC and the number with your passbook/);
    expect(screen.queryByText(/No branch has this IFSC/)).toBeNull();
  });

  it('names a bank that is not in the list by its code', async () => {
    const bank = { bankCode: 'QZXB', bankName: 'QZXB', branchCode: '000001' };
    server.answers(checkIfsc, { isKnown: null, ...bank, branchName: null, city: null });
    await open();
    await fill();
    expect((await screen.findByRole('button', { name: /Bank.*QZXB/ })).textContent).toContain(
      'QZXB',
    );
  });

  it.each([
    ['used_by_another', /already used by another borrower/],
    ['account_invalid', /does not exist or is closed/],
    ['bank_differs', /belongs to another bank/],
  ] as const)('shows the problem that prevents saving: %s', async (problem, words) => {
    server.answers(preCheckAccount, {
      isUsable: false,
      problem,
      checked: false,
      nameAtBank: null,
      nameMatch: null,
    });
    await open();
    await fill();
    await checkAndSave();
    await screen.findByText(words);
    expect(screen.getByRole('button', { name: 'Check and save' })).toBeTruthy();
  });

  it('explains that the names differ, and saves for a manual comparison', async () => {
    const other = {
      nameAtBank: 'Z**** S****',
      problem: 'name_differs' as const,
      nameMatch: 'mismatch' as const,
    };
    server.answers(preCheckAccount, { ...own, ...other });
    await open();
    await fill();
    await checkAndSave();
    await screen.findByText('The bank says this account belongs to Z**** S****');
    expect(screen.getByText(/one of our staff then compares the names/)).toBeTruthy();
    await pressFor('Save and have the names compared', 'Processing');
  });

  it('explains that names which agree in part are compared by a person too', async () => {
    const part = {
      nameAtBank: 'A**** S****',
      problem: 'name_differs' as const,
      nameMatch: 'partial' as const,
    };
    server.answers(preCheckAccount, { ...own, ...part });
    await open();
    await fill();
    await checkAndSave();
    await screen.findByText(/written differently from your PAN card/);
    await pressFor('Save and have the names compared', 'Processing');
  });

  it('says that it is the typed name that differs', async () => {
    server.answers(preCheckAccount, { ...own, problem: 'name_differs', nameMatch: 'mismatch' });
    await open();
    await fill();
    await userEvent.clear(box('Account holder'));
    await userEvent.type(box('Account holder'), 'Zubin Specimen');
    await checkAndSave();
    await screen.findByText('The account holder typed above is not the name on your PAN card');
  });

  it('continues when the bank does not answer', async () => {
    server.answers(preCheckAccount, { ...own, checked: false, nameAtBank: null });
    await open();
    await fill();
    await checkAndSave();
    await screen.findByText('The bank does not answer right now');
    await pressFor('Save account', 'Processing');
  });

  it('opened too early links to the step that is due', async () => {
    answerStatus(30);
    renderScreen(<StepFour />, '/facial-auth/step-four');
    expect((await screen.findByRole('link', { name: 'Go on' })).getAttribute('href')).toBe(
      '/facial-auth/step-two',
    );
  });

  it('is shown masked once saved, with its branch and a link to change it', async () => {
    const bank = { bankCode: 'SBIN', bankName: 'State Bank of India', branchCode: '001234' };
    server.answers(checkIfsc, { isKnown: true, ...bank, branchName: 'KALOOR', city: 'KOCHI' });
    server.answers(viewAccount, {
      account: { ...saved, validationState: 'waiting', payableFrom: null },
      isPayoutRunning: false,
    });
    renderScreen(<StepFour />, '/facial-auth/step-four');
    await screen.findByText('•••• 8765');
    await screen.findByText('KALOOR, KOCHI');
    expect(screen.getByText('Current account')).toBeTruthy();
    expect(screen.getByText('The bank has yet to confirm this account')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Change account' }).getAttribute('href')).toBe(
      '/modify-bank-info',
    );
  });
});
