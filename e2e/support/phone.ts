import { type Browser, expect, type Page } from '@playwright/test';
import { type JourneyPoint, jump, type SignedInPerson } from './sandbox.ts';
import { skipPrompts } from './skip-prompts.ts';
import { textsIn } from './texts.ts';

const textOf = textsIn('en');
const PHONE = { viewport: { width: 360, height: 800 }, isMobile: true, hasTouch: true };

/** A borrower's phone beside the lender's desks. */
export interface Borrower extends SignedInPerson {
  readonly app: Page;
}

/** A new invented person's phone, signed in; opens no screen. */
export async function openPhone(
  browser: Browser,
  url: string,
  to: JourneyPoint,
): Promise<Borrower> {
  const context = await browser.newContext({ ...PHONE, baseURL: url, reducedMotion: 'reduce' });
  await skipPrompts(context);
  const person = await jump(context, url, to);
  return { ...person, app: await context.newPage() };
}

/** Sends a complaint in the app. */
export async function writeComplaint(page: Page, text: string): Promise<void> {
  await page.goto('/#/feedback');
  await page.reload();
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('feedback.type').replace('?', '\\?')}`) })
    .click();
  await page.getByRole('option', { name: textOf('feedback.type_complaint') }).click();
  await page.getByLabel(textOf('feedback.text')).fill(text);
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(page.getByText(textOf('feedback.sent'))).toBeVisible();
}
