import { CODES } from '@noren/contract/codes';
import { logOut, openTokenLogin, openTokenPhone, userStatus } from '@noren/contract/login';
import { appConfig } from '@noren/contract/public';
import type { Reason } from '@noren/contract/reasons';
import { UserStatus } from '@noren/core/people/status';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAtOnboardingStatus, watchLinks } from '../../app/start.ts';
import { readDraft, saveDraft } from '../../session/drafts.ts';
import { clearSession, readSession, saveSignIn } from '../../session/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { sampleConfig } from '../../testing/sample-config.ts';
import { stubServer } from '../../testing/server-stub.ts';
import { Login } from './login.tsx';
import { confirmLink, openLink } from './magic-link.ts';

const MINE = { userId: '0198c0de-0000-7000-8000-000000000001', maskedPhone: '98•••••210' };
const OTHER = { userId: '0198c0de-0000-7000-8000-000000000002', maskedPhone: '91•••••333' };
const TOKEN = `${'a'.repeat(43)}.whatsapp-7`;
let server: ReturnType<typeof stubServer>;

function stubStatus(bizStatus: number) {
  const status = { bizStatus, isAuthComplete: bizStatus >= UserStatus.certified };
  const more = {
    repayId: null,
    repayInfo: null,
    evaluation: 'none' as const,
    gpGuideShow: false,
    serverTimeMs: 1_795_000_000_000,
  };
  server.answers(openTokenPhone, { maskedPhone: MINE.maskedPhone });
  server.answers(openTokenLogin, { ...MINE, ...status, token: 'of-the-link', isNewUser: false });
  server.answers(userStatus, { ...MINE, ...status, ...more });
}

beforeEach(() => {
  clearSession();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  server = stubServer();
  server.answers(appConfig, sampleConfig);
  stubStatus(30);
});

const path = () => location.hash.slice(1);
/** Opens a link and taps the button that names its phone. */
const openAndConfirm = async (token = TOKEN) => {
  await openLink(token);
  await confirmLink();
};
/** Renders the sign-in screen for the address after the link was opened and confirmed. */
const open = async (token = TOKEN) => {
  await openAndConfirm(token);
  renderScreen(<Login />, '/login', path());
};

describe('a link', () => {
  it.each([
    [UserStatus.identityDue, '/facial-auth/step-one'],
    [UserStatus.personalInfoDue, '/facial-auth/step-two'],
    [UserStatus.contactsDue, '/facial-auth/step-three'],
    [UserStatus.bankAccountDue, '/facial-auth/step-four'],
    [UserStatus.certified, '/home'],
    [UserStatus.regular, '/home'],
  ])('of a user at status %i leads to %s', async (bizStatus, expected) => {
    stubStatus(bizStatus);
    await openAndConfirm();
    expect([path(), readSession().token]).toEqual([expected, 'of-the-link']);
    expect(server.bodiesOf(openTokenLogin)).toEqual([
      { taskId: 'a'.repeat(43), uniqueChannel: 'whatsapp-7', registerClientType: 1 },
    ]);
  });

  it.each(['/?openToken=TOKEN#/', '/#/noren?openToken=TOKEN'])('is removed from the address %s', async (address) => {
    history.replaceState(null, '', address.replace('TOKEN', TOKEN));
    const started = startAtOnboardingStatus();
    expect(location.href).not.toContain('aaa');
    expect(path()).toBe('/login?link=opening');
    await started;
    expect(path()).toBe('/login?link=confirm');
    expect(location.href).not.toContain('aaa');
    await confirmLink();
    expect(path()).toBe('/facial-auth/step-two');
  });

  it('opened in a running app also signs in, and shows that it is opening', async () => {
    onTestFinished(watchLinks());
    const paths: string[] = [];
    addEventListener('popstate', () => paths.push(path()));
    location.hash = `#/noren?openToken=${TOKEN}`;
    await expect.poll(path).toBe('/login?link=confirm');
    await confirmLink();
    expect(path()).toBe('/facial-auth/step-two');
    expect([readSession().token, location.href.includes('aaa')]).toEqual(['of-the-link', false]);
    expect(paths).toContain('/login?link=opening');
    expect(server.bodiesOf(openTokenLogin)).toHaveLength(1);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1', 2],
    ['Mozilla/5.0 (Linux; Android 15; moto g) Chrome/142.0 Mobile Safari/537.36', 1],
  ])('sends the client type it was opened on: %s', async (userAgent, registerClientType) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await openAndConfirm();
    expect(server.bodiesOf(openTokenLogin)).toMatchObject([{ registerClientType }]);
  });

  it('uses the status of the response when loading the status fails', async () => {
    server.loses(userStatus);
    await openAndConfirm();
    expect(path()).toBe('/facial-auth/step-two');
  });
});

