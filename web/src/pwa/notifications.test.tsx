import { saveConsent, viewConsents } from '@noren/contract/account';
import { pushSubscriptionState, savePushToken } from '@noren/contract/push';
import { consentTexts } from '@noren/core/people/consent';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { stubServer } from '../testing/server-stub.ts';

let server: ReturnType<typeof stubServer>;
let browser: { permission: NotificationPermission; requestPermission: ReturnType<typeof vi.fn> };
let push: ReturnType<typeof pushService>;
let parts: typeof import('./notifications.tsx');

const KEY = 'BKey-_0';
const OTHER = 'BOther-_';
const { textVersion, isRequired } = consentTexts.notifications;

const consentIn = (state: 'given' | 'withdrawn') => ({
  ...{ purpose: 'notifications' as const, textVersion, isRequired, state, decidedAt: 0 },
});

/** A browser's push service: one subscription at a time, each at an address of its own. */
function pushService() {
  let made = 0;
  let current: { endpoint: string; unsubscribe: () => Promise<void>; toJSON: () => object } | null =
    null;

  const make = (options: object) => {
    made += 1;

    const endpoint = `https://push.example/${made}`;
    const unsubscribe = vi.fn(async () => {
      current = null;
    });

    current = Object.assign({ endpoint, unsubscribe, toJSON: () => ({ endpoint }) }, { options });

    return current;
  };

  const manager = {
    getSubscription: vi.fn(async () => current),
    subscribe: vi.fn(async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
      const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
      return make({
        applicationServerKey: Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer,
      });
    }),
  };
  const registration = { pushManager: manager, getNotifications: async () => [] };

  return { manager, make, container: { getRegistration: async () => registration } };
}

