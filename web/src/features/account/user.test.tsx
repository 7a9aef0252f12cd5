import { viewAccount } from '@noren/contract/bank';
import { CODES } from '@noren/contract/codes';
import { creditInfo } from '@noren/contract/loans';
import { logOut, saveLanguage } from '@noren/contract/login';
import { realName } from '@noren/contract/real-name';
import { notificationCentre } from '@noren/contract/support';
import { UserStatus } from '@noren/core/people/status';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateConfig } from '../../api/config.ts';
import { activateLanguage } from '../../i18n/index.ts';
import { clearSession, readSession, setOnboardingStatus } from '../../session/session.ts';
import { saved } from '../../testing/account-samples.ts';
import { sampleCredit } from '../../testing/loan-samples.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { sampleStatus, signInCertified } from '../../testing/sign-in.ts';
import { UserScreen } from './user.tsx';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubServer();

  const account = { ...saved, bankName: 'State Bank' };
  server.answers(viewAccount, { account, isPayoutRunning: false });
  server.answers(creditInfo, sampleCredit());
  server.answers(realName, { name: 'K ASHA RAO' });
  server.answers(notificationCentre, { details: [], hasMore: false, unread: 2 });
  server.answers(logOut, {});
  server.answers(saveLanguage, {});
  signInCertified();
});

afterEach(async () => {
  clearSession();
  await act(() => activateLanguage('en'));
});

/** Its rows are shown once they are known. */
async function open(): Promise<void> {
  renderScreen(<UserScreen />, '/user');
  await screen.findByRole('heading', { level: 2, name: 'Your loans' });
}

const leave = async () => userEvent.click(screen.getByRole('button', { name: 'Log out' }));

describe('the profile', () => {
  it.each([true, false])('speaks of e-mail where it is sent: %s', async (sendsEmail) => {
    updateConfig({ ...sampleConfig, sendsEmail });
    await open();
    expect(screen.queryAllByText(/e-mail/i).length > 0).toBe(sendsEmail);
  });

  it('names the loan to be repaid, with its due date', async () => {
    const status = sampleStatus(UserStatus.regular);
    const repayInfo = { productCode: 'N07', dueDay: '2026-11-30', overdueDays: 0 };

    setOnboardingStatus({ ...status, repayId: 'RABC1234567890', repayInfo });
    await open();

    const repay = screen.getByRole('link', { name: /^Repay.*Due on 30\/11\/2026/ });
    expect(repay.getAttribute('href')).toBe('/repay/RABC1234567890');

    const overdue = { ...repayInfo, overdueDays: 3 };
    act(() => setOnboardingStatus({ ...status, repayId: 'RABC1234567890', repayInfo: overdue }));
    expect(screen.getByRole('link', { name: /^Repay/ }).textContent).toContain('3 days overdue');
  });

  it('has three titled groups', async () => {
    await open();

    const titles = screen
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(['Your loans', 'Messages and help', 'Security and privacy']);
  });

  it('shows the name, the masked phone and account, the status, and the links', async () => {
    await open();
    expect(screen.getByText('98•••••210')).toBeTruthy();
    expect(screen.getByText('Certified')).toBeTruthy();
    expect(await screen.findByText('K ASHA RAO')).toBeTruthy();
    expect(await screen.findByText('State Bank, ending 8765')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Bank account/ }).getAttribute('href')).toBe(
      '/modify-bank-info',
    );
    expect(await screen.findByText('2 new')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Messages/ }).getAttribute('href')).toBe('/messages');

    for (const [name, href] of Object.entries({
      Feedback: '/feedback',
      Orders: '/order',
      'Privacy policy': '/privacy-policy',
    }))
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  });

  it('says how well the lender knows the borrower, and the one step to more', async () => {
    const next = { level: 'source_checked', step: 'send_card_code', mostPaise: 6_000_000 } as const;
    const identity = { level: 'document_seen', mostPaise: 1_000_000, next } as const;
    server.answers(creditInfo, sampleCredit({ identity }));
    await open();

    expect(screen.getByText('Identity card seen: up to ₹10,000 in total')).toBeTruthy();
    expect(screen.getByText(/you can borrow up to ₹60,000/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Send the card' }).getAttribute('href')).toBe(
      '/send-again',
    );
  });

  const renewal = { confirmedDay: '2026-11-27', dueDay: '2028-11-27', heldFrom: '2028-11-28' };

  it('says when the details are to be confirmed next', async () => {
    server.answers(creditInfo, sampleCredit({ renewal: { ...renewal, state: 'settled' } }));
    await open();
    expect(screen.getByText('27/11/2028')).toBeTruthy();
    expect(screen.getByText('Last confirmed on 27/11/2026')).toBeTruthy();
  });

  it('leads to the details once they may be confirmed', async () => {
    server.answers(creditInfo, sampleCredit({ renewal: { ...renewal, state: 'late' } }));
    await open();
    const link = screen.getByRole('link', { name: /^Your details were to be confirmed/ });
    expect(link.getAttribute('href')).toBe('/data/details');
  });

  it('names no step where none allows more', async () => {
    await open();
    expect(screen.getByText(/confirmed by the card’s issuer: up to ₹60,000/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Send the card' })).toBeNull();
  });

  it('in a link session offers the account after a code, and works without it', async () => {
    location.hash = '#/user';
    server.refuses(viewAccount, CODES.confirmByCode);
    await open();

    const row = await screen.findByRole('button', { name: /Confirm with a code to see it/ });
    expect(location.hash).toBe('#/user');
    await userEvent.click(row);
    expect(location.hash).toBe('#/api-phone-check');
  });

  it.each([
    ['before there is one', () => server.answers(realName, { name: null })],
    [
      'in a link session, which gets it after a code',
      () => server.refuses(realName, CODES.confirmByCode),
    ],
  ])('shows no name %s, and asks for none', async (_, answer) => {
    location.hash = '#/user';
    answer();
    await open();
    await expect.poll(() => server.sentTo(realName).length).toBe(1);
    await expect.poll(() => screen.queryByText('Name')).toBeNull();
    expect(location.hash).toBe('#/user');
  });

  it('sends a changed language to the server', async () => {
    await open();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'es');
    expect(await screen.findByRole('button', { name: 'Cerrar sesión' })).toBeTruthy();
    await expect.poll(() => server.listBodies(saveLanguage)).toEqual([{ language: 'es' }]);
  });

  it('logs out on this phone and on the server', async () => {
    await open();
    await leave();
    expect(await screen.findByText('at /noren')).toBeTruthy();
    expect(server.sentTo(logOut)).toHaveLength(1);
    expect(readSession().token).toBeNull();
  });

  it('logs out on this phone when the server cannot be reached, and says so', async () => {
    server.loses(logOut);
    await open();
    await leave();
    expect(await screen.findByText('at /noren')).toBeTruthy();
    expect(readSession()).toMatchObject({ token: null, userInfo: null });
    expect(document.cookie).not.toContain('noren_token=token');
    expect(screen.getByText(/You are signed out on this phone/)).toBeTruthy();
  });
});
