import { CODES } from '@noren/contract/codes';
import {
  checkOtpLogin,
  logOut,
  openTokenLogin,
  sendLinkOtp,
  userStatus,
} from '@noren/contract/login';
import type { Reason } from '@noren/contract/reasons';
import { UserStatus } from '@noren/core/people/status';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startAtOnboardingStatus, watchLinks } from '../../app/start.ts';
import { language } from '../../i18n/index.ts';
import { LINK_ACCOUNT, readDraft, saveDraft } from '../../session/drafts.ts';
import {
  adoptSessionFromCookies,
  clearSession,
  readSession,
  saveSignIn,
} from '../../session/session.ts';
import {
  MINE,
  OTHER,
  openLogin,
  path,
  SIGNED_IN,
  signInNextDoor,
  stubLinkServer,
  stubStatus,
  TOKEN,
} from '../../testing/link-screen.tsx';
import { MemoryRouter } from '../../testing/memory-router.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { setVisibility } from '../../testing/set-visibility.ts';
import { tapLater } from '../../testing/tap-later.ts';
import { Banner, showBanner } from '../../ui/feedback/banner.tsx';
import { announceLinkAccount } from './link-account.tsx';
import { Login } from './login.tsx';
import { dropLink, openLink } from './magic-link.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubLinkServer();
});

const showBanners = () =>
  render(
    <MemoryRouter>
      <Banner />
    </MemoryRouter>,
  );

describe('a link', () => {
  it.each([
    [UserStatus.identityDue, '/facial-auth/step-one'],
    [UserStatus.personalInfoDue, '/facial-auth/step-two'],
    [UserStatus.contactsDue, '/facial-auth/step-three'],
    [UserStatus.bankAccountDue, '/facial-auth/step-four'],
    [UserStatus.certified, '/home'],
    [UserStatus.regular, '/home'],
  ])('of a user at status %i leads to %s', async (bizStatus, expected) => {
    stubStatus(server, bizStatus);
    await openLink(TOKEN);
    expect([path(), readSession().token]).toEqual([expected, 'of-the-link']);
    expect(server.listBodies(openTokenLogin)).toEqual([
      { taskId: 'a'.repeat(43), uniqueChannel: 'whatsapp-7', registerClientType: 1 },
    ]);
  });

  it.each(['/?openToken=TOKEN#/', '/#/noren?openToken=TOKEN'])(
    'is removed from the address %s',
    async (address) => {
      history.replaceState(null, '', address.replace('TOKEN', TOKEN));

      const started = startAtOnboardingStatus();
      expect(location.href).not.toContain('aaa');
      expect(path()).toBe('/login?link=opening');
      await started;
      expect(location.href).not.toContain('aaa');
      expect(path()).toBe('/facial-auth/step-two');
    },
  );

  it('opened in a running app also signs in, and shows that it is opening', async () => {
    onTestFinished(watchLinks());

    const paths: string[] = [];
    addEventListener('popstate', () => paths.push(path()));
    location.hash = `#/noren?openToken=${TOKEN}`;
    await expect.poll(path).toBe('/facial-auth/step-two');
    expect([readSession().token, location.href.includes('aaa')]).toEqual(['of-the-link', false]);
    expect(paths).toContain('/login?link=opening');
    expect(server.listBodies(openTokenLogin)).toHaveLength(1);
  });

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148 Safari/604.1', 2],
    ['Mozilla/5.0 (Linux; Android 15; moto g) Chrome/142.0 Mobile Safari/537.36', 1],
  ])('sends the client type it was opened on: %s', async (userAgent, registerClientType) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await openLink(TOKEN);
    expect(server.listBodies(openTokenLogin)).toMatchObject([{ registerClientType }]);
  });

  it('uses the status of the response when loading the status fails', async () => {
    server.loses(userStatus);
    await openLink(TOKEN);
    expect(path()).toBe('/facial-auth/step-two');
  });
});