beforeEach(async () => {
  vi.resetModules();
  parts = await import('./notifications.tsx');
  server = stubServer();
  server.answers(saveConsent, consentIn('given'));
  server.answers(viewConsents, { consents: [consentIn('given')] });
  server.answers(pushSubscriptionState, { state: 'off', publicKey: KEY });
  server.answers(savePushToken, { state: 'on' });
  browser = { permission: 'default', requestPermission: vi.fn(async () => 'granted') };
  vi.stubGlobal('Notification', browser);
  vi.stubGlobal('PushManager', class {});
  push = pushService();
  Object.defineProperty(navigator, 'serviceWorker', { value: push.container, configurable: true });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const open = (isUseful = true) =>
  renderScreen(<parts.NotificationPrompt isUseful={isUseful} />, '/order');
const dialog = () => screen.queryByRole('dialog', { name: 'May we notify you on this phone?' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('notifications', () => {
  it('our dialog comes first, then the browser’s prompt; the consent is recorded before subscribing', async () => {
    open();
    expect(browser.requestPermission).not.toHaveBeenCalled();
    await press('OK');
    expect(browser.requestPermission).toHaveBeenCalledTimes(1);
    await expect.poll(() => server.sentTo(savePushToken).length).toBe(1);
    expect(server.listBodies(saveConsent)).toEqual([
      { purpose: 'notifications', textVersion, given: true },
    ]);
    expect(push.manager.subscribe.mock.calls).toEqual([
      [{ userVisibleOnly: true, applicationServerKey: KEY }],
    ]);
  });

  it('a refused subscription is not reported as on', async () => {
    push.manager.subscribe.mockRejectedValue(new DOMException('no push service', 'AbortError'));
    expect(await (await import('./push.ts')).turnPushOn()).toBe(false);
    expect(server.sentTo(savePushToken)).toEqual([]);
  });

  it('the dialog is shown once per device, and only where it is useful', async () => {
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

  it('a refusal in the browser records nothing', async () => {
    browser.requestPermission.mockResolvedValue('denied');
    open();
    await press('OK');
    expect(server.sentTo(saveConsent)).toEqual([]);
    expect(push.manager.subscribe).not.toHaveBeenCalled();
  });

  it.each([
    ['granted', 'On'],
    ['denied', "Blocked in the browser's settings"],
  ] as const)('%s are not asked for; the profile says so', (permission, words) => {
    browser.permission = permission;
    open();
    expect(dialog()).toBeNull();
    cleanup();
    renderScreen(<parts.NotificationsRow />, '/user');
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('the profile can show the dialog again', async () => {
    open();
    await press('Next time');
    cleanup();
    renderScreen(<parts.NotificationsRow />, '/user');
    await userEvent.click(screen.getByRole('button', { name: /Notifications on this phone/ }));
    expect(dialog()).toBeTruthy();
  });

  it('allowed by the browser without our consent they are off, and can be turned on', async () => {
    browser.permission = 'granted';
    server.answers(viewConsents, { consents: [consentIn('withdrawn')] });
    renderScreen(<parts.NotificationsRow />, '/user');
    await userEvent.click(
      await screen.findByRole('button', { name: /Notifications on this phone/ }),
    );
    expect(dialog()).toBeTruthy();
  });

  it('a browser without notifications shows no dialog', () => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    open();
    expect(dialog()).toBeNull();
    cleanup();
    renderScreen(<parts.NotificationsRow />, '/user');
    expect(screen.getByText('Not possible in this browser')).toBeTruthy();
  });
});

describe('a start of the app', () => {
  const start = async () => (await import('./push.ts')).renewPush();
  const turnOn = async () => (await import('./push.ts')).turnPushOn();

  beforeEach(() => {
    browser.permission = 'granted';
  });

  it.each([
    { name: 'a valid subscription is left alone', state: 'on', subscribed: 0, saved: 0 },
    { name: 'an expired one is renewed', state: 'renew', subscribed: 1, saved: 1 },
    { name: 'one the server lost is reported again', state: 'off', subscribed: 0, saved: 1 },
    {
      name: 'one the browser lost is created again',
      state: 'on',
      is: 'lost',
      subscribed: 1,
      saved: 1,
    },
    {
      name: 'one with a new endpoint is reported again',
      state: 'on',
      is: 'moved',
      subscribed: 0,
      saved: 1,
    },
    {
      name: 'one for another key of ours is replaced',
      state: 'on',
      publicKey: OTHER,
      subscribed: 1,
      saved: 1,
    },
  ] as const)('$name', async ({ subscribed, saved, ...than }) => {
    await turnOn();

    const { state, publicKey, is } = { publicKey: KEY, is: 'here', ...than };
    if (is !== 'here') await (await push.manager.getSubscription())?.unsubscribe();
    if (is === 'moved') push.make({});
    server.answers(pushSubscriptionState, { state, publicKey });
    await start();

    const keys = push.manager.subscribe.mock.calls
      .slice(1)
      .map(([{ applicationServerKey }]) => applicationServerKey);
    expect(keys).toEqual(Array(subscribed).fill(publicKey));
    expect(server.sentTo(savePushToken)).toHaveLength(1 + saved);
    // Once: the start after finds nothing to do.
    server.answers(pushSubscriptionState, { state: 'on', publicKey });
    await start();
    expect(server.sentTo(savePushToken)).toHaveLength(1 + saved);
  });

  it('the endpoint is not stored, and its hash is removed when push is turned off', async () => {
    await turnOn();
    expect(JSON.stringify({ ...localStorage })).not.toContain('push.example');
    expect(localStorage.getItem('noren.push')).toBeTruthy();
    await (await import('./push.ts')).turnPushOff();
    expect(localStorage.getItem('noren.push')).toBeNull();
  });

  it('an endpoint the server knows to be gone is reported once', async () => {
    await push.manager.subscribe({ applicationServerKey: KEY });
    server.answers(pushSubscriptionState, { state: 'off', publicKey: KEY });

    let saved = 0;
    server.answers(savePushToken, () => ({
      state: ++saved === 1 ? ('renew' as const) : ('on' as const),
    }));
    await start();
    expect([saved, push.manager.subscribe.mock.calls.length]).toEqual([2, 2]);
  });

  it('without a consent the subscription is ended and nothing is reported', async () => {
    await push.manager.subscribe({ applicationServerKey: KEY });
    server.answers(viewConsents, { consents: [consentIn('withdrawn')] });
    await start();
    expect(await push.manager.getSubscription()).toBeNull();
    expect(server.sentTo(savePushToken)).toEqual([]);
  });

  it('nothing is prompted or sent without the browser’s permission', async () => {
    browser.permission = 'default';
    await start();
    expect(server.sentTo(viewConsents)).toEqual([]);
  });
});
