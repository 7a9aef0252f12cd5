import { CODES } from '@noren/contract/codes';
import { revokeSessions, type UserSession, viewSessions } from '@noren/contract/device';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activateLanguage } from '../../i18n/index.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { stubServer } from '../../testing/server-stub.ts';
import { SessionsScreen } from './sessions.tsx';

const at = Date.UTC(2026, 10, 24, 4, 30);

const own: UserSession = {
  sessionId: '00000000-0000-7000-8000-000000000001',
  isThisOne: true,
  operatingSystem: 'Android 14',
  isByLink: false,
  signedInAt: at,
  lastUsedAt: at,
};

const iphone = {
  ...own,
  sessionId: '00000000-0000-7000-8000-000000000002',
  isThisOne: false,
  operatingSystem: 'iOS 17',
};

const unknown = {
  ...iphone,
  sessionId: '00000000-0000-7000-8000-000000000003',
  operatingSystem: null,
  isByLink: true,
};

let server: ReturnType<typeof stubServer>;
let sessions: UserSession[];

beforeEach(() => {
  server = stubServer();
  sessions = [own, iphone, unknown];
  server.answers(viewSessions, () => ({ sessions }));
  server.answers(revokeSessions, ({ body }) => {
    const { sessionId } = body as { sessionId: string | null };
    const left = sessions.filter(
      (one) => one.isThisOne || (sessionId !== null && one.sessionId !== sessionId),
    );
    const revoked = sessions.length - left.length;

    sessions = left;

    return { revoked };
  });
});

afterEach(() => activateLanguage('en'));
const open = () => renderScreen(<SessionsScreen />, '/sessions');
const items = async () => (await screen.findAllByRole('listitem')).map((item) => item.textContent);

it('marks this phone, names the others by their system, and shows when each was last used', async () => {
  open();
  expect(await items()).toEqual([
    'Android 14This phoneSigned in: 24/11/2026, 10:00',
    'iOS 17Last used: 24/11/2026, 10:00Signed in: 24/11/2026, 10:00Sign out',
    'Unknown deviceOpened by a linkLast used: 24/11/2026, 10:00Signed in: 24/11/2026, 10:00Sign out',
  ]);

  const [this_one] = screen.getAllByRole('listitem');
  expect(within(this_one!).queryByRole('button')).toBeNull();
});

it('shows an unknown system in the user’s language', async () => {
  sessions = [{ ...own, operatingSystem: 'Other' }];
  await activateLanguage('hi');
  open();
  expect((await items())[0]).toContain('अनजान डिवाइस');
  expect(document.body.textContent).not.toContain('Other');
});

it('signs one out, confirms it, and keeps the focus on the list', async () => {
  open();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Sign out: iOS 17, last used 24/11/2026, 10:00' }),
  );
  expect(await screen.findByText(/That device is signed out/)).toBeTruthy();
  await expect.poll(async () => (await items()).length).toBe(2);
  expect(server.listBodies(revokeSessions)).toEqual([{ sessionId: iphone.sessionId }]);
  expect(document.activeElement).toBe(
    screen.getByRole('list', { name: 'Where you are signed in' }),
  );
});

it('signs all others out', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('You are signed in nowhere else')).toBeTruthy();
  expect(server.listBodies(revokeSessions)).toEqual([{ sessionId: null }]);
  expect(screen.getAllByRole('button', { name: /^Sign out/ })).toHaveLength(1);
});

it('ends phones that signed themselves out, though none is listed', async () => {
  sessions = [own];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findAllByText('You are signed in nowhere else')).toHaveLength(2);
  expect(server.listBodies(revokeSessions)).toEqual([{ sessionId: null }]);
});

it('shows a failure and leaves the list unchanged', async () => {
  server.loses(revokeSessions);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  expect(await screen.findByText('Check your connection and try again.')).toBeTruthy();
  expect(await items()).toHaveLength(3);
});

it('in a link session asks for a code first when tapped', async () => {
  location.hash = '#/sessions';
  server.refuses(viewSessions, CODES.confirmByCode);
  open();

  const row = await screen.findByRole('button', {
    name: 'Enter a code to see where you are signed in',
  });
  expect(location.hash).toBe('#/sessions');
  await userEvent.click(row);
  expect(location.hash).toBe('#/api-phone-check');
});