describe('a link that signs in by itself', () => {
  it('waits until the page is seen: a page in the background, or prerendered, spends nothing', async () => {
    setVisibility('hidden');

    const opened = openLink(TOKEN);
    setVisibility('hidden');
    expect(server.sentTo(openTokenLogin)).toEqual([]);
    setVisibility('visible');
    await opened;
    expect([path(), server.sentTo(openTokenLogin).length]).toEqual(['/facial-auth/step-two', 1]);
  });

  it('is not opened any more when another link was opened meanwhile', async () => {
    setVisibility('hidden');

    const opened = [openLink(TOKEN), openLink(`${'b'.repeat(43)}.whatsapp-7`)];
    setVisibility('visible');
    await Promise.all(opened);
    expect(server.listBodies(openTokenLogin)).toMatchObject([{ taskId: 'b'.repeat(43) }]);
  });

  it('says whose account it is, and lets the user leave it in one tap', async () => {
    server.answers(logOut, {});
    showBanners();
    await act(() => openLink(TOKEN));
    expect(await screen.findByText('Signed in as 98•••••210')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'This is not my number: sign out' }));
    await expect.poll(path).toBe('/login');
    expect([readSession().token, server.sentTo(logOut).length]).toEqual([null, 1]);
    expect(screen.queryByText(/Signed in as/)).toBeNull();
  });

  it('says it over a reload too, until the user says that it is theirs', async () => {
    await act(() => openLink(TOKEN));
    showBanner('link', null);
    await startAtOnboardingStatus();
    showBanners();
    await userEvent.click(await screen.findByRole('button', { name: 'It is mine' }));
    expect(screen.queryByText(/Signed in as/)).toBeNull();
    expect([readDraft(LINK_ACCOUNT), readSession().token]).toEqual([{}, 'of-the-link']);
  });

  it('says nothing of anyone who signs in in this tab after the session of the link ended', async () => {
    showBanners();
    await act(() => openLink(TOKEN));
    expect(await screen.findByText('Signed in as 98•••••210')).toBeTruthy();
    act(clearSession);
    act(() => saveSignIn('own', OTHER));
    expect(screen.queryByText(/Signed in as/)).toBeNull();
    expect(readDraft(LINK_ACCOUNT)).toEqual({});
  });

  it('says nothing of anyone whom another tab signed in before a reload', async () => {
    showBanners();
    act(() => saveSignIn('own', OTHER));
    act(() => announceLinkAccount(MINE.userId));
    expect(screen.queryByText(/Signed in as/)).toBeNull();
  });

  it('says nothing more than a toast where the user was signed in already', async () => {
    saveSignIn('of-the-link', MINE);
    await openLink(TOKEN);
    expect(readDraft(LINK_ACCOUNT)).toEqual({});
  });

  it("shows the app in the borrower's language where none was chosen", async () => {
    server.answers(openTokenLogin, { ...SIGNED_IN, language: 'es' });
    await openLink(TOKEN);
    expect(language()).toBe('es');
  });

  it('clears what was typed in a session whose user cannot be read', async () => {
    signInNextDoor(null);
    adoptSessionFromCookies();
    saveDraft('feedback', { text: 'I paid twice.' });
    await openLink(TOKEN);
    expect([path(), readDraft('feedback')]).toEqual(['/login?link=other', {}]);
  });
});

