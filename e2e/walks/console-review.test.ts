import { type Browser, expect, type Page } from '@playwright/test';
import { DESK, test } from '../support/console-app.ts';
import { jump, type SignedInPerson, samplePicture } from '../support/sandbox.ts';
import { skipPrompts } from '../support/skip-prompts.ts';
import { textsIn } from '../support/texts.ts';
import { passesAxe } from '../support/watch.ts';

test.use(DESK);
const textOf = textsIn('en');
const PHONE = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };

interface Borrower extends SignedInPerson {
  readonly phonePage: Page;
}

/** A borrower's phone beside the reviewer's desk, at Home while a person looks at the identity. */
async function borrowerInReview(browser: Browser, url: string): Promise<Borrower> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, reducedMotion: 'reduce' });
  await skipPrompts(context);
  const person = await jump(context, url, 'review');
  const phonePage = await context.newPage();
  await phonePage.goto('/#/home');
  await expect(phonePage.getByRole('heading', { name: textOf('home.review_title') })).toBeVisible();
  return { ...person, phonePage };
}

async function openCase(page: Page, { userId }: SignedInPerson): Promise<void> {
  await page.goto(`/review/${userId}/identity`);
  await expect(page.getByRole('heading', { level: 1, name: 'Identity review' })).toBeVisible();
  await expect(page.getByRole('img', { name: /PAN card, front, with a watermark/ })).toBeVisible();
}

async function seeCase(page: Page, good: Borrower): Promise<void> {
  await openCase(page, good);
  await expect(page.getByRole('rowheader', { name: 'PAN' })).toBeVisible();
  await expect(page.getByText('PAN differs from the card')).toBeVisible();
  await expect(page.getByText('Every letter agrees').first()).toBeVisible();
  await expect(page.getByText('Five poses before the camera')).toBeVisible();
  await passesAxe(page);
}

async function approveByKeyboard(page: Page, good: Borrower): Promise<void> {
  await page.keyboard.press('2');
  await expect(page.getByRole('img', { name: /Aadhaar card, front/ })).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('o');
  await page.keyboard.press('a');
  const dialog = page.getByRole('region', { name: 'Approve this case?' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();
  await expect(good.phonePage.getByText(textOf('home.available'))).toBeVisible();
}

async function refuseWithReason(page: Page, bad: Borrower): Promise<void> {
  await openCase(page, bad);
  await page.getByRole('button', { name: 'Refuse' }).click();
  const panel = page.getByRole('region', { name: 'Refuse this case' });
  await panel.getByRole('button', { name: 'Refuse' }).click();
  await expect(panel.getByText('Choose a reason.').first()).toBeVisible();
  await panel.getByRole('radio').nth(1).check();
  const words = 'One of our staff looked at your documents and could not read them.';
  await expect(panel.getByText(words).last()).toBeVisible();
  await passesAxe(page);
  await panel.getByRole('button', { name: 'Refuse' }).click();
  await expect(bad.phonePage.getByText(words)).toBeVisible();
}

async function askForCard(page: Page, unclear: Borrower): Promise<void> {
  await openCase(page, unclear);
  await page.keyboard.press('d');
  const panel = page.getByRole('region', { name: 'Ask for one document again' });
  await panel.getByRole('radio', { name: 'PAN card, front' }).check();
  await panel.getByRole('radio', { name: /four corners/ }).check();
  await passesAxe(page);
  await panel.getByRole('button', { name: 'Ask the borrower' }).click();
  await expect(page.getByText('The borrower was asked')).toBeVisible();
  await page.getByRole('link', { name: 'Wait for the borrower' }).click();
  await expect(page.getByRole('gridcell', { name: 'PAN card, front' })).toBeVisible();
  const { phonePage } = unclear;
  await expect(phonePage.getByText('Please send a new picture of your PAN card.')).toBeVisible();
  await expect(phonePage.getByText(/All four corners/)).toBeVisible();
  await passesAxe(phonePage);
}

async function sendAgain(page: Page, unclear: Borrower, url: string): Promise<void> {
  const { phonePage } = unclear;
  await phonePage.getByRole('link', { name: textOf('home.resend_act') }).click();
  const buffer = await samplePicture(url, 'pan-front', 7);
  const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer };
  await phonePage.locator('input[type=file]').first().setInputFiles(file);
  await phonePage.getByRole('button', { name: textOf('certification.use_picture') }).click();
  await phonePage.getByRole('button', { name: textOf('certification.next') }).click();
  await expect(phonePage.getByRole('heading', { name: textOf('home.review_title') })).toBeVisible();
  await page.getByRole('link', { name: 'Wait for us' }).click();
  await expect(page.getByRole('grid', { name: 'Cases in review' }).getByRole('row')).toHaveCount(2);
  await openCase(page, unclear);
  await expect(page.getByText('Name differs')).toBeVisible();
}

test('a reviewer approves one, refuses one with a reason, and asks for one document, each seen on the borrower’s phone', async ({
  page,
  browser,
  installation: { url },
  watch,
}) => {
  watch.allow(/status of 401/);
  const [good, bad, unclear] = [
    await borrowerInReview(browser, url),
    await borrowerInReview(browser, url),
    await borrowerInReview(browser, url),
  ];
  await page.goto('/review');
  await page.getByRole('button', { name: /Reviewer/ }).click();

  await test.step('the list shows the three, oldest first, and Enter opens the first', async () => {
    await expect(page.getByRole('grid', { name: 'Cases in review' }).getByRole('row')).toHaveCount(4);
    await passesAxe(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Identity review' })).toBeVisible();
  });

  await test.step('a case shows cards, what was read and typed, the face and the names', () => seeCase(page, good));

  await test.step('by keyboard alone: another card, larger, turned, approved', () => approveByKeyboard(page, good));

  await test.step('refused with a reason that the borrower reads', () => refuseWithReason(page, bad));

  await test.step('one document is asked for: the phone says which and why', () => askForCard(page, unclear));

  await test.step('the borrower sends it, and the case is back in the queue with the new picture', () =>
    sendAgain(page, unclear, url));
  for (const { phonePage } of [good, bad, unclear]) await phonePage.context().close();
});