describe('before a link signs in', () => {
  const ask = async () => {
    await openLink(TOKEN);
    renderScreen(<Login />, '/login', path());
  };

  it('a screen names the masked phone, and nobody is signed in yet', async () => {
    await ask();
    expect(await screen.findByRole('heading', { name: 'Sign in as 98•••••210?' })).toBeTruthy();
    expect([readSession().token, server.sentTo(openTokenLogin).length]).toEqual([null, 0]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as 98•••••210' }));
    await expect.poll(path).toBe('/facial-auth/step-two');
    expect(readSession().token).toBe('of-the-link');
  });

  it('a number that is not the own one leaves the link unused', async () => {
    await ask();
    await userEvent.click(await screen.findByRole('button', { name: 'This is not my number' }));
    expect(await screen.findByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
    expect([readSession().token, server.sentTo(openTokenLogin).length]).toEqual([null, 0]);
  });

  it.each<[number, Reason, string]>([
    [CODES.conflict, 'link_used', 'This link has already been used'],
    [CODES.forbidden, 'link_expired', 'This link is more than a day old'],
    [CODES.forbidden, 'link_unknown', 'This link does not work'],
  ])('%i %s is explained above the sign-in by code', async (code, reason, words) => {
    server.refuses(openTokenPhone, code, 'refused', { reason });
    await ask();
    expect(screen.getByText(words)).toBeTruthy();
    expect(server.sentTo(openTokenLogin)).toEqual([]);
  });

  it('a lost answer can be retried', async () => {
    server.loses(openTokenPhone);
    await ask();
    server.answers(openTokenPhone, { maskedPhone: MINE.maskedPhone });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/login?link=confirm');
    expect(server.sentTo(openTokenLogin)).toEqual([]);
  });
});

describe('a link that does not sign in', () => {
  it.each<[number, Reason | undefined, string]>([
    [CODES.conflict, 'link_used', 'This link has already been used'],
    [CODES.forbidden, 'link_expired', 'This link is more than a day old'],
    [CODES.forbidden, 'link_unknown', 'This link does not work'],
    [CODES.invalidInput, undefined, 'This link does not work'],
    [CODES.tooMany, undefined, 'Too many links were opened from your network'],
  ])('%i %s is explained above the sign-in by code', async (code, reason, words) => {
    saveDraft('login', { phone: '9876543210' });
    server.refuses(openTokenLogin, code, 'refused', reason ? { reason } : null);
    await open();
    const message = screen.getByText(words).closest('[role=status]');
    expect(message?.textContent).toContain('Enter your mobile number below');
    // The earlier input is still there.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' }).value).toBe('9876543210');
  });

  it.each<Reason>(['link_used', 'link_expired', 'link_unknown'])(
    '%s leaves a signed-in user on their screen',
    async (reason) => {
      saveSignIn('own', MINE);
      saveDraft('contacts', { name0: 'Ramesh' });
      server.refuses(openTokenLogin, CODES.conflict, 'refused', { reason });
      await open();
      expect([path(), readSession().token]).toEqual(['/facial-auth/step-two', 'own']);
      expect(await screen.findByText('This link no longer works. You are signed in as 98•••••210.')).toBeTruthy();
      expect(readDraft('contacts')).toEqual({ name0: 'Ramesh' });
    },
  );

  it('because the same link just signed in in another tab continues with that session', async () => {
    server.refuses(openTokenLogin, CODES.conflict, 'refused', { reason: 'link_used' });
    // biome-ignore lint/suspicious/noDocumentCookie: what the other tab writes
    document.cookie = 'noren_token=next-door; Path=/';
    await openAndConfirm();
    expect([path(), readSession().token]).toEqual(['/facial-auth/step-two', 'next-door']);
  });

  it('without a response can be retried as the same request', async () => {
    server.loses(openTokenLogin);
    await open();
    expect(await screen.findByRole('heading', { name: 'The link could not be opened' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in with a code' }).getAttribute('href')).toBe('/login');
    stubStatus(60);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/home');
    expect(server.sentTo(openTokenLogin)).toHaveLength(2);
  });
});

describe('a link in a browser that refuses cookies', () => {
  it('is not spent: the screen explains it, and the link signs in once cookies are allowed', async () => {
    const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    await open();
    expect(await screen.findByText(/This browser refuses cookies/)).toBeTruthy();
    expect([path(), readSession().token]).toEqual(['/login?link=cookies', null]);
    expect(server.sentTo(openTokenLogin)).toEqual([]);
    cookies.mockReturnValue(true);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/login?link=confirm');
    await confirmLink();
    expect(path()).toBe('/facial-auth/step-two');
    expect(server.sentTo(openTokenLogin)).toHaveLength(1);
  });
});

describe("another user's link", () => {
  beforeEach(async () => {
    saveSignIn('own', OTHER);
    saveDraft('contacts', { name0: 'Ramesh' });
    await open();
  });

  it('shows whose session this is now, and keeps no data of the previous user', async () => {
    expect(await screen.findByRole('heading', { name: 'You are now signed in as 98•••••210' })).toBeTruthy();
    expect(readSession().token).toBe('of-the-link');
    expect(readDraft('contacts')).toEqual({});
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    expect(screen.getByText('at /facial-auth/step-two')).toBeTruthy();
  });

  it('can be signed out at once', async () => {
    server.answers(logOut, {});
    await userEvent.click(await screen.findByRole('button', { name: 'This is not my number: sign out' }));
    expect(await screen.findByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
    expect([readSession().token, server.sentTo(logOut).length]).toEqual([null, 1]);
  });
});
