import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Locator, type Page } from '@playwright/test';
import { browserArguments } from '../support/browser-arguments.ts';
import { declinePlace } from '../support/decline-place.ts';
import { DESK, passesAxe, signInAs } from '../support/desk.ts';
import { ANY_POSE, endCheck } from '../support/face-check.ts';
import { downloadFilm } from '../support/fake-camera.ts';
import { type Film, jump, samplePicture } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { noteToasts, toastOf } from '../support/toasts.ts';
import { inspect, test as watched } from '../support/watch.ts';

/**
 * The face check with films of drawn people. It needs its own browser: the fake camera is set at
 * launch.
 */

const textOf = textsIn('en');

/** Sets the film that the camera plays from the next time it is opened. */
type Show = (film: Film) => Promise<void>;

const test = watched.extend<{ cameraFile: string; show: Show }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the fixtures to be destructured
  cameraFile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'noren-film-'));
    await use(join(folder, 'camera.mjpeg'));
    rmSync(folder, { recursive: true, force: true });
  },
  show: async ({ baseURL, cameraFile }, use) => {
    const drawn = process.env.NOREN_CAMERA ?? '';
    // Drawing a film takes seconds, so the film that the other walks use is reused.
    await use(async (film) => {
      if (film === 'right') copyFileSync(drawn, cameraFile);
      else await downloadFilm({ url: baseURL ?? '', film, to: cameraFile });
    });
  },
  context: async ({ cameraFile, baseURL, viewport, launchOptions }, use) => {
    const browser = await chromium.launch({ ...launchOptions, args: browserArguments(cameraFile) });
    const phone = {
      viewport,
      isMobile: true,
      hasTouch: true,
      locale: 'en-IN',
      reducedMotion: 'reduce',
    } as const;
    const context: BrowserContext = await browser.newContext({
      ...phone,
      ...(baseURL && { baseURL }),
    });

    context.setDefaultTimeout(60_000);
    await use(context);
    await browser.close();
  },
});

/** Signs in as a user whose cards have been read, and opens the face check. */
async function reachCheck(page: Page, context: BrowserContext, url: string): Promise<string> {
  const { userId } = await jump(context, url, 'face');
  await page.goto('/#/facial-auth/step-one?at=confirm');
  await page.getByRole('button', { name: textOf('certification.confirm_next') }).click();
  await inspect(page, textOf('certification.face_title'));

  return userId;
}

const poseNumber = (number: number) => textOf('certification.pose_of', { number, total: 5 });

async function startCheck(
  page: Page,
  button: Parameters<typeof textOf>[0] = 'certification.start_face',
): Promise<Locator> {
  await page.getByRole('button', { name: textOf(button) }).click();
  const camera = page.getByRole('dialog', { name: textOf('certification.face_title') });
  await declinePlace(page, textOf('permission.later'), camera);
  await expect(camera.getByText(ANY_POSE)).toBeVisible();
  return camera;
}

/** Waits until a number of further frames were analysed and the film has played for a time. */
async function watchFilm(
  page: Page,
  { frames, seconds }: { frames: number; seconds: number },
): Promise<void> {
  const seen = () =>
    page.evaluate(() => ({
      frames: performance.getEntriesByName('noren.face').length,
      seconds: document.querySelector('video')?.currentTime ?? 0,
    }));

  const before = await seen();

  const rest = async () => {
    const now = await seen();
    return [frames - (now.frames - before.frames), seconds - (now.seconds - before.seconds)].every(
      (left) => left <= 0,
    );
  };

  await expect.poll(rest, { timeout: 600_000 }).toBe(true);
}

/** Moves the page's clock until the single picture is offered: 15 s without an accepted pose. */
async function getStuck(page: Page, camera: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 15_000;
    });
    await expect(camera.getByText(textOf('certification.face_stuck'))).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 300_000 });
}

/** The server's face engine runs at low priority: on a busy machine its verdict takes long. */
const JUDGED = { timeout: 600_000 };

