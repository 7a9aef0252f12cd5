import { saveConsent } from '@noren/contract/account';
import { consentTexts } from '@noren/core/consent';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showScreen } from './test/show-screen.tsx';
import { standInServer } from './test/wire-stub.ts';

let server: ReturnType<typeof standInServer>;
let browser: { permission: NotificationPermission; requestPermission: ReturnType<typeof vi.fn> };
let allowed: number;
let parts: typeof import('./session-notifications.tsx');
const count = () => {
  allowed += 1;
};

beforeEach(async () => {
  vi.resetModules();
  parts = await import('./session-notifications.tsx');
  server = standInServer();
  const { textVersion, isRequired } = consentTexts.notifications;
  const standing = { purpose: 'notifications' as const, textVersion, isRequired, state: 'given' as const };
  server.answers(saveConsent, { ...standing, decidedAt: 0 });
  browser = { permission: 'default', requestPermission: vi.fn(async () => 'granted') };
  vi.stubGlobal('Notification', browser);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  allowed = 0;
  addEventListener(parts.NOTIFICATIONS_ALLOWED, count);
});
afterEach(() => {
  removeEventListener(parts.NOTIFICATIONS_ALLOWED, count);
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const open = (isUseful = true) => showScreen(<parts.AskNotifications isUseful={isUseful} />, '/order');
const dialog = () => screen.queryByRole('dialog', { name: 'May we notify you on this phone?' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('notifications', () => {
  it('are asked for in our words, then in the browser’s; the consent comes before anything is kept', async () => {
    open();
    expect(browser.requestPermission).not.toHaveBeenCalled();
    await press('OK');
    expect(browser.requestPermission).toHaveBeenCalledTimes(1);
    await expect.poll(() => allowed).toBe(1);
    const { textVersion } = consentTexts.notifications;
    expect(server.bodiesOf(saveConsent)).toEqual([{ purpose: 'notifications', textVersion, given: true }]);
  });

  it('are asked for once on a phone, and only where they are of use', async () => {
    open(false);
    expect(dialog()).toBeNull();
    cleanup();
    open();
    await press('Next time');
    expect(dialog()).toBeNull();
    cleanup();
    open();
    expect(dialog()).toBeNull();
    expect(browser.requestPermission).not.toHaveBeenCalled();
    expect(server.sentTo(saveConsent)).toEqual([]);
  });

  it('refused in the browser record nothing', async () => {
    browser.requestPermission.mockResolvedValue('denied');
    open();
    await press('OK');
    expect(server.sentTo(saveConsent)).toEqual([]);
    expect(allowed).toBe(0);
  });

  it.each([
    ['granted', 'On'],
    ['denied', "Blocked in the browser's settings"],
  ] as const)('%s are not asked for; the profile says so', (permission, words) => {
    browser.permission = permission;
    open();
    expect(dialog()).toBeNull();
    cleanup();
    showScreen(<parts.NotificationsRow />, '/user');
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('are asked for again when the user wants it', async () => {
    open();
    await press('Next time');
    cleanup();
    showScreen(<parts.NotificationsRow />, '/user');
    await userEvent.click(screen.getByRole('button', { name: /Notifications on this phone/ }));
    expect(dialog()).toBeTruthy();
  });

  it('are no question where the browser has none', () => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    open();
    expect(dialog()).toBeNull();
    cleanup();
    showScreen(<parts.NotificationsRow />, '/user');
    expect(screen.getByText('Not possible in this browser')).toBeTruthy();
  });
});
