import type { Page } from '@playwright/test';
import { confirmPayment, payPayment, samplePicture } from '../support/sandbox.ts';
import type { TextOf } from '../support/texts.ts';
import { pressAgain } from '../support/watch.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

const open = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).click();

const close = (page: Page, textOf: TextOf) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: textOf('ui.close') })
    .click();

const readCode = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('code') ?? '';

/** Presses the page's action and chooses the way to pay. */
async function payBy(page: Page, note: string): Promise<string> {
  const way = page.getByRole('dialog').getByRole('button', { name: note });
  await pressAgain(page.getByRole('main').locator('button').last(), way);
  await way.click();
  await page.waitForURL(/code=/);
  await page.waitForLoadState('networkidle');

  return readCode(page);
}

/** Repaying: what is owed and why, extension and return, every way to pay. */
export const repayScenes: Record<string, Scene> = {
  async repay({ page, textOf, url, be, open: visit, shoot }) {
    const { repayId } = await be('overdue', '/repay/{repayId}');
    await page.getByText(textOf('repay.penal_stops')).waitFor();
    await shoot('22-repay-overdue');
    await shoot('22-repay-overdue-whole', 'whole');
    await open(page, textOf('repay.explain'));
    await page.getByText(textOf('repay.line_principal')).first().waitFor();
    await shoot('23-repay-explain');
    await close(page, textOf);
    await page.getByText(textOf('repay.part'), { exact: true }).click();
    await open(page, textOf('repay.part_choose_amount'));
    await page.getByLabel(textOf('repay.part_amount')).fill('1000');
    await page.getByText(textOf('repay.part_to_interest')).waitFor();
    await shoot('23-repay-part');
    await close(page, textOf);
    await page.getByText(textOf('repay.full'), { exact: true }).click();
    await page.getByRole('main').locator('button').last().click();
    await shoot('23-repay-ways');
    await close(page, textOf);

    const code = await payBy(page, textOf('pay.by_upi_note'));
    await page.getByRole('img').first().waitFor();
    await shoot('24-sky-scan-pending');
    await shoot('24-sky-scan-pending-whole', 'whole');
    await visit(`/repay/${repayId}`);
    await shoot('22-repay-begun');
    await visit(`/sky-scan?code=${code}`);
    await payPayment(url, code, { seen: 'yes' });
    await page.getByText(textOf('pay.checking_text')).waitFor();
    await shoot('25-sky-scan-checking');
    await visit(`/repay/${repayId}`);
    await page.getByText(textOf('repay.checking_text')).waitFor();
    await shoot('22-repay-checking');
    await confirmPayment(url, code);
    await visit(`/sky-scan?code=${code}`);
    await page.getByRole('region', { name: textOf('pay.receipt') }).waitFor();
    await shoot('25-sky-scan-paid');
    await visit(`/repay/${repayId}`);
    await page.getByRole('heading', { name: textOf('repay.settled') }).waitFor();
    await shoot('22-repay-settled', 'whole');
    await visit('/sky-scan?code=unknown-unknown-unknown');
    await shoot('24-sky-scan-unknown');
  },

  async repay_upi_apps({ page, textOf, be, shoot }) {
    await page.addInitScript((userAgent) => {
      Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
    }, ANDROID);
    await be('overdue', '/repay/{repayId}');
    await payBy(page, textOf('pay.by_upi_note'));
    await page.getByRole('link', { name: 'PhonePe' }).waitFor();
    await shoot('24-sky-scan-apps', 'whole');
  },

  async repay_servicing({ page, textOf, be, shoot }) {
    await be('due-tomorrow', '/repay/{repayId}');
    await shoot('37-repay-due', 'whole');
    await page.locator('label').nth(2).click();
    await shoot('37-extension');
    await open(page, textOf('extension.see'));
    await page.getByText(textOf('extension.principal_stays'), { exact: true }).waitFor();
    await shoot('37-addendum');
    await be('active', '/repay/{repayId}?do=return');
    await page.getByText(textOf('repay.return_not')).waitFor();
    await shoot('37-return');
  },

  async repay_channels({ page, textOf, be, open: visit, shoot }) {
    await be('overdue', '/repay/{repayId}');

    const code = await payBy(page, textOf('pay.by_bank_transfer_note'));
    for (const [name, path] of [
      ['va', `/va?code=${code}`],
      ['sky-code', `/sky-code?code=${code}`],
      ['sky-offline', `/sky-offline?code=${code}`],
      ['sky-eleven', `/sky-eleven?code=${code}`],
      ['store', `/store?code=${code}`],
      ['pembayaran', `/pembayaran?code=${code}`],
      ['link', `/pembayaran?code=${code}&by=payment_link`],
    ] as const) {
      await visit(path);

      // The link may still be in preparation.
      if (path.includes('link')) await page.getByText(textOf('pay.open_link')).waitFor();
      else if (name !== 'pembayaran')
        await page.getByRole('button', { name: textOf('pay.i_paid') }).waitFor();

      await shoot(`38-${name}`, 'whole');
    }

    await page.context().clearCookies();
    // The app keeps its session in memory: load the page again.
    await page.goto('about:blank');
    await visit(`/repay-code?code=${code}`);
    await shoot('38-repay-code', 'whole');
  },

  async repay_proof({ page, textOf, url, be, open: visit, shoot }) {
    const { repayId } = await be('overdue', '/upload-voucher?id={repayId}');
    await shoot('39-proof', 'whole');
    await page.getByRole('button', { name: textOf('proof.send') }).click();
    await shoot('39-proof-missing', 'whole');
    await page.getByLabel(textOf('proof.utr')).fill('HDFC23456789012');
    await page.getByLabel(textOf('proof.amount')).fill('5,040');
    await page.getByRole('button', { name: textOf('ui.pick_date') }).click();
    await page.getByRole('dialog').locator('button').last().click();
    await page.getByRole('button', { name: new RegExp(`^${textOf('proof.channel')}`) }).click();
    await page.getByRole('option').nth(1).click();

    const buffer = await samplePicture(url, 'pan-front');
    await page
      .locator('input[type=file]')
      .last()
      .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer });
    await page.getByRole('img', { name: textOf('proof.picture_alt') }).waitFor();
    await shoot('39-proof-filled', 'whole');
    await page.getByRole('button', { name: textOf('proof.send') }).click();
    await page.getByText(textOf('proof.to_repay')).waitFor();
    await shoot('39-proof-sent');
    await visit('/order');
    await visit(`/upload-voucher?id=${repayId}`);
    await page.getByText(textOf('proof.earlier')).waitFor();
    await shoot('39-proof-earlier', 'whole');
  },
};
