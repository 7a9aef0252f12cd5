import { expect, type Locator, type Page } from '@playwright/test';
import { jump, samplePicture } from '../support/sandbox.ts';
import { agree } from '../support/scenario.ts';
import { sendCard, waitUntilRead } from '../support/scenario-identity.ts';
import { textsIn } from '../support/texts.ts';
import { passesAxe, test } from '../support/watch.ts';

const textOf = textsIn('en');

/** The rear camera shows a picture, as if a card were held before it. */
async function holdBefore(page: Page, picture: Buffer): Promise<void> {
  await page.addInitScript(async (jpeg) => {
    const card = new Image();
    card.src = `data:image/jpeg;base64,${jpeg}`;
    await card.decode();

    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.width = card.width;
      canvas.height = card.height;

      const draw = () => canvas.getContext('2d')?.drawImage(card, 0, 0);
      setInterval(draw, 100);
      draw();

      return canvas.captureStream();
    };
  }, picture.toString('base64'));
}

/**
 * Presses the shutter until it takes effect: it is where the button was that opened the camera, so
 * a press within half a second counts as a double tap.
 */
async function takePhoto(camera: Locator): Promise<void> {
  const shutter = camera.getByRole('button', { name: textOf('certification.take_photo') });

  await expect(async () => {
    if (await shutter.isVisible()) await shutter.click();
    await expect(camera).toBeHidden({ timeout: 2_000 });
  }).toPass();
}

test('the phone’s camera finds the code on a card, and the fields are those of the code', async ({
  page,
  context,
  baseURL,
}) => {
  const url = baseURL ?? '';
  const { person } = await jump(context, url, 'identity');
  const decoders: string[] = [];
  page.on('request', (request) => {
    if (/zxing|code-scan/.test(request.url())) decoders.push(request.url());
  });
  await holdBefore(page, await samplePicture(url, 'aadhaar-back', person.seed));
  await page.goto('/#/facial-auth/step-one');
  await agree(page, 'identity_documents');

  await sendCard({ page, url, person }, 'pan-front');
  await waitUntilRead(
    page,
    page.getByRole('heading', { name: textOf('certification.aadhaarBack') }),
  );
  // The decoder is loaded by the camera before an Aadhaar card, and nowhere before it.
  expect(decoders).toEqual([]);
  await page.getByRole('button', { name: textOf('certification.take_photo') }).click();

  const camera = page.getByRole('dialog', { name: textOf('certification.aadhaarBack') });
  await expect(camera.getByRole('status')).toHaveText(textOf('certification.code_found'));
  expect(decoders.some((url) => url.endsWith('.wasm'))).toBe(true);
  await passesAxe(page);
  await takePhoto(camera);

  await waitUntilRead(page, page.getByText(textOf('certification.code_read')));
  await expect(page.getByLabel(textOf('certification.name'), { exact: true })).toHaveValue(
    person.name,
  );
});
