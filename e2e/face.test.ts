import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test';
import { cameraOf, fetchFilm } from './camera.ts';
import { type Film, jump, samplePicture } from './sandbox.ts';
import { sayIn } from './texts.ts';
import { inspect, test as watched } from './watch.ts';

/** The face check before films of drawn people: a browser of its own for each, because its camera is chosen at its start. */

const say = sayIn('en');

const test = watched.extend<{ film: Film }>({
  film: ['right', { option: true }],
  context: async ({ film, baseURL, viewport, launchOptions }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'noren-film-'));
    const path = join(folder, `${film}.mjpeg`);
    await fetchFilm({ url: baseURL ?? '', film, to: path });
    const browser = await chromium.launch({ ...launchOptions, args: cameraOf(path) });
    const phone = { viewport, isMobile: true, hasTouch: true, locale: 'en-IN', reducedMotion: 'reduce' } as const;
    const context: BrowserContext = await browser.newContext({ ...phone, ...(baseURL && { baseURL }) });
    context.setDefaultTimeout(15_000);
    await use(context);
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** Signs in as somebody whose cards are read, and starts the check. */
async function startCheck(page: Page, context: BrowserContext, url: string): Promise<Locator> {
  await jump(context, url, 'face');
  await page.goto('/#/facial-auth/step-one?at=confirm');
  await page.getByRole('button', { name: say('certification.confirm_next') }).click();
  await inspect(page, say('certification.face_title'));
  await page.getByRole('button', { name: say('certification.start_face') }).click();
  const camera = page.getByRole('dialog', { name: say('certification.face_title') });
  await expect(camera.getByText(say('certification.pose_of', { number: 1, total: 5 }))).toBeVisible({
    timeout: 30_000,
  });
  return camera;
}

/** Step two begins with its consent. */
const stepTwo = (page: Page) =>
  page.getByRole('heading', { name: say('consent.title_personal_information'), level: 1 });

test.describe.configure({ timeout: 80_000 });

test('the five poses in the order drawn pass, also after leaving and coming back', async ({
  page,
  context,
  baseURL,
}) => {
  const camera = await startCheck(page, context, baseURL ?? '');
  const isFilming = () =>
    page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream | null;
      return stream?.getTracks().some(({ readyState }) => readyState === 'live') ?? false;
    });
  await expect.poll(isFilming).toBe(true);
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await hide(true);
  await expect.poll(isFilming).toBe(false);
  await hide(false);
  await expect.poll(isFilming).toBe(true);
  await expect(camera).toBeHidden({ timeout: 45_000 });
  await expect(stepTwo(page)).toBeVisible({ timeout: 20_000 });
});

test.describe('a still picture', () => {
  test.use({ film: 'still' });
  test('never passes; one picture leads on to a person', async ({ page, context, baseURL }) => {
    const url = baseURL ?? '';
    const camera = await startCheck(page, context, url);
    await expect(camera.getByText(say('certification.face_stuck'))).toBeVisible({ timeout: 30_000 });
    await expect(camera.getByText(say('certification.pose_of', { number: 3, total: 5 }))).toBeHidden();
    const picture = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: await samplePicture(url, 'selfie') };
    await camera.getByLabel(say('certification.face_upload')).setInputFiles(picture);
    await expect(page.getByText(say('certification.face_review'))).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: say('certification.save_continue') }).click();
    await expect(stepTwo(page)).toBeVisible();
  });
});

for (const [film, hint] of [
  ['two', 'certification.hint_many_faces'],
  ['none', 'certification.hint_no_face'],
] as const) {
  test.describe(`the film "${film}"`, () => {
    test.use({ film });
    test('is told what is wrong and takes no pose', async ({ page, context, baseURL }) => {
      const camera = await startCheck(page, context, baseURL ?? '');
      await expect(camera.getByText(say(hint)).first()).toBeVisible();
      await expect(camera.getByText(say('certification.face_stuck'))).toBeVisible({ timeout: 30_000 });
      await expect(camera.getByText(say('certification.pose_of', { number: 1, total: 5 }))).toBeVisible();
      await camera.getByRole('button', { name: say('ui.close') }).click();
      await inspect(page, say('certification.face_title'));
      await expect(page.getByLabel(say('certification.face_upload'))).toBeEnabled();
    });
  });
}

test.describe('somebody else in the last poses', () => {
  test.use({ film: 'swap' });
  test('is refused by the server, with the reason and the tries that are left', async ({ page, context, baseURL }) => {
    const camera = await startCheck(page, context, baseURL ?? '');
    await expect(camera).toBeHidden({ timeout: 45_000 });
    await expect(page.getByText(say('certification.face_different_face'))).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('2 tries are left')).toBeVisible();
    await expect(page.getByRole('button', { name: say('certification.try_face_again') })).toBeEnabled();
  });
});
