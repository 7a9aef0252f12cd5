import { preCheckAccount, saveAccount, viewAccount } from '@noren/contract/bank';
import { billList } from '@noren/contract/orders';
import { businessDay } from '@noren/core/money/time';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCall } from '../../api/hooks.tsx';
import {
  answerAccounts,
  box,
  check,
  fill,
  own,
  pressFor,
  saved,
} from '../../testing/account-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { stubServerSignedOut } from '../../testing/sign-in.ts';
import { ModifyBankInfo } from './modify-bank-info.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServerSignedOut();
  answerAccounts(server);
});

describe('changing the account', () => {
  const openChange = () => renderScreen(<ModifyBankInfo />, '/modify-bank-info');

  const checkAnother = async () => {
    server.answers(viewAccount, { account: saved, isPayoutRunning: false });
    openChange();
    await screen.findByText('•••• 8765');
    await fill();
    await check();
  };

  it('says from when a changed account is paid, and what ends the wait', async () => {
    const payableFrom = Date.parse('2026-11-24T04:35:00Z');
    server.answers(viewAccount, { account: { ...saved, payableFrom }, isPayoutRunning: false });
    openChange();
    await screen.findByText(/Money is paid to this account from 24\/11\/2026, 10:05/);

    const link = screen.getByRole('link', { name: 'Pass the face check' });
    expect(link.getAttribute('href')).toBe('/modify-bank-info/face-check');
  });

  it('shows the current account, and the new one after the change', async () => {
    await checkAnother();
    await screen.findByText(/belongs to A\*/);
    server.answers(viewAccount, {
      account: { ...saved, accountLast4: '9012' },
      isPayoutRunning: false,
    });
    await pressFor('Use this account', 'Your account is now the one ending 9012.');
    await screen.findByText('•••• 9012');
    expect(screen.queryByText('•••• 8765')).toBeNull();
  });

  it('leaves no order as it was with the former account', async () => {
    const Orders = () => {
      const { data } = useCall(billList, { query: { borrowType: '0' } });
      return <p>{data ? `as of ${data.businessDay}` : 'nothing yet'}</p>;
    };
    server.answers(billList, { businessDay: businessDay('2026-11-24'), details: [] });
    renderScreen(<Orders />, '/order');
    await screen.findByText('as of 2026-11-24');
    cleanup();

    await checkAnother();
    await screen.findByText(/belongs to A\*/);
    await pressFor('Use this account', 'Your account is now the one ending 9012.');
    cleanup();
    server.answers(billList, { businessDay: businessDay('2026-11-25'), details: [] });
    renderScreen(<Orders />, '/order');
    expect(screen.queryByText('as of 2026-11-24')).toBeNull();
    await screen.findByText('as of 2026-11-25');
  });

  it('refuses another person’s account', async () => {
    const other = {
      nameAtBank: 'Z**** S****',
      problem: 'name_differs' as const,
      nameMatch: 'mismatch' as const,
    };
    server.answers(preCheckAccount, { ...own, ...other, isUsable: false });
    await checkAnother();
    await screen.findByText(/Nothing was changed/);
    expect(screen.queryByRole('button', { name: 'Use this account' })).toBeNull();
  });

  it('lets a person decide where the bank confirms the account without a name', async () => {
    const unnamed = {
      nameAtBank: '',
      problem: 'name_differs' as const,
      nameMatch: 'mismatch' as const,
    };
    server.answers(preCheckAccount, { ...own, ...unnamed });
    await checkAnother();
    await screen.findByText('The bank confirms this account, but names no holder');
    expect(screen.getByText(/one of our staff then checks that it is yours/)).toBeTruthy();
    await pressFor('Save and have the names compared', 'The account was changed');
  });

  it('is closed while a payout is running', async () => {
    server.answers(viewAccount, { account: saved, isPayoutRunning: true });
    openChange();
    await screen.findByText('Money is on its way to this account');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows the server’s reason for a refusal', async () => {
    await checkAnother();
    await screen.findByText(/belongs to A\*/);
    server.refuses(saveAccount, 409, 'Money is on its way.', { reason: 'payout_running' });
    await pressFor('Use this account', 'Money is on its way.');
    expect(box('Account number').value).toBe('123456789012');
  });
});
