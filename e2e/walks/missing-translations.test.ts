import { LANGUAGES } from '@noren/contract/languages';
import { expect, type Page } from '@playwright/test';
import { jump } from '../support/sandbox.ts';
import { sayIn } from '../support/texts.ts';
import { test } from '../support/watch.ts';

// A part of a language's texts that does not load; its first part is in conditions.test.ts.

const say = sayIn('en');
const hindi = sayIn('hi');

/** @returns what has them load again, and tells the app that the line is back */
async function lose(page: Page, files: RegExp): Promise<() => Promise<void>> {
  await page.route(files, (route) => route.abort());
  return async () => {
    await page.unroute(files);
    await page.evaluate(() => dispatchEvent(new Event('online')));
  };
}

/** One screen in one language, and the page says which. */
async function shows(page: Page, { lang, title }: { lang: string; title: string }): Promise<void> {
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
}

const waited = (page: Page) => page.getByText(say('ui.language_failed', { language: LANGUAGES.hi.name }));

test('the rest of a language is lost: the screen comes in English, that is told, and the language comes when it can', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  const find = await lose(page, /assets\/rest-hi-[^/]*\.js/);
  await page.goto('/#/noren');
  await page.getByLabel(say('ui.language')).first().selectOption('hi');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.evaluate(() => {
    location.hash = '#/test';
  });
  await shows(page, { lang: 'en', title: say('test.title') });
  await expect(waited(page)).toBeVisible();
  // The page itself comes in Hindi now, and the screen is no worse for it.
  await page.reload();
  await shows(page, { lang: 'en', title: say('test.title') });
  await expect(waited(page)).toBeVisible();
  await find();
  await shows(page, { lang: 'hi', title: hindi('test.title') });
});

test('the daily texts of a language are lost: the home screen comes in English, and in its language when it can', async ({
  page,
  context,
  baseURL,
  watch,
}) => {
  watch.allow(/ERR_FAILED/);
  await jump(context, baseURL ?? '', 'limit');
  // The page is asked for in English and brings no texts of the language chosen.
  await page.addInitScript(() => localStorage.setItem('noren.language', 'hi'));
  const find = await lose(page, /assets\/daily-hi-[^/]*\.js/);
  await page.goto('/#/home');
  await expect(page.getByText(say('home.available'), { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(waited(page)).toBeVisible();
  await find();
  await expect(page.getByText(hindi('home.available'), { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
});
