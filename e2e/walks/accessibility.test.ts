import { expect, type Page } from '@playwright/test';
import { auditScreen } from '../support/audit-screen.ts';
import { listBrokenWords } from '../support/broken-words.ts';
import { stopClock } from '../support/clock.ts';
import { listUnreachable } from '../support/keyboard-reach.ts';
import { type JourneyPoint, jump } from '../support/sandbox.ts';
import { SEEN_BY, visit, visitScreens } from '../support/screens.ts';
import { textsIn } from '../support/texts.ts';
import { fits, passesAxe, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

// The audit changes the viewport, and an emulated phone does not always zoom back: so it uses a
// desktop window.
test.use({ isMobile: false });

async function look(page: Page, part?: string): Promise<void> {
  expect.soft(await auditScreen(page, { part }), page.url()).toEqual([]);
  expect.soft(await listUnreachable(page), page.url()).toEqual([]);
}

for (const [point, paths] of SEEN_BY)
  test(`screens of "${point}": ${paths.join(', ')}`, ({ page, context, baseURL }) =>
    visitScreens(page, { context, url: baseURL ?? '', point, paths }, () => look(page)));

/** Split so that they run in parallel: the gallery has too many dialogs for one test. */
const PARTS = 3;
for (let part = 0; part < PARTS; part++)
  test(`every dialog of the gallery, part ${part + 1} of ${PARTS}`, async ({ page }) => {
    await visit(page, '/gallery?part=dialogs');

    const names = await page.getByRole('main').getByRole('button').allTextContents();
    expect(names.length).toBeGreaterThan(20);

    const looked = names.filter((_, at) => at % PARTS === part);
    for (const name of looked) await lookAtDialog(page, name);
  });

async function lookAtDialog(page: Page, name: string): Promise<void> {
  const open = page.locator('dialog[open]');
  const opener = page.getByRole('main').getByRole('button', { name, exact: true });

  await page.evaluate(stopClock);
  await opener.click();

  // A dialog that is not modal is part of the page.
  const takesOver = await open.isVisible();
  await look(page, takesOver ? 'dialog[open]' : undefined);

  await page.keyboard.press('Escape');
  if (await open.isVisible()) await page.reload();
  else if (takesOver) await expect(opener, `the focus after "${name}"`).toBeFocused();
}

test('a control that Tab does not reach, or that shows no focus, is reported', async ({ page }) => {
  await page.setContent(`
    <p><a href="#">seen</a></p>
    <p><button style="outline: none">no ring</button></p>
    <p><a href="#" onkeydown="event.preventDefault()">holds the focus</a></p>
    <p><button>behind it</button></p>`);

  const faults = await listUnreachable(page);
  expect(faults).toEqual([
    expect.stringMatching(/^the focus is not seen: .*no ring/),
    expect.stringMatching(/^not reached by Tab: .*behind it/),
  ]);
});

test('the sandbox page has an index and shows one phone at a time; it passes axe and fits at 320 px and at double text', async ({
  page,
  context,
  baseURL,
}) => {
  const [one, other] = [
    await jump(context, baseURL ?? '', 'active'),
    await jump(context, baseURL ?? '', 'active'),
  ];
  await page.goto('/sandbox');
  await expect(page.getByRole('heading', { name: 'Noren sandbox' })).toBeVisible();
  await passesAxe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('navigation').getByRole('link', { name: 'Business day' }).click();
  await expect(page.getByRole('heading', { name: 'Business day' })).toBeInViewport();

  const messagesTo = (phone: string) => page.getByRole('listitem').filter({ hasText: phone });
  await expect(messagesTo(other.phone).first()).toBeVisible();
  await page.getByRole('searchbox', { name: 'Only this phone' }).fill(one.phone);
  await expect(messagesTo(other.phone)).toHaveCount(0);
  await expect(messagesTo(one.phone).first()).toBeVisible();
  await fits(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await fits(page);
});

test('at double text on a small phone no word breaks inside', async ({
  page,
  context,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () =>
      document.documentElement.style.setProperty('font-size', '200%'),
    );
  });

  const screens: [JourneyPoint, string[]][] = [
    ['new', ['/noren', '/identity-auth']],
    ['overdue', ['/home', '/order', '/repay/{repayId}', '/user']],
  ];
  for (const [point, paths] of screens) {
    const { repayId } = await jump(context, baseURL ?? '', point);
    await page.goto('about:blank');

    for (const path of paths) {
      await page.goto(`/#${path.replace('{repayId}', repayId ?? '')}`);
      await settle(page);
      expect.soft(await listBrokenWords(page), path).toEqual([]);
    }
  }
});

test('changing the language keeps the screen and the typed text', async ({ page }) => {
  const es = textsIn('es');
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill('98765');
  await page.getByRole('combobox', { name: textOf('ui.language') }).selectOption('es');
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
  // Encrypted, with a key that the first digit requests.
  await expect
    .poll(() => page.evaluate(() => 'noren.encrypted-draft.login' in sessionStorage))
    .toBe(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
});
