import { LANGUAGES } from '@noren/contract/languages';
import { expect, type Page } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

// Later parts of a language's texts that fail to load; the first part is tested in
// conditions.test.ts.

const textOf = textsIn('en');
const hindi = textsIn('hi');

/** Makes files fail to load. Returns a function that lets them load again and fires `online`. */
async function blockFiles(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return async () => {
    await page.unroute(files);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
}

/** The screen is in one language, and the page's `lang` says which. */
async function shows(page: Page, { lang, title }: { lang: string; title: string }): Promise<void> {
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

const waited = (page: Page) =>
  page.getByText(textOf('ui.language_failed', { language: LANGUAGES.hi.name }));

test('the last part of a language fails to load: the screen is in English with a callout, and in the language once it loads', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);

  const restore = await blockFiles(page, /assets\/rest-hi-[^/]*\.js/);
  await page.goto('/#/noren');
  await page.getByLabel(textOf('ui.language')).first().selectOption('hi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.evaluate(() => {
    location.hash = '#/test';
  });
  await shows(page, { lang: 'en', title: textOf('test.title') });
  await expect(waited(page)).toBeVisible();
  // After a reload the page itself is in Hindi; the screen still falls back to English.
  await page.reload();
  await shows(page, { lang: 'en', title: textOf('test.title') });
  await expect(waited(page)).toBeVisible();
  await restore();
  await shows(page, { lang: 'hi', title: hindi('test.title') });
});

test('the daily texts of a language fail to load: the home screen is in English, and in the language once they load', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await jump(context, baseURL ?? '', 'limit');
  // The page is requested in English, so it contains no texts of the chosen language.
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app does it
    document.cookie = 'noren_language=hi; Path=/';
  });

  const restore = await blockFiles(page, /assets\/daily-hi-[^/]*\.js/);
  await page.goto('/#/home');
  await expect(page.getByText(textOf('home.available'), { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(waited(page)).toBeVisible();
  await restore();
  await expect(page.getByText(hindi('home.available'), { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});
