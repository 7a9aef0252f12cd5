import type { Page } from '@playwright/test';
import type { Say } from './texts.ts';

/** Opens a magic link and taps the button that names its phone. */
export async function openMagicLink(page: Page, link: string, say: Say): Promise<void> {
  await page.goto(link);
  await confirmMagicLink(page, say);
}

/** Taps the button that names the phone of the link that was opened. */
export async function confirmMagicLink(page: Page, say: Say): Promise<void> {
  const named = say('login.link_confirm_yes', { phone: '\\d{2}•{5}\\d{3}' });
  await page.getByRole('button', { name: new RegExp(`^${named}$`) }).click();
}
