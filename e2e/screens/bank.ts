import type { Page } from '@playwright/test';
import type { TextOf } from '../support/texts.ts';
import { pressAgain } from '../support/watch.ts';
import type { ScreenshotContext } from './screens.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/**
 * Fills in the account form; numbers that begin with 9999900 select the sandbox bank's answer (see
 * the sandbox page).
 */
async function fillAccount(page: Page, textOf: TextOf, begins: string): Promise<void> {
  await page.getByLabel(textOf('bank.ifsc')).fill('hdfc0000001');
  await page.getByRole('radio', { name: new RegExp(textOf('bank.type_savings')) }).check();
  await typeNumber(page, textOf, begins);
}

async function typeNumber(page: Page, textOf: TextOf, begins: string): Promise<void> {
  const number = `${begins}${Math.floor(Math.random() * 10 ** 6)}`.padEnd(14, '7');
  await page.getByLabel(textOf('bank.account'), { exact: true }).fill(number);
  await page.getByLabel(textOf('bank.again')).fill(number);
}

/** The bank account: every answer of the bank, and changing the account. */
export const bankScenes: Record<string, (screenshots: ScreenshotContext) => Promise<void>> = {
  async 'bank account'({ page, textOf, be, shoot }) {
    const check = page.getByRole('button', { name: textOf('bank.check_save'), exact: true });
    await be('bank', '/facial-auth/step-four');
    await press(page, textOf('consent.agree'));
    await fillAccount(page, textOf, '99999001');
    await page.getByText('HDFC Bank').first().waitFor();
    await pressAgain(check, page.getByText(textOf('bank.said_other_text')));
    await shoot('11-step-four-other');
    await typeNumber(page, textOf, '99999003');
    await pressAgain(check, page.getByText(textOf('bank.account_invalid')));
    await shoot('11-step-four-closed');
    await typeNumber(page, textOf, '99999006');
    await pressAgain(check, page.getByText(textOf('bank.unanswered')));
    await shoot('11-step-four-unanswered');
    // A code that the sandbox's branches lack.
    await page.getByLabel(textOf('bank.ifsc')).fill('sbin0999991');
    await page
      .getByText(textOf('bank.branch_unconfirmed', { bank: 'State Bank of India' }))
      .waitFor();
    await typeNumber(page, textOf, '99999003');
    await pressAgain(check, page.getByText(textOf('bank.account_or_ifsc_invalid')));
    await shoot('11-step-four-new-branch', 'whole');
    await page.getByLabel(textOf('bank.ifsc')).fill('hdfc0000001');
    await typeNumber(page, textOf, '50300001');
    await pressAgain(check, page.getByRole('dialog'));
    await shoot('11-step-four-own');
  },

  async 'bank change'({ page, textOf, be, shoot }) {
    const check = page.getByRole('button', { name: textOf('bank.check'), exact: true });
    await be('disbursing', '/modify-bank-info');
    await page.getByText(textOf('bank.change_running')).waitFor();
    await shoot('33-bank-change-running', 'whole');
    await be('limit', '/modify-bank-info');
    await page.getByText(textOf('bank.change_means')).waitFor();
    await shoot('33-bank-change', 'whole');
    await fillAccount(page, textOf, '99999001');
    await pressAgain(check, page.getByText(textOf('bank.said_stranger_text')));
    await shoot('33-bank-change-stranger');
    await typeNumber(page, textOf, '99999004');

    const save = page.getByRole('button', { name: textOf('bank.change_save'), exact: true });
    await pressAgain(check, save);
    await pressAgain(save, page.getByText(textOf('bank.waiting')));
    await shoot('33-bank-change-done', 'whole');
  },

  async 'account hold'({ page, textOf, be, open, shoot }) {
    const check = page.getByRole('button', { name: textOf('bank.check'), exact: true });
    await be('limit', '/modify-bank-info');
    await page.getByText(textOf('bank.change_means')).waitFor();
    await fillAccount(page, textOf, '50300002');

    const save = page.getByRole('button', { name: textOf('bank.change_save'), exact: true });
    await pressAgain(check, save);

    const pass = page.getByRole('link', { name: textOf('bank.pass_face') });
    await pressAgain(save, pass);
    await shoot('33-bank-account-hold', 'whole');
    await open('/modify-bank-info');
    await pass.waitFor();
    await shoot('33-bank-account-hold-later', 'whole');
    await pass.click();
    await page
      .getByRole('heading', { name: textOf('certification.face_title') })
      .first()
      .waitFor();
    await page.waitForLoadState('networkidle');
    await shoot('33-bank-face-check', 'whole');
  },
};