describe('a link that was used already', () => {
  const code = {
    otpRef: '0198c0de-0000-7000-8000-0000000000aa',
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
    hasAgreed: true,
    maskedPhone: MINE.maskedPhone,
  };
  beforeEach(() => {
    server.refuses(openTokenLogin, CODES.conflict, 'refused', { reason: 'link_used' });
    server.answers(sendLinkOtp, code);
  });

  /** Nothing says that the link was used: what to do is said, and the number is typed. */
  function expectPapersBySignIn(): void {
    expect(screen.getByText('Your loan papers')).toBeTruthy();
    expect(screen.getByText(/Your papers are in the app, under Documents\./)).toBeTruthy();
    expect(screen.queryByText('This link has already been used')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
  }

  it('leads to the code for its number, which signs in', async () => {
    server.answers(checkOtpLogin, { ...SIGNED_IN, token: 'of-the-code' });
    await openLogin();
    expect(await screen.findByText('This link has already been used')).toBeTruthy();
    expect(screen.getByText('+91 98•••••210')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Verification code' }), '4821');
    expect(await screen.findByText('at /facial-auth/step-two')).toBeTruthy();
    expect(readSession().token).toBe('of-the-code');
    expect(server.listBodies(checkOtpLogin)).toMatchObject([
      {
        link: { taskId: 'a'.repeat(43), uniqueChannel: 'whatsapp-7' },
        otpRef: code.otpRef,
        code: '4821',
      },
    ]);
  });

  it('that leads to papers says so, and opens the documents after the code', async () => {
    server.answers(checkOtpLogin, { ...SIGNED_IN, token: 'of-the-code' });
    await openLogin(`${'a'.repeat(22)}.doc`);
    expect(await screen.findByText('Your loan papers')).toBeTruthy();
    expect(screen.queryByText('This link has already been used')).toBeNull();

    await userEvent.type(screen.getByRole('textbox', { name: 'Verification code' }), '4821');
    expect(await screen.findByText('at /documents')).toBeTruthy();
  });

  it('that leads to papers asks for the number where no code could be sent', async () => {
    server.refuses(sendLinkOtp, CODES.tooMany, 'Too many tries.');
    await openLogin(`${'a'.repeat(22)}.doc`);
    expectPapersBySignIn();
  });

  it('that leads to papers asks for the number after a reload and after a day', async () => {
    dropLink();
    renderScreen(<Login />, '/login', '/login?link=code&papers');
    await screen.findByText('Your loan papers');
    expectPapersBySignIn();
    cleanup();

    server.refuses(openTokenLogin, CODES.forbidden, 'refused', { reason: 'link_expired' });
    await openLogin(`${'a'.repeat(22)}.doc`);
    expectPapersBySignIn();
  });

  it('that leads to papers opens them after a day too, where somebody is signed in', async () => {
    server.refuses(openTokenLogin, CODES.forbidden, 'refused', { reason: 'link_expired' });
    signInNextDoor(MINE);
    await openLink(`${'a'.repeat(22)}.doc`);
    expect(path()).toBe('/documents');
  });

  it('that leads to papers opens the documents of the session that there is', async () => {
    signInNextDoor(MINE);
    await openLink(`${'a'.repeat(22)}.doc`);
    expect(path()).toBe('/documents');
    expect(server.listBodies(sendLinkOtp)).toEqual([]);
  });

  it('explains a wrong code at the field', async () => {
    server.refuses(checkOtpLogin, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });
    await openLogin();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Verification code' }), '4821');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
  });

  it('types another code into an empty field', async () => {
    const otpRefs = [code.otpRef, OTHER.userId];
    const sent = () => ({ ...code, otpRef: otpRefs.shift() ?? '', resendAfterSeconds: 0 });
    server.answers(sendLinkOtp, sent);
    server.refuses(checkOtpLogin, CODES.invalidInput, 'This code is not right.', {
      reason: 'code_wrong',
    });
    await openLogin();

    const field = () =>
      screen.findByRole<HTMLInputElement>('textbox', { name: 'Verification code' });
    await userEvent.type(await field(), '0000');
    tapLater(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(await screen.findByText('A new code was sent')).toBeTruthy();
    expect((await field()).value).toBe('');
  });

  it('can be left for another number', async () => {
    await openLogin();
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }));
    expect(await screen.findByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
  });

  it.each([
    ['too many were sent', () => server.refuses(sendLinkOtp, CODES.tooMany, 'Too many tries.')],
    [
      'none could be sent',
      () => server.refuses(sendLinkOtp, CODES.conflict, 'no', { reason: 'code_not_sent' }),
    ],
  ])('leads to the number where %s', async (_, refuse) => {
    refuse();
    await openLogin();
    expect(screen.getByText('This link has already been used')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
  });

  it('asks for the number after a reload, which forgets the link', async () => {
    dropLink();
    renderScreen(<Login />, '/login', '/login?link=code');
    expect(await screen.findByText('This link has already been used')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
  });

  it('because it just signed in in another tab continues with that session', async () => {
    signInNextDoor(MINE);
    await openLink(TOKEN);
    expect([path(), readSession().token]).toEqual(['/facial-auth/step-two', 'next-door']);
    expect(server.sentTo(sendLinkOtp)).toEqual([]);
  });
});

describe('a link that does not sign in', () => {
  it.each<[number, Reason | undefined, string]>([
    [CODES.forbidden, 'link_expired', 'This link is more than a day old'],
    [CODES.forbidden, 'link_unknown', 'This link does not work'],
    [CODES.invalidInput, undefined, 'This link does not work'],
    [CODES.tooMany, undefined, 'Too many links were opened from your network'],
  ])('%i %s is explained above the sign-in by code', async (code, reason, words) => {
    saveDraft('login', { phone: '9876543210' });
    server.refuses(openTokenLogin, code, 'refused', reason ? { reason } : null);
    await openLogin();

    const message = screen.getByText(words).closest('[role=status]');
    expect(message?.textContent).toContain('Enter your mobile number below');
    // The earlier input is still there.
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mobile number' }).value).toBe(
      '9876543210',
    );
  });

  it.each<Reason>(['link_used', 'link_expired', 'link_unknown'])(
    '%s leaves a signed-in user on their screen',
    async (reason) => {
      saveSignIn('own', MINE);
      saveDraft('contacts', { name0: 'Ramesh' });
      server.refuses(openTokenLogin, CODES.conflict, 'refused', { reason });
      await openLogin();
      expect([path(), readSession().token]).toEqual(['/facial-auth/step-two', 'own']);
      expect(
        await screen.findByText('This link no longer works. You are signed in as 98•••••210.'),
      ).toBeTruthy();
      expect(readDraft('contacts')).toEqual({ name0: 'Ramesh' });
    },
  );

  it('without a response can be retried as the same request', async () => {
    server.loses(openTokenLogin);
    await openLogin();
    expect(
      await screen.findByRole('heading', { name: 'The link could not be opened' }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in with a code' }).getAttribute('href')).toBe(
      '/login',
    );
    stubStatus(server, 60);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/home');
    expect(server.sentTo(openTokenLogin)).toHaveLength(2);
  });
});

describe('a link in a browser that refuses cookies', () => {
  it('is not spent: the screen explains it, and the link signs in once cookies are allowed', async () => {
    const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    await openLogin();
    expect(await screen.findByText(/This browser refuses cookies/)).toBeTruthy();
    expect([path(), readSession().token]).toEqual(['/login?link=cookies', null]);
    expect(server.sentTo(openTokenLogin)).toEqual([]);
    cookies.mockReturnValue(true);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/facial-auth/step-two');
    expect(server.sentTo(openTokenLogin)).toHaveLength(1);
  });
});
