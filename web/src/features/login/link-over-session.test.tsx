import { CODES } from '@noren/contract/codes';
import { logOut, openTokenLogin, openTokenPhone } from '@noren/contract/login';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDraft, saveDraft } from '../../session/drafts.ts';
import { clearSession, readSession, saveSignIn } from '../../session/session.ts';
import {
  MINE,
  OTHER,
  openLogin,
  path,
  signInNextDoor,
  stubLinkServer,
  stubStatus,
  TOKEN,
} from '../../testing/link-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import type { stubServer } from '../../testing/server-stub.ts';
import { setVisibility } from '../../testing/set-visibility.ts';
import { Login } from './login.tsx';
import { confirmLink, openLink } from './magic-link.ts';

let server: ReturnType<typeof stubServer>;

beforeEach(() => {
  server = stubLinkServer();
});

/** Somebody else's session, which only a tap ends. */
const refuseOverOther = () =>
  server.refuses(openTokenLogin, CODES.conflict, 'refused', { reason: 'other_signed_in' });

describe('while somebody else is signed in', () => {
  beforeEach(() => {
    saveSignIn('own', OTHER);
    refuseOverOther();
  });

  it('a screen names the masked phone, and a tap ends the other session', async () => {
    await openLogin();
    expect(await screen.findByRole('heading', { name: 'Sign in as 98•••••210?' })).toBeTruthy();
    expect(readSession().token).toBe('own');
    stubStatus(server, 30);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as 98•••••210' }));
    await expect.poll(path).toBe('/login?link=other');
    expect(readSession().token).toBe('of-the-link');
    expect(server.listBodies(openTokenLogin).map(({ endsOther }) => endsOther)).toEqual([
      undefined,
      true,
    ]);
  });

  it('who signed in in another tab while the page was hidden is asked too', async () => {
    clearSession();
    server.acceptOnly('next-door');
    setVisibility('hidden');

    const opened = openLink(TOKEN);
    signInNextDoor(OTHER);
    setVisibility('visible');
    await opened;
    expect([path(), readSession()]).toMatchObject([
      '/login?link=confirm',
      { token: 'next-door', userInfo: OTHER },
    ]);
  });

  it('a number that is not the own one leaves the link unused and the session as it is', async () => {
    await openLogin();
    await userEvent.click(await screen.findByRole('button', { name: 'This is not my number' }));
    expect(await screen.findByText('at /noren')).toBeTruthy();
    expect([readSession().token, server.sentTo(openTokenLogin).length]).toEqual(['own', 1]);
  });

  it('a lost answer about the phone can be retried', async () => {
    server.loses(openTokenPhone);
    await openLogin();
    server.answers(openTokenPhone, { maskedPhone: MINE.maskedPhone });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await expect.poll(path).toBe('/login?link=confirm');
    expect(readSession().token).toBe('own');
  });
});

describe("another user's link", () => {
  beforeEach(async () => {
    saveSignIn('own', OTHER);
    saveDraft('contacts', { name0: 'Ramesh' });
    refuseOverOther();
    await openLink(TOKEN);
    stubStatus(server, 30);
    await confirmLink();
    renderScreen(<Login />, '/login', path());
  });

  it('shows whose session this is now, and keeps no data of the previous user', async () => {
    expect(
      await screen.findByRole('heading', { name: 'You are now signed in as 98•••••210' }),
    ).toBeTruthy();
    expect(readSession().token).toBe('of-the-link');
    expect(readDraft('contacts')).toEqual({});
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    expect(screen.getByText('at /facial-auth/step-two')).toBeTruthy();
  });

  it('can be signed out at once', async () => {
    server.answers(logOut, {});
    await userEvent.click(
      await screen.findByRole('button', { name: 'This is not my number: sign out' }),
    );
    expect(await screen.findByRole('textbox', { name: 'Mobile number' })).toBeTruthy();
    expect([readSession().token, server.sentTo(logOut).length]).toEqual([null, 1]);
  });
});
