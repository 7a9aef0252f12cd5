import type { Locator, Page } from '@playwright/test';
import { textsIn } from './texts.ts';

const textOf = textsIn('en');

/**
 * Opens the key facts of the smallest product and ticks the acknowledgement; returns the accept
 * button.
 */
export async function openKeyFacts(page: Page): Promise<Locator> {
  await page.goto('/#/loan?product=N07');
  await page.getByRole('button', { name: new RegExp(`^${textOf('loans.purpose')}`) }).click();
  await page.getByRole('option', { name: 'Medical', exact: true }).click();
  await page.getByRole('button', { name: textOf('loans.see_key_facts') }).click();

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await facts.getByRole('checkbox').check();

  return facts.getByRole('button', { name: /^Accept/ });
}