/** Step two begins with a consent. */
const stepTwo = (page: Page) =>
  page.getByRole('heading', { name: textOf('consent.title_personal_information'), level: 1 });

test('no face, two faces and a still picture do not pass; a single picture is approved by a reviewer', async ({
  page,
  context,
  browser,
  baseURL,
  show,
}) => {
  const url = baseURL ?? '';
  await show('none');

  const userId = await reachCheck(page, context, url);

  for (const [film, hint, seconds] of [
    ['none', 'certification.hint_no_face', 1],
    // The whole film, in which the two people turn into every pose.
    ['two', 'certification.hint_many_faces', 9],
  ] as const) {
    await test.step(`the film "${film}" shows what is wrong and no pose is accepted`, async () => {
      await show(film);

      const camera = await startCheck(page);
      await expect(camera.getByText(textOf(hint)).first()).toBeVisible();
      await watchFilm(page, { frames: 30, seconds });
      await getStuck(page, camera);
      await expect(camera.getByText(poseNumber(1))).toBeVisible();
      await camera.getByRole('button', { name: textOf('ui.close') }).click();
      await inspect(page, textOf('certification.face_title'));
      await expect(page.getByLabel(textOf('certification.face_upload'))).toBeEnabled();
    });
  }

  await test.step('a still picture', async () => {
    await show('still');

    const camera = await startCheck(page);
    await watchFilm(page, { frames: 20, seconds: 4 });
    await getStuck(page, camera);
    await expect(camera.getByText(poseNumber(3))).toBeHidden();

    const picture = {
      name: 'face.jpg',
      mimeType: 'image/jpeg',
      buffer: await samplePicture(url, 'selfie'),
    };
    await camera.getByLabel(textOf('certification.face_upload')).setInputFiles(picture);
    await expect(page.getByText(textOf('certification.face_review'))).toBeVisible(JUDGED);
    await page.getByRole('button', { name: textOf('certification.save_continue') }).click();
    await expect(stepTwo(page)).toBeVisible();
  });

  await test.step('the reviewer sees it beside the cards, and approves it', async () => {
    const desk = await browser.newPage({ ...DESK, baseURL: process.env.NOREN_CONSOLE_URL ?? '' });
    await noteToasts(desk.context());
    await signInAs(desk, 'Reviewer', `/review/${userId}/identity`);
    await expect(desk.getByText('One picture, uploaded')).toBeVisible();
    await expect(desk.getByText('Face could not be matched')).toBeVisible();
    await desk.getByRole('button', { name: 'Face', exact: true }).click();
    await expect(desk.getByRole('img', { name: /Face check, with a watermark/ })).toBeVisible();
    await passesAxe(desk);
    await desk.getByRole('button', { name: 'Approve' }).click();
    await desk
      .getByRole('region', { name: 'Approve this case?' })
      .getByRole('button', { name: 'Approve' })
      .click();
    await expect(toastOf(desk, 'Approved')).toBeVisible();
    await desk.close();
  });
});

test('another person in the last poses is refused with the reason; the five poses of one person pass, also after leaving and returning', async ({
  page,
  context,
  baseURL,
  show,
}) => {
  await show('swap');
  await reachCheck(page, context, baseURL ?? '');
  await test.step('another person is refused by the server, with the number of tries left', async () => {
    const camera = await startCheck(page);
    await endCheck(page, (soon) => expect(camera).toBeHidden(soon));
    await expect(page.getByText(textOf('certification.face_different_face'))).toBeVisible(JUDGED);
    await expect(page.getByText('2 tries are left')).toBeVisible();
    await expect(
      page.getByRole('button', { name: textOf('certification.try_face_again') }),
    ).toBeEnabled();
  });

  await test.step('the poses of one person pass', async () => {
    // Nobody is seen until the page is left: no check can end before.
    await show('none');

    const camera = await startCheck(page, 'certification.try_face_again');

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
    await show('right');
    await hide(false);
    await endCheck(page, (soon) => expect(camera).toBeHidden(soon));
    await expect(stepTwo(page)).toBeVisible(JUDGED);
  });
});
