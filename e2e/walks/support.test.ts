import { expect, type Page } from '@playwright/test';
import { answerTicket } from '../support/colleague.ts';
import { type JourneyPoint, jump, samplePicture } from '../support/sandbox.ts';
import { visit } from '../support/screens.ts';
import { textsIn } from '../support/texts.ts';
import { toastOf } from '../support/toasts.ts';
import { inspect, passesAxe, pressAgain, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

test('a message in the inbox leads to its loan, and Back always has a way out', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'active');
  await page.goto('/#/messages');
  await inspect(page, textOf('messages.title'));

  const message = page.getByRole('link', { name: 'Your loan was paid out' });
  await expect(page.getByText(textOf('messages.new'))).toBeVisible();
  await message.click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/repay/${repayId}`);
  await page.goBack();
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: textOf('ui.back'), exact: true }).click();
  await expect(page.getByRole('heading', { name: textOf('ui.tab_user') })).toBeVisible();
  await settle(page);
  await expect(page.getByText('1 new')).toBeHidden();
});

test('customer service is a tap away on every screen, and its numbers are copied', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await jump(context, baseURL ?? '', 'limit');
  await page.setViewportSize({ width: 360, height: 540 });
  await page.goto('/#/home');
  await settle(page);

  const icon = page.getByRole('button', { name: textOf('service.title') });
  const above = await icon.boundingBox();

  await page.getByRole('link', { name: 'Noren 15' }).scrollIntoViewIfNeeded();
  await expect.poll(async () => (await icon.boundingBox())?.y).toBeGreaterThan(0);
  expect((await icon.boundingBox())?.x).toBeCloseTo(above?.x ?? 0, -1);
  await page.setViewportSize({ width: 360, height: 800 });
  await icon.click();

  const dialog = page.getByRole('dialog', { name: textOf('service.title') });
  await expect(dialog.getByText(/09:00–\u206018:00/)).toBeVisible();
  await passesAxe(page);
  await dialog.getByRole('button', { name: new RegExp(textOf('service.whatsapp')) }).click();
  await expect(toastOf(page, textOf('ui.copied'))).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('+91 90000 00000');
  await dialog.getByRole('button', { name: textOf('service.write') }).click();
  await expect(page.getByRole('heading', { name: textOf('feedback.title') })).toBeVisible();
});

/** Signed-in screens on which the icon floats, by who sees them. */
const FLOATING: [JourneyPoint, string[]][] = [
  ['new', ['/noren', '/identity-auth', '/survey', '/customer-service']],
  ['limit', ['/home', '/loan?product=N07', '/coupon', '/user', '/messages', '/feedback', '/data']],
  ['overdue', ['/home', '/order', '/repay/{repayId}']],
];

const PHONES = [
  { width: 360, height: 640, font: '100%' },
  { width: 320, height: 640, font: '200%' },
];

/** Also while it yields, when no role finds it. */
const floating = (page: Page) => page.locator('[data-float] button');

/** Runs in the page: what lies under the floating icon, where it is after the next frame. */
async function listCovered(icon: Element): Promise<string[]> {
  const { port1, port2 } = new MessageChannel();
  const painted = new Promise((resolve) => port1.addEventListener('message', resolve));
  port1.start();
  requestAnimationFrame(() => port2.postMessage(null));
  await painted;

  if (!icon.checkVisibility({ visibilityProperty: true })) return [];

  const { left, right, top, bottom } = icon.getBoundingClientRect();
  const isUnder = (box: DOMRect): boolean =>
    box.width > 1 && box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  const found: string[] = [];
  const texts = document.createNodeIterator(
    document.getElementById('app') as Node,
    NodeFilter.SHOW_TEXT,
  );

  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(text);
    if (text.textContent?.trim() && [...range.getClientRects()].some(isUnder))
      found.push(text.textContent);
  }

  for (const control of document.querySelectorAll(
    '#app :is(a[href], button, input, select, textarea, img)',
  ))
    if (control !== icon && isUnder(control.getBoundingClientRect()))
      found.push(control.outerHTML.slice(0, 80));

  return found;
}

/** Until the page has answered what was done last: events of scrolling come with the next frame. */
const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume))),
  );

/**
 * Scrolls to the end of a screen.
 * @returns what the icon covered at any stop
 */
async function scrollUnder(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let isEnd = false; !isEnd; ) {
    await nextFrame(page);
    await expect(page.locator('[data-float]')).not.toHaveAttribute('data-float', 'moving');
    covered.push(...(await floating(page).evaluate(listCovered)));
    isEnd = await page.evaluate(() => {
      const before = scrollY;
      scrollBy(0, 180);
      return scrollY === before;
    });
  }

  return covered;
}

for (const { width, height, font } of PHONES)
  test(`the floating icon is on every signed-in screen and covers nothing (${width} px, text at ${font})`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height });
    for (const [point, paths] of FLOATING) {
      const { repayId } = await jump(context, baseURL ?? '', point);
      await page.goto('about:blank');

      for (const path of paths) {
        await visit(page, path.replace('{repayId}', repayId ?? ''));
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, font);
        await expect(floating(page)).toBeAttached();
        expect.soft(await scrollUnder(page), `under the icon on ${path}`).toEqual([]);
        await expect.soft(floating(page), `at the end of ${path}`).toBeVisible();
      }
    }
  });

test('with less motion the floating icon appears together with its drawing', async ({
  page,
  context,
  baseURL,
}) => {
  await jump(context, baseURL ?? '', 'identity');
  await page.goto('/#/identity-auth');

  await expect(floating(page).locator('path')).toHaveCSS('transition-duration', '0s');
});

test('nothing floats beside a camera or a payment code', async ({ page, context, baseURL }) => {
  await jump(context, baseURL ?? '', 'identity');
  await page.goto('/#/identity-auth');
  await expect(floating(page)).toBeVisible();

  for (const path of ['/facial-auth/step-one', '/sky-scan']) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('button', { name: textOf('service.title') })).toBeVisible();
    await expect(floating(page)).toHaveCount(0);
  }
});

test('feedback survives a lost network, gets a ticket number and an answer', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  const url = baseURL ?? '';
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await jump(context, url, 'new');
  await page.goto('/#/feedback');
  await inspect(page, textOf('feedback.title'));
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(page.getByText(textOf('feedback.text_empty')).first()).toBeVisible();
  await passesAxe(page);
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('feedback.type').replace('?', '\\?')}`) })
    .click();
  await page.getByRole('option', { name: textOf('feedback.type_problem') }).click();
  await page.getByLabel(textOf('feedback.text')).fill('The page stays white.');

  const picture = {
    name: 'seen.jpg',
    mimeType: 'image/jpeg',
    buffer: await samplePicture(url, 'pan-front'),
  };
  await page.getByLabel(textOf('feedback.picture_add')).setInputFiles([picture, picture]);
  await expect(
    page.getByRole('img', { name: textOf('feedback.picture', { number: 2, of: 2 }) }),
  ).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(page.getByText(textOf('feedback.kept'))).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel(textOf('feedback.text'))).toHaveValue('The page stays white.');

  const sent = page.getByRole('heading', { name: textOf('feedback.sent') });
  await pressAgain(page.getByRole('button', { name: textOf('feedback.send') }), sent);
  await inspect(page, textOf('feedback.sent'));

  const ticketNo =
    (await page
      .getByText(/^F\d{6}[0-9A-Z]{6}$/)
      .first()
      .textContent()) ?? '';
  await answerTicket(ticketNo, 'Please load the page again.');
  await page.goto('/#/messages');
  await page.getByRole('link', { name: 'Your feedback has an answer' }).click();

  const ticket = page.getByRole('region', { name: textOf('feedback.ticket', { ticketNo }) });
  await expect(ticket.getByText('Please load the page again.')).toBeVisible();
  await inspect(page, textOf('feedback.title'));
});

test('permission for notifications is requested once, on the orders screen, and "Next time" is remembered', async ({
  page,
  context,
  baseURL,
}) => {
  // A headless shell always says that they are blocked.
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  );

  await jump(context, baseURL ?? '', 'active');
  await page.goto('/#/order');
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('noren.asked.notifications'));
  await page.goto('/#/user');
  await expect(page.getByRole('heading', { name: textOf('ui.tab_user') })).toBeVisible();
  await page.goto('/#/order');

  const question = page.getByRole('dialog', { name: textOf('consent.title_notifications') });
  await expect(question).toBeVisible();
  await passesAxe(page);
  await question.getByRole('button', { name: textOf('permission.later') }).click();
  await page.goto('/#/user');
  await expect(page.getByRole('heading', { name: textOf('ui.tab_user') })).toBeVisible();
  await page.goto('/#/order');
  await expect(page.getByRole('region', { name: 'Noren 7' })).toBeVisible();
  await expect(question).toBeHidden();
});
