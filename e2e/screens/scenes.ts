import type { Page } from '@playwright/test';
import { inventPerson, readCode } from '../support/sandbox.ts';
import type { TextOf } from '../support/texts.ts';
import { pressAgain } from '../support/watch.ts';
import { afterScenes } from './after.ts';
import { bankScenes } from './bank.ts';
import { certificationScenes } from './certification.ts';
import { dataScenes } from './data.ts';
import { documentScenes } from './documents.ts';
import { faceScenes } from './face.ts';
import { linkScenes } from './links.ts';
import { offlineScenes } from './offline.ts';
import { passkeyScenes } from './passkeys.ts';
import { preorderScenes } from './preorder.ts';
import { reachScenes } from './reach.ts';
import { repayScenes } from './repay.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor();

/** Every screen. A scene starts with an empty browser. */
export const scenes: Record<string, Scene> = {
  async landing({ open, shoot }) {
    await open('/noren');
    await shoot('01-landing');
    await shoot('01-landing-whole', 'whole');
  },

  async login({ page, textOf, url, open, shoot }) {
    const { phone } = await inventPerson(url);
    await open('/login');
    await shoot('02-login-phone');
    await press(page, textOf('login.send_code'));
    await page.getByText(textOf('login.phone_empty')).waitFor();
    await shoot('02-login-phone-error');
    await page.getByLabel(textOf('login.phone_label')).fill(phone);

    const next = page.getByRole('heading', { name: textOf('login.code_title') });
    await pressAgain(page.getByRole('button', { name: textOf('login.send_code') }), next);
    await shoot('03-login-code');

    const code = await readCode(url, phone);
    await page.getByRole('checkbox').check();
    await page.getByLabel(textOf('login.code_label')).fill(code === '0000' ? '0001' : '0000');
    await page.locator('[aria-invalid]').first().waitFor();
    await shoot('03-login-code-wrong');
  },

  ...certificationScenes,
  ...bankScenes,
  ...faceScenes,
  ...afterScenes,
  ...preorderScenes,
  ...reachScenes,
  ...passkeyScenes,
  ...dataScenes,
  ...offlineScenes,
  ...linkScenes,
  ...repayScenes,
  ...documentScenes,

  async evaluation({ page, textOf, be, shoot }) {
    await be('evaluating', '/home');
    await page.getByRole('timer').waitFor();
    await shoot('12-home-countdown');
    await page.getByText(textOf('home.evaluating_live')).waitFor();
    await page.getByRole('timer').waitFor({ state: 'hidden' });
    await shoot('12-home-evaluating');
    // The sandbox takes a minute to evaluate this person.
    await page
      .getByRole('dialog', { name: textOf('home.congratulations') })
      .waitFor({ timeout: 120_000 });
    await shoot('12-congratulations');
  },

  async profile({ page, textOf, be, shoot }) {
    await be('overdue', '/user');
    await heading(page, textOf('account.your_loans'));
    await shoot('26-profile', 'whole');
  },

  async home({ page, textOf, be, shoot }) {
    await be('limit', '/home');
    await heading(page, 'Noren 7');
    await shoot('13-home-approved');
    await shoot('13-home-approved-whole', 'whole');
    await be('declined', '/home');
    await shoot('13-home-declined');
    await be('disbursing', '/home');
    await shoot('14-home-waiting', 'whole');
    await be('active', '/home');
    await heading(page, 'Noren 7');
    await shoot('15-home-running');
    await be('overdue', '/home');
    await page.getByText(textOf('home.overdue')).first().waitFor();
    await shoot('16-home-overdue', 'whole');
    await be('payout-failed', '/home');
    await shoot('16-home-payout-failed');
  },

  async loan({ page, textOf, be, shoot }) {
    await be('limit', '/loan?product=N15');
    await heading(page, 'Noren 15');
    await shoot('17-loan', 'whole');
    await choosePurpose(page, textOf);
    await press(page, textOf('loans.see_key_facts'));

    const facts = page.getByRole('dialog', { name: textOf('kfs.title') });
    await facts.getByText(textOf('kfs.your_word')).first().waitFor();
    await shoot('18-key-facts-top');
    await facts.getByRole('checkbox').scrollIntoViewIfNeeded();
    await shoot('18-key-facts-bottom');
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 5200 });
    await shoot('18-key-facts-whole');
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 800 });
    await facts.getByRole('checkbox').check();
    await facts
      .getByRole('button', { name: new RegExp(textOf('kfs.accept', { amount: '.*' })) })
      .click();
    await page.getByRole('dialog', { name: textOf('loans.applied') }).waitFor();
    await shoot('19-applied');
    await be('overdue', '/loan?product=N07');
    await shoot('17-loan-locked');
  },

  async orders({ page, textOf, be, open, shoot }) {
    await be('limit', '/order');
    await shoot('20-orders-none');

    for (const point of ['active', 'disbursing', 'overdue', 'payout-failed'] as const) {
      await be(point, '/order');
      // While the payout is on its way the heading is not the product's name.
      await page.getByRole('button', { name: textOf('orders.details'), exact: true }).waitFor();
      await shoot(`20-orders-${point}`);
      await press(page, textOf('orders.details'));
      await page.getByText(textOf('orders.history')).waitFor();
      await shoot(`21-order-detail-${point}`);
      await open('/noren');
    }

    await be('settled', '/order');
    await page.getByRole('tab', { name: textOf('orders.completed') }).click();
    await heading(page, 'Noren 7');
    await shoot('20-orders-completed');
  },

  async others({ be, open, shoot }) {
    await be('regular', '/user');
    await open('/customer-service');
    await shoot('28-customer-service', 'whole');
    await open('/privacy-policy');
    await shoot('27-privacy', 'whole');
    await open('/gallery');
    await shoot('30-gallery', 'whole');
    await open('/sandbox');
    await shoot('31-sandbox', 'whole');
  },
};

async function choosePurpose(page: Page, textOf: TextOf): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${textOf('loans.purpose').replace('?', '\\?')}`) })
    .click();
  await page.getByRole('option').nth(1).click();
}
