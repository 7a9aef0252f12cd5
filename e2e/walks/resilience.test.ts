import type { AnswerOf } from '@noren/contract/call';
import type { creditInfo } from '@noren/contract/loans';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { startBrokenProxy } from '../support/broken-proxy.ts';
import { startClock, stopClock } from '../support/clock.ts';
import { refuseFirstView } from '../support/first-view.ts';
import { openKeyFacts } from '../support/key-facts.ts';
import { inventPerson, jump, readCode, samplePicture } from '../support/sandbox.ts';
import { tapTwice } from '../support/tap-twice.ts';
import { textsIn } from '../support/texts.ts';
import { pressAgain, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');
const LOST = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/;

/** Number of running orders in the list. */
async function seeOneOrder(page: Page): Promise<void> {
  await page.goto('/#/order');
  await expect(page.getByRole('tab', { name: textOf('orders.processing') })).toContainText('1');
  await expect(page.getByRole('region', { name: 'Noren 7' })).toHaveCount(1);
}

test('two taps within half a second send once', async ({ page, baseURL }) => {
  const { phone } = await inventPerson(baseURL ?? '');
  let sent = 0;

  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user/login/otp') sent += 1;
  });
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await tapTwice(page.getByRole('button', { name: textOf('login.send_code') }));
  await expect(page.getByRole('heading', { name: textOf('login.code_title') })).toBeVisible();
  expect(sent).toBe(1);
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('two taps within half a second on Back go back once', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'limit');
  await page.goto('/#/customer-service');
  await page.getByRole('link', { name: textOf('service.officers') }).click();
  await expect(
    page.getByRole('heading', { name: textOf('grievance.title'), level: 1 }),
  ).toBeVisible();

  await tapTwice(page.getByRole('button', { name: textOf('ui.back'), exact: true }));
  await expect(
    page.getByRole('heading', { name: textOf('service.title'), level: 1 }),
  ).toBeVisible();
  await settle(page);
  expect(new URL(page.url()).hash).toBe('#/customer-service');
});

test('two taps on accepting give one order', { tag: '@main' }, async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');
  await tapTwice(await openKeyFacts(page));
  await expect(page.getByRole('dialog', { name: textOf('loans.applied') })).toBeVisible();
  await seeOneOrder(page);
});

test('after a lost answer the user sees why, and a retry creates no second order', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(LOST);
  await jump(context, baseURL ?? '', 'limit');

  const ids: (string | undefined)[] = [];
  await page.route('**/api/user/product/applyLoan', async (route) => {
    ids.push(route.request().headers()['x-request-id']);

    // The order is created, but its answer never arrives.
    const answer = await route.fetch();
    if (ids.length === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });

  const accept = await openKeyFacts(page);
  await accept.click();
  await expect(page.getByText(textOf('api.check_connection')).first()).toBeVisible();
  await pressAgain(accept, page.getByRole('dialog', { name: textOf('loans.applied') }));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  await seeOneOrder(page);
});

test('the app says that it is offline, claims nothing as sent, and continues once online', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(LOST);

  const { phone } = await inventPerson(baseURL ?? '');
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill(phone);
  await context.setOffline(true);
  await expect(page.getByText(textOf('ui.offline'))).toBeVisible();
  await page.getByRole('button', { name: textOf('login.send_code') }).click();
  await expect(page.getByText(textOf('api.check_connection')).first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(textOf('ui.offline'))).toBeHidden();

  const next = page.getByRole('heading', { name: textOf('login.code_title') });
  await pressAgain(page.getByRole('button', { name: textOf('login.send_code') }), next);
  expect(await readCode(baseURL ?? '', phone)).toMatch(/^\d{4}$/);
});

test('a list that failed to load offers a retry, and then loads', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(LOST);
  await jump(context, baseURL ?? '', 'active');
  await refuseFirstView(page);
  await page.route('**/api/user/borrow/bill?*', (route) => route.abort());
  await page.goto('/#/order');
  await expect(page.getByText(textOf('orders.failed'))).toBeVisible();
  await page.unroute('**/api/user/borrow/bill?*');
  await page.getByRole('button', { name: textOf('ui.try_again') }).click();
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
});

test('on a slow network the app shows what loads, and that sending continues', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'limit');

  const gate = Promise.withResolvers<void>();
  await refuseFirstView(page);
  await page.route(/product\/(productList|quote)/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/#/home');
  await expect(page.getByText(textOf('home.available'))).toBeVisible();
  await expect(
    page.getByRole('region', { name: textOf('home.recommended') }).getByRole('status'),
  ).toBeVisible();
  gate.resolve();
  await expect(page.getByRole('link', { name: 'Noren 7' })).toBeVisible();
});

