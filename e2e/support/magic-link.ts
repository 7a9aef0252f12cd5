import type { Page } from '@playwright/test';
import type { TextOf } from './texts.ts';

/** Opens a magic link where nobody is signed in, and says that the account is the user's own. */
export async function openMagicLink(page: Page, link: string, textOf: TextOf): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: textOf('login.link_mine') }).click();
}

/**
 * Where somebody else is signed in: taps the button that names the phone of the link that was
 * opened.
 */
export async function confirmMagicLink(page: Page, textOf: TextOf): Promise<void> {
  const named = textOf('login.link_confirm_yes', { phone: '\\d{2}•{5}\\d{3}' });
  await page.getByRole('button', { name: new RegExp(`^${named}$`) }).click();
}
