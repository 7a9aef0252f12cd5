import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Says "Next time" to the question for the place of a face check. It comes once a check, and not
 * in a browser that refuses for good.
 * @param next what is shown after it
 */
export async function declinePlace(page: Page, words: string, next: Locator): Promise<void> {
  const later = page.getByRole('button', { name: words, exact: true });
  await expect(later.or(next).first()).toBeVisible({ timeout: 60_000 });
  if (await later.isVisible()) await later.click();
}