const EVALUATING: AnswerOf<typeof creditInfo> = {
  state: 'evaluating',
  limitPaise: 0,
  availablePaise: 0,
  owedPaise: 0,
  heldPaise: 0,
  isLocked: false,
  reasons: [],
  waiting: null,
  requested: [],
  decideAgain: null,
  identity: { level: 'source_checked', mostPaise: 6_000_000, next: null },
  renewal: null,
};

test('the countdown ends at zero, shows the next state and never restarts', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'evaluating');
  await refuseFirstView(page);
  // The sandbox ends it after a minute.
  await page.route('**/api/user/credit/creditInfo', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: EVALUATING } }),
  );
  await page.addInitScript(stopClock);
  await page.goto('/#/home');

  const count = page.getByRole('dialog', { name: textOf('ui.amount_evaluated') });
  await expect(count.getByRole('timer')).toHaveAccessibleName(/^\d+ seconds? left$/);
  await page.evaluate(startClock);
  await expect(count).toBeHidden();
  await expect(page.getByText(textOf('home.evaluating_live'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(textOf('home.evaluating_live'))).toBeVisible();
  await expect(count).toBeHidden();
});

const OCR = '/api/user/kyc/invoke/ocr';

/** Opens the screen of the first card and counts the picture uploads. */
async function openFirstCard(page: Page, context: BrowserContext, url: string) {
  await jump(context, url, 'identity');

  const requestIds: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === OCR) requestIds.push(request.headers()['x-request-id']);
  });
  await page.goto(`${url}/#/facial-auth/step-one`);
  await page.getByRole('button', { name: textOf('consent.agree') }).click();
  await expect(page.getByRole('heading', { name: textOf('certification.panFront') })).toBeVisible();

  return requestIds;
}

test('an upload that breaks off half-way keeps the picture, and a retry stores one document', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(LOST);
  // The proxy has its own address.
  watch.allow(/^elsewhere: http:\/\/127\.0\.0\.1/);

  const buffer = await samplePicture(baseURL ?? '', 'pan-front', 7);
  const line = await startBrokenProxy(baseURL ?? '', OCR, buffer.length / 2);
  const requestIds = await openFirstCard(page, context, line.url);
  const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };

  await page.getByLabel(textOf('certification.upload')).setInputFiles(file);
  await expect(page.getByText(textOf('certification.picture_kept'))).toBeVisible();
  await expect(page.getByRole('img', { name: textOf('certification.your_picture') })).toBeVisible();
  line.repair();

  const next = page.getByRole('heading', { name: textOf('certification.aadhaarBack') });
  await pressAgain(page.getByRole('button', { name: textOf('certification.send_again') }), next);
  expect(requestIds).toHaveLength(2);
  expect(requestIds[0]).toBe(requestIds[1]);
  await page.reload();
  await expect(next).toBeVisible();
  await page.goBack();
  await expect(page.getByText(textOf('certification.kept'))).toBeVisible();
  await page.getByRole('button', { name: textOf('certification.next') }).click();
  await expect(next).toBeVisible();
  await expect(page.getByText(textOf('certification.kept'))).toBeHidden();
  line.close();
});

test('a file that is no complete picture is refused before it is sent', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const requestIds = await openFirstCard(page, context, url);
  const card = await samplePicture(url, 'pan-front', 7);
  const wide = Buffer.from('89504e470d0a1a0a0000000d4948445200004e2000004e200802000000', 'hex');
  const files = [
    ['picture_pdf', 'card.jpg', Buffer.from('%PDF-1.7\n%âãÏÓ')],
    ['picture_heic', 'IMG_0001.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['picture_damaged', 'card.jpg', card.subarray(0, card.length / 2)],
    ['picture_too_many_pixels', 'card.png', wide],
    ['picture_not_an_image', 'card.jpg', Buffer.from('not a picture')],
  ] as const;

  for (const [text, name, buffer] of files) {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
    await expect(page.getByText(textOf(`certification.${text}`))).toBeVisible();
    await expect(
      page.getByRole('button', { name: textOf('certification.take_photo') }),
    ).toBeVisible();
  }

  await expect(page.getByRole('link', { name: textOf('certification.still_stuck') })).toBeVisible();
  expect(requestIds).toEqual([]);
});
