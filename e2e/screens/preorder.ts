import type { Page } from '@playwright/test';
import type { TextOf } from '../support/texts.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Takes a loan of the smallest amount; leaves its success dialog open. */
async function borrowLeast(page: Page, textOf: TextOf): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('loans.purpose').replace('?', '\\?')}`) })
    .click();
  await page.getByRole('option').first().click();
  await press(page, textOf('loans.see_key_facts'));

  const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
  await facts.getByRole('checkbox').check();
  await facts
    .getByRole('button', { name: new RegExp(textOf('kfs.accept', { amount: '.*' })) })
    .click();
  await page.getByRole('dialog', { name: textOf('loans.applied') }).waitFor();
}

/**
 * The loan guide with its confirmation and success, reserved offers, an offer to review, a
 * withdrawal.
 */
export const preorderScenes: Record<string, Scene> = {
  async preorder_guide({ page, textOf, be, shoot }) {
    await be('regular', '/home');

    const guide = page.getByRole('dialog', { name: textOf('guide.title') });
    await guide.waitFor();
    await shoot('60-guide');
    await guide.getByRole('button', { name: textOf('guide.apply') }).scrollIntoViewIfNeeded();
    await shoot('60-guide-bottom');
    await press(page, textOf('guide.cancel'));
    await page.getByRole('dialog', { name: textOf('guide.retain_title') }).waitFor();
    await shoot('60-guide-retain');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: textOf('guide.see'), exact: true }).waitFor();
    await shoot('60-guide-card', 'whole');
    await press(page, textOf('guide.see'));
    await press(page, textOf('guide.apply'));
    await page.getByRole('dialog', { name: textOf('guide.done') }).waitFor();
    await shoot('60-guide-done');
    await press(page, textOf('guide.see_orders'));
    await page
      .getByRole('link', { name: textOf('orders.review') })
      .first()
      .waitFor();
    await shoot('61-orders-offered', 'whole');
    await page
      .getByRole('button', { name: textOf('orders.details') })
      .first()
      .click();
    await page.getByText(textOf('orders.history')).waitFor();
    await shoot('61-offer-detail');
    await press(page, textOf('orders.withdraw'));
    await page.getByRole('dialog', { name: textOf('orders.withdraw_title') }).waitFor();
    await shoot('61-withdraw');
    await press(page, textOf('orders.cancel_no'));
    await press(page, textOf('ui.close'));
    await page
      .getByRole('link', { name: textOf('orders.review') })
      .first()
      .click();
    await page.getByText(textOf('loans.you_reserved')).waitFor();
    await shoot('62-review-offer', 'whole');
  },

  async preorder_reserved({ page, textOf, be, open, shoot }) {
    await be('regular', '/loan?product=N07');
    await borrowLeast(page, textOf);
    await open('/home');
    await page.getByRole('dialog', { name: textOf('guide.title') }).waitFor();
    await press(page, textOf('guide.apply'));
    await page.getByRole('dialog', { name: textOf('guide.done') }).waitFor();
    await shoot('63-reserved-done');
    await press(page, textOf('guide.see_orders'));
    await page.getByText(textOf('orders.reserved_text')).first().waitFor();
    await shoot('63-orders-reserved', 'whole');
  },
};
