import { expect, type Page } from '@playwright/test';
import { type Sample, samplePicture } from './sandbox.ts';
import { type Actor, agree } from './scenario.ts';
import { textsIn } from './texts.ts';
import { inspect, passesAxe } from './watch.ts';

const textOf = textsIn('en');

/**
 * Sends three pictures of cards, confirms the fields read from them, then passes the face check.
 */
export async function proveIdentity(actor: Actor): Promise<void> {
  const { page, person } = actor;
  await agree(page, 'identity_documents');
  await inspect(page, textOf('certification.panFront'));
  await sendCard(actor, 'pan-front');
  await expect(page.getByText(person.pan)).toBeVisible();
  await goOn(page, textOf('certification.panFront'));
  await inspect(page, textOf('certification.aadhaarFront'));
  await sendCard(actor, 'aadhaar-front');
  await goOn(page, textOf('certification.aadhaarFront'));
  await inspect(page, textOf('certification.aadhaarBack'));
  await sendCard(actor, 'aadhaar-back');
  await goOn(page, textOf('certification.aadhaarBack'));
  await confirmFields(actor);
  await showFace(page);
}

type Sender = Pick<Actor, 'page' | 'url' | 'person'>;

/** Chooses the sample picture and sends it. Reading it takes a few seconds on a slow machine. */
export async function sendCard({ page, url, person }: Sender, kind: Sample): Promise<void> {
  const picture = await samplePicture(url, kind, person.seed);
  await page
    .getByLabel(textOf('certification.upload'))
    .setInputFiles({ name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer: picture });
  await page.getByRole('button', { name: textOf('certification.use_picture') }).click();
  await expect(page.getByText(textOf('certification.check_fields_text'))).toBeVisible();
}

async function goOn(page: Page, heading: string): Promise<void> {
  await inspect(page, heading);
  await page.getByRole('button', { name: textOf('certification.next') }).click();
}

async function confirmFields({ page, person }: Actor): Promise<void> {
  await inspect(page, textOf('certification.confirm_title'));
  await expect(page.getByLabel(textOf('certification.pan'))).toHaveValue(person.pan);
  await expect(page.getByLabel(textOf('certification.name'), { exact: true })).toHaveValue(
    new RegExp(person.name, 'i'),
  );

  const [year = '', month = '', day = ''] = person.birthDay.split('-');
  await expect(page.getByLabel(textOf('ui.year'))).toHaveValue(year);
  await expect(page.getByLabel(textOf('ui.month'))).toHaveValue(month);
  await expect(page.getByLabel(textOf('ui.day'))).toHaveValue(day);
  await page.getByRole('button', { name: textOf('certification.confirm_next') }).click();
}

/** Holds the five poses, as the film of the fake camera does, and passes. */
async function showFace(page: Page): Promise<void> {
  await agree(page, 'face_check');
  await inspect(page, textOf('certification.face_title'));
  await page.getByRole('button', { name: textOf('certification.start_face') }).click();

  const camera = page.getByRole('dialog', { name: textOf('certification.face_title') });
  await expect(
    camera.getByText(textOf('certification.pose_of', { number: 1, total: 5 })),
  ).toBeVisible({
    timeout: 600_000,
  });
  await passesAxe(page);
  await expect(camera).toBeHidden({ timeout: 600_000 });
}
