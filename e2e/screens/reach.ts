import { expect, type Page } from '@playwright/test';
import { answerTicket } from '../support/colleague.ts';
import { makeLink, samplePicture } from '../support/sandbox.ts';
import type { ScreenshotContext } from './screens.ts';

type Scene = (screenshots: ScreenshotContext) => Promise<void>;

const DIALOGS = {
  'Countdown with an early result': 'countdown-ready',
  'Customer service': 'help',
  Notifications: 'notifications',
  Location: 'location',
  'In another app, on Android': 'outside-android',
  'In another app, on an iPhone': 'outside-ios',
  'Home screen in Chrome': 'install-chrome',
  'Home screen in Safari': 'install-safari',
  'Home screen prompt': 'install-prompt',
};

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1';

/** Opens a magic link on another phone, which signs in there. */
async function openElsewhere(page: Page, link: string, userAgent?: string): Promise<void> {
  const phone = await page
    .context()
    .browser()
    ?.newContext({ ...(userAgent && { userAgent }) });
  if (!phone) throw new Error('The pictures are taken without a browser');

  const other = await phone.newPage();
  const sent = other.waitForResponse((response) => response.url().includes('/deviceInformation'));

  await other.goto(link);
  await sent;
  await phone.close();
}

/** Feedback, messages, customer service, the guides, the device test. */
export const reachScenes: Record<string, Scene> = {
  async reach_feedback({ page, textOf, url, be, open, shoot }) {
    await be('limit', '/feedback');
    await shoot('70-feedback');
    await page.getByRole('button', { name: textOf('feedback.send') }).click();
    await page.getByText(textOf('feedback.text_empty')).first().waitFor();
    await shoot('70-feedback-empty', 'whole');
    await page
      .getByRole('button', { name: new RegExp(`^${textOf('feedback.type').replace('?', '\\?')}`) })
      .click();
    await page.getByRole('option', { name: textOf('feedback.type_problem') }).click();
    await page
      .getByLabel(textOf('feedback.text'))
      .fill('The page stays white after I choose a loan.\nI tried twice.');

    const buffer = await samplePicture(url, 'pan-front');
    const picture = { name: 'seen.jpg', mimeType: 'image/jpeg', buffer };

    await page
      .getByLabel(textOf('feedback.picture_add'))
      .setInputFiles([picture, picture, picture]);
    await page
      .getByRole('img', { name: textOf('feedback.picture', { number: 3, of: 3 }) })
      .waitFor();
    await shoot('70-feedback-filled', 'whole');
    await page.getByRole('button', { name: textOf('ui.back'), exact: true }).click();
    await page.getByRole('dialog', { name: textOf('leave.title') }).waitFor();
    await shoot('70-feedback-leave');
    await page.getByRole('button', { name: textOf('leave.stay') }).click();
    await page.getByRole('button', { name: textOf('feedback.send') }).click();

    const number = page.getByText(/^F\d{6}[0-9A-Z]{6}$/).first();
    await number.waitFor();
    await shoot('71-feedback-sent');
    await answerTicket(
      (await number.textContent()) ?? '',
      'Thank you. Please load the page again: it is mended.',
    );
    await open('/messages');
    await shoot('72-messages');
    await open('/feedback');
    // The list may be shown as it was loaded before the answer.
    await page.reload();
    await page.getByText(textOf('feedback.answered')).waitFor();
    await shoot('71-feedback-answered', 'whole');
  },

  async reach_messages({ page, textOf, url, be, open, shoot }) {
    await be('limit', '/messages');
    await page.getByText(textOf('messages.none')).waitFor();
    await shoot('72-messages-none');

    const { phone } = await be('overdue', '/messages');
    await shoot('72-messages-overdue');
    await open('/user');
    await shoot('73-profile');
    await openElsewhere(page, `${url}${await makeLink(url, phone)}`);
    await openElsewhere(page, `${url}${await makeLink(url, phone)}`, IPHONE);
    await open('/sessions');
    await shoot('73-sessions', 'whole');
  },

  async reach_help({ page, textOf, be, shoot }) {
    await be('new', '/noren');
    await shoot('74-noren');
    await be('limit', '/home');
    await shoot('74-home');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await shoot('74-home-scrolled');
    await page
      .getByRole('button', { name: textOf('service.title') })
      .first()
      .click();
    await page.getByRole('dialog', { name: textOf('service.title') }).waitFor();
    await shoot('74-help');
  },

  async reach_guides({ page, open, shoot }) {
    await open('/test');
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await shoot('75-test');

    for (const [name, file] of Object.entries(DIALOGS)) {
      await open('/noren');
      await open('/gallery');
      await page.getByText(name, { exact: true }).click();
      await page.getByRole('button').last().waitFor();
      await shoot(`76-${file}`);
    }
  },
};
