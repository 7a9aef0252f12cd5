import type { Page } from '@playwright/test';
import { decideIdentity } from '../support/colleague.ts';
import type { TextOf } from '../support/texts.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function choosePurpose(page: Page, textOf: TextOf): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('loans.purpose').replace('?', '\\?')}`) })
    .click();
  await page.getByRole('option').first().click();
}

/** After the certification: coupons, a request that waits for the limit, a manual review. */
export const afterScenes: Record<string, Scene> = {
  async after_coupons({ page, textOf, be, open, shoot }) {
    await be('limit', '/coupon');
    await page.getByRole('heading', { name: textOf('coupon.usable') }).waitFor();
    await shoot('40-coupons');
    await open('/loan?product=N15');
    await page.getByText(textOf('coupon.take_off')).waitFor();
    await shoot('40-loan-best-coupon', 'whole');
    await page.getByText(textOf('coupon.take_off')).click();
    await page.getByText(textOf('coupon.take_off')).waitFor({ state: 'detached' });
    await shoot('40-loan-coupon-to-choose');
    await page.getByRole('link', { name: new RegExp(textOf('coupon.title_one')) }).click();
    await page.getByRole('link', { name: textOf('coupon.use') }).waitFor();
    await shoot('41-coupon-choose');
    await page.getByRole('link', { name: textOf('coupon.use') }).click();
    await page.getByText(textOf('loans.fee_discount')).first().waitFor();
    await shoot('41-loan-with-coupon', 'whole');
    await open('/coupon?product=N07&amount=100000');
    await page.getByRole('heading', { name: textOf('coupon.usable') }).waitFor();
    await shoot('41-coupon-not-here');
  },

  async after_early({ page, textOf, be, shoot }) {
    await be('evaluating', '/loan?product=N15');
    await page.getByText(textOf('loans.early')).waitFor();
    await shoot('42-loan-early', 'whole');
    await choosePurpose(page, textOf);
    await press(page, textOf('loans.see_key_facts'));

    const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
    await facts.getByText(textOf('kfs.your_word')).first().waitFor();
    await shoot('42-key-facts-early');
    await facts.getByRole('checkbox').check();
    await facts
      .getByRole('button', { name: new RegExp(textOf('kfs.accept', { amount: '.*' })) })
      .click();
    await page.getByRole('dialog', { name: textOf('loans.kept') }).waitFor();
    await shoot('42-kept');
    await press(page, textOf('loans.to_home'));
    await page.getByRole('timer').waitFor();
    await page.getByRole('timer').waitFor({ state: 'hidden' });
    await shoot('43-home-request-waits', 'whole');
  },

  async after_review({ page, textOf, be, open, shoot }) {
    const { userId } = await be('review', '/home');
    await page.getByText(textOf('home.step_person')).waitFor();
    await shoot('44-home-review');
    await decideIdentity(userId, 'refuse');
    await open('/home');
    await page.getByText(textOf('home.declined_title')).waitFor();
    await shoot('44-home-refused');
  },
};
