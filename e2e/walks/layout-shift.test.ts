import { expect, type Page } from '@playwright/test';
import { recordShifts, takeShifts } from '../support/layout-shift.ts';
import { jump, samplePicture } from '../support/sandbox.ts';
import { visit } from '../support/screens.ts';
import { textsIn } from '../support/texts.ts';
import { settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

// `screens.test.ts` measures each screen while it loads; here is what comes later, or needs a
// payment or a picture.

test.beforeEach(({ page }) => recordShifts(page));

const nothingMoved = async (page: Page, where: string) =>
  expect(await takeShifts(page), where).toEqual([]);

/** Loads an address from nothing, as a link does. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto('about:blank');
  await visit(page, path);
}

/** A picture of another shape than its box. */
const pictureFile = async (url: string) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await samplePicture(url, 'pan-front', 7),
});

/** Runs in the page: what was rendered is painted after two frames. */
const waitForFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

async function showPictures(page: Page, count: number): Promise<void> {
  const pictures = page.locator('main img');
  await expect(pictures).toHaveCount(count);

  for (const picture of await pictures.all())
    await picture.evaluate((image) =>
      image instanceof HTMLImageElement ? image.decode() : undefined,
    );
}

test('nothing moves when the list that stands open in a form comes last', async ({
  page,
  context,
  baseURL,
}) => {
  let asked = Promise.withResolvers<() => void>();
  await page.route(/getByType\/(education|relationship)/, async (route) => {
    const answer = Promise.withResolvers<void>();
    asked.resolve(answer.resolve);
    await answer.promise;
    await route.continue();
  });

  for (const [point, path] of [
    ['personal', '/facial-auth/step-two'],
    ['contacts', '/facial-auth/step-three'],
  ] as const) {
    asked = Promise.withResolvers();
    await jump(context, baseURL ?? '', point);
    await page.goto('about:blank');
    await page.goto(`/#${path}`);
    await page.getByRole('button', { name: textOf('consent.agree') }).click();
    const release = await asked.promise;
    await page.evaluate(waitForFrames);
    release();
    await expect(page.getByRole('radio').first()).toBeVisible();
    await nothingMoved(page, path);
  }
});

test('nothing moves at the end of a low screen when the floating icon comes last', async ({
  page,
  context,
  baseURL,
}) => {
  const asked = Promise.withResolvers<() => void>();
  await page.route(/floating-help.*\.js$/, async (route) => {
    const answer = Promise.withResolvers<void>();
    asked.resolve(answer.resolve);
    await answer.promise;
    await route.continue();
  });

  await jump(context, baseURL ?? '', 'overdue');
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto('/#/home');
  const release = await asked.promise;
  await page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
  );
  await takeShifts(page);
  release();
  await expect(page.locator('[data-float]')).toHaveCount(1);
  await nothingMoved(page, '/home');
});

test('nothing moves from the order to the code of a UPI payment, nor on any channel of it', async ({
  page,
  context,
  baseURL,
}) => {
  const { repayId } = await jump(context, baseURL ?? '', 'overdue');
  await load(page, `/repay/${repayId}`);
  await expect(page.getByText(/a day of the overdue/)).toBeVisible();
  await nothingMoved(page, 'the order');

  const qrCode = page.getByRole('img', { name: /₹/ });
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(qrCode).toBeVisible();
  await nothingMoved(page, 'the payment that was begun');

  const upi = new URL(page.url()).hash.slice(1);
  await load(page, upi);
  await expect(qrCode).toBeVisible();
  await nothingMoved(page, 'the payment that was opened again');

  for (const channel of [
    '/va',
    '/store',
    '/pembayaran',
    '/sky-code',
    '/sky-offline',
    '/sky-eleven',
    '/repay-code',
  ]) {
    await load(page, upi.replace('/sky-scan', channel));
    await settle(page);
    await nothingMoved(page, channel);
  }
});

test('nothing moves for a picture: of a payment, of what went wrong, of a card', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const picture = await pictureFile(url);
  const { repayId } = await jump(context, url, 'overdue');

  await load(page, `/upload-voucher?id=${repayId}`);
  await page.getByLabel(textOf('proof.picture_choose')).setInputFiles(picture);
  await showPictures(page, 1);
  await nothingMoved(page, 'the proof of a payment');

  await load(page, '/feedback');
  await page.getByLabel(textOf('feedback.picture_add')).setInputFiles([picture, picture]);
  await showPictures(page, 2);
  await nothingMoved(page, 'the pictures of feedback');

  await jump(context, url, 'identity');
  await load(page, '/facial-auth/step-one');
  await page.getByRole('button', { name: textOf('consent.agree') }).click();
  await page.getByLabel(textOf('certification.upload')).setInputFiles(picture);
  await showPictures(page, 1);
  await nothingMoved(page, 'the picture of a card');
  await expect(
    page.getByRole('heading', { name: textOf('certification.aadhaarBack') }),
  ).toBeVisible();
  await nothingMoved(page, 'the reading of a card');
});

/**
 * How far the last of the content ends above the bar, where the page is scrolled to its end; in
 * pixels.
 */
async function measureRoom(page: Page): Promise<number> {
  await page.evaluate(() =>
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }),
  );

  const last = page.locator('main > div:first-child > :not(.visually-hidden):visible').last();
  const [content, bar] = [await last.boundingBox(), await offlineBar(page).boundingBox()];

  return (bar?.y ?? 0) - (content?.y ?? 0) - (content?.height ?? 0);
}

const offlineBar = (page: Page) => page.getByText(textOf('ui.offline'), { exact: true });

test('nothing moves where the network goes and comes back, and the bar covers nothing for good', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);

  const { repayId } = await jump(context, baseURL ?? '', 'overdue');
  await load(page, `/repay/${repayId}`);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByRole('img', { name: /₹/ })).toBeVisible();

  const upi = new URL(page.url()).hash.slice(1);

  for (const path of [upi, `/repay/${repayId}`, '/user', '/home'])
    for (const height of [800, 400]) {
      await page.setViewportSize({ width: 360, height });
      await load(page, path);
      await settle(page);
      await takeShifts(page);

      const where = `${path} ${height}`;

      await context.setOffline(true);
      await expect(offlineBar(page)).toBeInViewport({ ratio: 1 });
      await nothingMoved(page, `${where} offline`);
      expect(await measureRoom(page), where).toBeGreaterThanOrEqual(0);

      await context.setOffline(false);
      await expect(offlineBar(page)).toBeHidden();
      await nothingMoved(page, `${where} online`);
    }
});
