import type { Page } from '@playwright/test';
import { declinePlace } from '../support/decline-place.ts';
import { samplePicture } from '../support/sandbox.ts';
import type { ScreenshotContext } from './screens.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Opens the face check as a user whose cards have been read. */
async function reachCheck({ page, textOf, be }: ScreenshotContext): Promise<void> {
  await be('face', '/facial-auth/step-one?at=confirm');
  await press(page, textOf('certification.confirm_next'));
  await page
    .getByRole('heading', { name: textOf('certification.face_title') })
    .first()
    .waitFor();
}

async function startCheck({ page, textOf }: ScreenshotContext): Promise<void> {
  await press(page, textOf('certification.start_face'));
  const camera = page.getByRole('dialog', { name: textOf('certification.face_title') });
  await declinePlace(page, textOf('permission.later'), camera);
}

const waitForPose = ({ page, textOf }: ScreenshotContext, number: number) =>
  page.getByText(textOf('certification.pose_of', { number, total: 5 })).waitFor();

/** The face check in its states. */
export const faceScenes: Record<string, (screenshots: ScreenshotContext) => Promise<void>> = {
  async 'face check'(screenshots) {
    const { page, textOf, shoot } = screenshots;
    await reachCheck(screenshots);
    await page.waitForLoadState('networkidle');
    await shoot('08-face-check');
    await shoot('08-face-check-whole', 'whole');
    await page.route('**/livingResultQuery', (route) => route.abort());
    await startCheck(screenshots);
    await waitForPose(screenshots, 1);
    await shoot('08-face-check-pose');
    await page.getByText(textOf('certification.hint_hold')).first().waitFor();
    await shoot('08-face-check-hold');
    await waitForPose(screenshots, 3);
    await shoot('08-face-check-third');
    await page.getByText(textOf('certification.face_unsent')).waitFor();
    await shoot('08-face-check-unsent', 'whole');
    await page.unroute('**/livingResultQuery');
  },

  async 'face check by one picture'(screenshots) {
    const { page, textOf, url, shoot } = screenshots;
    await reachCheck(screenshots);

    const file = {
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: await samplePicture(url, 'selfie'),
    };
    const held = Promise.withResolvers<void>();

    await page.route('**/livingResultQuery', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.getByLabel(textOf('certification.face_upload')).setInputFiles(file);
    await page.getByText(textOf('certification.sending')).first().waitFor();
    await shoot('08-face-check-uploading');
    held.resolve();
    await page.getByText(textOf('certification.face_review')).waitFor();
    await shoot('08-face-check-review');
  },

  async 'face check without a camera'(screenshots) {
    const { page, textOf, shoot } = screenshots;
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await reachCheck(screenshots);
    await startCheck(screenshots);
    await page.getByText(textOf('certification.camera_denied')).waitFor();
    await shoot('08-face-check-denied');
  },

  async 'face check that does not load'(screenshots) {
    const { page, textOf, shoot } = screenshots;
    await page.route('**/*.bin', (route) => route.abort());
    await reachCheck(screenshots);
    await startCheck(screenshots);
    await page.getByText(textOf('certification.engine_network')).waitFor();
    await shoot('08-face-check-not-loaded');
  },

  async 'face check in another app'(screenshots) {
    const { page, textOf, shoot } = screenshots;
    await page.addInitScript(() => {
      const named = `${navigator.userAgent} Instagram 350.0.0.33 Android`;
      Object.defineProperty(navigator, 'userAgent', { value: named });
      Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
    });
    await reachCheck(screenshots);
    await page.getByRole('button', { name: textOf('certification.copy_link') }).waitFor();
    await shoot('08-face-check-in-app', 'whole');
  },
};
