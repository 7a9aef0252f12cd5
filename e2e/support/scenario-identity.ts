import { expect, type Locator, type Page } from '@playwright/test';
import { declinePlace } from './decline-place.ts';
import { ANY_POSE, endCheck } from './face-check.ts';
import { type Sample, SHARE_CODE, sampleFile, samplePicture } from './sandbox.ts';
import { type Actor, agree } from './scenario.ts';
import { textsIn } from './texts.ts';
import { inspect, passesAxe, pressAgain } from './watch.ts';

const textOf = textsIn('en');
const PAN = textOf('certification.panFront');

/**
 * Sends the PAN card and the back of the Aadhaar card, whose code makes the front needless;
 * confirms the fields read from them, then passes the face check.
 */
export async function proveIdentity(actor: Actor, showBack = sendBack): Promise<void> {
  const { page } = actor;
  await agree(page, 'identity_documents');
  await inspect(page, textOf('certification.panFront'));
  await sendCard(actor, 'pan-front');
  await waitUntilRead(page, page.getByText(textOf('certification.card_read', { card: PAN })));
  await expectFocus(page, textOf('certification.aadhaarBack'));
  await inspect(page, textOf('certification.aadhaarBack'));
  await showBack(actor);
  await confirmFields(actor);
  await showFace(page);
}

type Sender = Pick<Actor, 'page' | 'url' | 'person'>;

async function sendBack(actor: Actor): Promise<void> {
  await sendCard(actor, 'aadhaar-back');
  await waitUntilRead(actor.page, actor.page.getByText(textOf('certification.code_read')));
  await expectFocus(actor.page, textOf('certification.confirm_title'));
}

/** A screen that came by itself is announced by its heading. */
const expectFocus = (page: Page, heading: string): Promise<void> =>
  expect(page.getByRole('heading', { name: heading })).toBeFocused();

/** Opens the sandbox's DigiLocker, which then shows the person's documents. */
export async function openLocker({ page, url, person }: Sender): Promise<void> {
  await inspect(page, textOf('certification.locker_title'));
  await page.getByRole('button', { name: textOf('certification.locker_open') }).click();
  await page.waitForURL(`${url}/sandbox/digilocker?*`);
  await page.getByLabel('The person of seed').fill(String(person.seed));
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText(person.name)).toBeVisible();
}

/** Allows the lender to fetch them, and goes on in the app with the fields that it fetched. */
export async function useDigiLocker(actor: Sender): Promise<void> {
  const { page, person } = actor;
  await openLocker(actor);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();

  await expect(page.getByText(textOf('certification.locker_read'))).toBeVisible();
  await expect(page.getByText(person.name)).toBeVisible();
  // Nothing of the return is left in the address.
  expect(page.url()).not.toContain('code=');

  await inspect(page, textOf('certification.locker_title'));
  await page.getByRole('button', { name: textOf('certification.next') }).click();
}

const REFUSED_FILES = [
  ['altered', SHARE_CODE, 'does not say what UIDAI signed'],
  ['mobile', SHARE_CODE, 'belongs to another mobile number'],
  ['genuine', '1111', 'The share code does not open this file'],
] as const;

/** Sends a card without a code, then the file; forged ones and a wrong share code are refused. */
export async function sendBackAndFile(actor: Actor): Promise<void> {
  const { page } = actor;
  await sendCard(actor, 'aadhaar-plain');
  await waitUntilRead(page, page.getByText(textOf('certification.code_not_found')));
  await page.getByRole('link', { name: textOf('certification.file_instead') }).click();
  await inspect(page, textOf('certification.file_title'));

  for (const [kind, code, refusal] of REFUSED_FILES) {
    await sendFile(actor, { kind, code, answer: refusal });
    await inspect(page, textOf('certification.file_title'));
  }

  const answer = textOf('certification.file_read');
  await sendFile(actor, { kind: 'genuine', code: SHARE_CODE, answer });
  await inspect(page, textOf('certification.file_title'));
  await page.getByRole('button', { name: textOf('certification.next') }).click();
}

type SentFile = { kind: Parameters<typeof sampleFile>[2]; code: string; answer: string };

async function sendFile(
  { page, url, person }: Actor,
  { kind, code, answer }: SentFile,
): Promise<void> {
  const buffer = await sampleFile(url, person.seed, kind);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'offlineaadhaar.zip', mimeType: 'application/zip', buffer });
  await page.getByLabel(textOf('certification.share_code')).fill(code);
  // A tap within half a second of another is ignored as a double tap.
  const button = page.getByRole('button', { name: textOf('certification.file_send') });
  await pressAgain(button, page.getByText(answer));
}

/** Chooses the sample picture, which is sent at once. */
export async function sendCard({ page, url, person }: Sender, kind: Sample): Promise<void> {
  const picture = await samplePicture(url, kind, person.seed);
  await page
    .getByLabel(textOf('certification.upload'))
    .setInputFiles({ name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer: picture });
}

export const waitUntilRead = (page: Page, outcome: Locator): Promise<void> =>
  sendUntil(page, (soon) => expect(outcome).toBeVisible(soon));

/**
 * A starved machine reads pictures too late: they are sent again, which counts as no tap. What fails
 * says what was on the screen.
 */
async function sendUntil(
  page: Page,
  isRead: (soon: { timeout: number }) => Promise<void>,
): Promise<void> {
  const sendAgain = page.getByRole('button', { name: textOf('certification.send_again') });

  await expect(async () => {
    if (await sendAgain.isVisible()) await sendAgain.dispatchEvent('click');
    await isRead({ timeout: 5_000 });
  })
    .toPass()
    .catch(async (cause: Error) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`${cause.message}\nOn the screen: ${shown}`, { cause });
    });
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
  const aadhaar = page.getByRole('textbox', { name: textOf('certification.aadhaar') });
  if (await aadhaar.isVisible()) await aadhaar.fill(person.aadhaar);

  await page.getByRole('button', { name: textOf('certification.confirm_next') }).click();
}

/** Holds the five poses, as the film of the fake camera does, and passes. */
async function showFace(page: Page): Promise<void> {
  await agree(page, 'face_check');

  const camera = page.getByRole('dialog', { name: textOf('certification.face_title') });
  await declinePlace(page, textOf('permission.later'), camera);
  await expect(camera.getByText(ANY_POSE)).toBeVisible({ timeout: 600_000 });
  await passesAxe(page);
  await endCheck(page, (soon) => expect(camera).toBeHidden(soon));

  const title = page.getByRole('heading', { name: textOf('certification.face_title') });
  await sendUntil(page, (soon) => expect(title).toBeHidden(soon));
}
