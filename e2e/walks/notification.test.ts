import { expect, type Page } from '@playwright/test';
import { openWithServiceWorker, test } from '../support/offline-app.ts';
import { jump, readCode } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';

const textOf = textsIn('en');

test.use({ serviceWorkers: 'allow' });

test('a notification shows its text and opens its screen, at once or after signing in', async ({
  page,
  context,
  appProxy,
}) => {
  await context.grantPermissions(['notifications'], { origin: appProxy.url });

  const { phone, repayId } = await jump(context, appProxy.url, 'active');
  const path = `/repay/${repayId}`;

  await openWithServiceWorker(page, '/order');

  const push = { title: 'Noren', body: 'Something about your account', url: `/#${path}`, tag: 'm' };
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  await worker.evaluate(keepShown);

  // The browser's fake push service loses a message now and then; the tag merges repeats into one
  // notification.
  await expect(async () => {
    await deliver(page, appProxy.url, push);
    await expect.poll(() => worker.evaluate(countShown), { timeout: 5_000 }).toBe(1);
  }).toPass({ timeout: 300_000 });
  // While the page is still loading.
  await page.reload({ waitUntil: 'domcontentloaded' });
  await worker.evaluate(tapShown);
  await expect.poll(() => new URL(page.url()).hash).toContain(`#${path}`);
  await expect(page.getByRole('heading', { name: textOf('repay.title') })).toBeVisible();

  await context.clearCookies();
  await page.goto('/sandbox');
  await page.goto(`/#${path}?from=notification`);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/noren');
  await expect(page.getByText(textOf('noren.open_after_sign_in'))).toBeVisible();
  await page.getByRole('link', { name: textOf('noren.start') }).click();
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await page.getByRole('checkbox').check();
  await page.getByLabel(textOf('login.code_label')).fill(await readCode(appProxy.url, phone));
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);
  await expect(page.getByRole('heading', { name: textOf('repay.title') })).toBeVisible();
});

/** The payload that a push service would deliver. */
async function deliver(page: Page, origin: string, payload: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    });
  });

  await session.send('ServiceWorker.enable');

  const data = JSON.stringify(payload);
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await found,
    data,
  });
}

interface WorkerScope {
  registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(): Promise<Notification[]>;
  };
  dispatchEvent(event: Event): void;
}

/**
 * Runs in the worker: keeps what it shows, one of each tag. A headless shell shows no
 * notifications.
 */
function keepShown(): void {
  const { registration } = self as unknown as WorkerScope;
  const shown = new Map<string | undefined, Notification>();

  registration.showNotification = async (title, options) => {
    const kept = { title, ...options, close: () => shown.delete(options.tag) };
    shown.set(options.tag, kept as unknown as Notification);
  };
  registration.getNotifications = async () => [...shown.values()];
}

/** Runs in the worker. */
async function countShown(): Promise<number> {
  return (await (self as unknown as WorkerScope).registration.getNotifications()).length;
}

/**
 * Runs in the worker: simulates a tap on the notification, which a test cannot make outside the
 * page.
 */
async function tapShown(): Promise<void> {
  const worker = self as unknown as WorkerScope;
  const [notification] = await worker.registration.getNotifications();
  const tap = Object.assign(new Event('notificationclick'), {
    notification,
    waitUntil: () => undefined,
  });

  worker.dispatchEvent(tap);
}
