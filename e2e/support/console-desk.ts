import { type Browser, expect, type Page } from '@playwright/test';
import { DESK } from './console-app.ts';
import { jump } from './sandbox.ts';
import { skipPrompts } from './skip-prompts.ts';
import { textsIn } from './texts.ts';

const textOf = textsIn('en');

/** Signs a page in as the sandbox's person of a role, at an address of the console. */
export async function beOf(page: Page, role: string, address = '/work'): Promise<void> {
  await page.goto(address);
  await page
    .getByRole('button', { name: new RegExp(role) })
    .first()
    .click();
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeVisible();
}

/** Another person's browser at the console; a second person of the role where asked. */
export async function anotherDesk(browser: Browser, consoleUrl: string, role: string): Promise<Page> {
  const context = await browser.newContext({ ...DESK, baseURL: consoleUrl, reducedMotion: 'reduce' });
  const answer = await context.request.post('/staff/sandbox/sign-in', {
    data: { role, who: 'second' },
    headers: { origin: new URL(consoleUrl).origin },
  });
  expect(answer.ok()).toBe(true);
  return context.newPage();
}

/** A borrower with a running loan who writes to the lender in the app. */
export async function borrowerWrites(browser: Browser, url: string, text: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    baseURL: url,
    reducedMotion: 'reduce',
  });
  await skipPrompts(context);
  await jump(context, url, 'active');
  const page = await context.newPage();
  await writeFeedback(page, text);
  return page;
}

export async function writeFeedback(page: Page, text: string): Promise<void> {
  await page.goto('/#/feedback');
  await page.reload();
  await page.getByRole('button', { name: new RegExp(`^${textOf('feedback.type').replace('?', '\\?')}`) }).click();
  await page.getByRole('option', { name: textOf('feedback.type_complaint') }).click();
  await page.getByLabel(textOf('feedback.text')).fill(text);
  await page.getByRole('button', { name: textOf('feedback.send') }).click();
  await expect(page.getByText(textOf('feedback.sent'))).toBeVisible();
}
