import { expect, type Page } from '@playwright/test';
import { openWithServiceWorker, test } from '../support/offline-app.ts';
import { jump, readCode } from '../support/sandbox.ts';
import { sayIn } from '../support/texts.ts';

const say = sayIn('en');

test.use({ serviceWorkers: 'allow' });

test('a notification says what came, and leads to it: at once, or after signing in', async ({
  page,
  context,
  front,
}) => {
  await context.grantPermissions(['notifications'], { origin: front.url });
  const { phone, repayId } = await jump(context, front.url, 'active');
  const place = `/repay/${repayId}`;
  await openWithServiceWorker(page, '/order');
  const push = { title: 'Noren', body: 'Something about your account', url: `/#${place}`, tag: 'm' };
  const [worker] = context.serviceWorkers();
  // The browser's stand-in for a push service loses one now and then; the tag makes two of them one notification.
  await expect(async () => {
    await deliver(page, front.url, push);
    await expect.poll(() => worker?.evaluate(countShown), { timeout: 5_000 }).toBe(1);
  }).toPass({ timeout: 40_000 });
  // While the page is still loading.
  await page.reload({ waitUntil: 'domcontentloaded' });
  await worker?.evaluate(tapShown);
  await expect.poll(() => new URL(page.url()).hash).toContain(`#${place}`);
  await expect(page.getByRole('heading', { name: say('repay.title') })).toBeVisible();

  await context.clearCookies();
  await page.goto('/sandbox');
  await page.goto(`/#${place}?from=notification`);
  await page.getByLabel(say('login.phone_label')).fill(phone);
  await page.getByRole('button', { name: say('login.send_code') }).click();
  await page.getByRole('checkbox').check();
  await page.getByLabel(say('login.code_label')).fill(await readCode(front.url, phone));
  await expect.poll(() => new URL(page.url()).hash).toBe(`#${place}`);
  await expect(page.getByRole('heading', { name: say('repay.title') })).toBeVisible();
});

/** What a push service would deliver. */
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
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
}

interface Shown {
  registration: { getNotifications(): Promise<Notification[]> };
  dispatchEvent(event: Event): void;
}

/** Runs in the worker. */
async function countShown(): Promise<number> {
  return (await (self as unknown as Shown).registration.getNotifications()).length;
}

/** Runs in the worker: a tap on what is shown, which no test can make on the phone's own screen. */
async function tapShown(): Promise<void> {
  const worker = self as unknown as Shown;
  const [notification] = await worker.registration.getNotifications();
  const tap = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined });
  worker.dispatchEvent(tap);
}
