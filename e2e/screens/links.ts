import type { Page } from '@playwright/test';
import { confirmMagicLink } from '../support/magic-link.ts';
import { jump, makeLink } from '../support/sandbox.ts';
import type { ScreenshotContext } from './screens.ts';

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name }).first().waitFor();

/** Signs in as a user by a magic link, and returns the link. */
async function arriveByLink(
  { page, url, be, textOf, shoot }: ScreenshotContext,
  point: 'contacts' | 'limit',
): Promise<string> {
  const { phone } = await be(point);
  const link = await makeLink(url, phone);

  await page.context().clearCookies();
  await page.goto(link);

  const isMine = page.getByRole('button', { name: textOf('login.link_mine') });
  await isMine.waitFor();
  if (point === 'limit') await shoot('45-link-account');
  await isMine.click();

  return link;
}

/** Magic links, and the code that is required after them. */
export const linkScenes: Record<string, (screenshots: ScreenshotContext) => Promise<void>> = {
  async links(screenshots) {
    const { page, textOf, url, be, shoot } = screenshots;
    const link = await arriveByLink(screenshots, 'contacts');

    await heading(page, textOf('consent.title_contacts'));
    await page.goto('/sandbox');
    await page.goto(link);
    await page
      .getByText(textOf('login.link_still_in', { phone: '' }).split(/[.।]/)[0] ?? '')
      .waitFor();
    await shoot('45-link-still-in');
    await page.context().clearCookies();
    await page.goto('/sandbox');
    await page.goto(link);
    await page.getByText(textOf('login.link_used')).waitFor();
    await shoot('45-link-used');

    for (const end of ['expired', 'unknown', 'many', 'lost'] as const) {
      await page.goto('about:blank');
      await page.goto(`/#/login?link=${end}`);
      await page
        .getByText(textOf(`login.link_${end}`))
        .first()
        .waitFor();
      await shoot(`45-link-${end}`);
    }

    const { phone } = await be('contacts');
    const others = await makeLink(url, phone);

    await jump(page.context(), url, 'limit');
    await page.goto('/');
    await page.getByText(textOf('home.what')).first().waitFor();
    await page.goto(others);
    await page.getByText(textOf('login.link_confirm_text')).waitFor();
    await shoot('45-link-confirm');
    await confirmMagicLink(page, textOf);
    await page.getByText(textOf('login.link_other_text')).waitFor();
    await shoot('45-link-other');
  },

  async 'phone check'(screenshots) {
    const { page, textOf, open, shoot } = screenshots;
    await arriveByLink(screenshots, 'limit');
    await page.getByText(textOf('home.what')).first().waitFor();
    await open('/modify-bank-info');
    await heading(page, textOf('confirm.title'));
    await page.getByText(textOf('confirm.why')).waitFor();
    await shoot('29-phone-check');
    await page.getByLabel(textOf('login.code_label')).fill('12');
    await page.getByRole('button', { name: textOf('confirm.submit') }).click();
    await page.locator('[aria-invalid]').first().waitFor();
    await shoot('29-phone-check-short');

    const refused = page.waitForResponse('**/telecom/fv');
    await page.getByLabel(textOf('login.code_label')).fill('0000');
    await refused;
    await page.locator('[aria-invalid]').first().waitFor();
    await shoot('29-phone-check-wrong');
    await page.route('**/telecom/fv', (route) => route.abort());
    await page.getByLabel(textOf('login.code_label')).fill('0001');
    await page.getByText(textOf('api.check_connection')).first().waitFor();
    await shoot('29-phone-check-offline');
  },
};
