import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { auditScreen } from '../support/audit-screen.ts';
import { listUnreachable } from '../support/keyboard-reach.ts';
import { type JourneyPoint, jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { fits, passesAxe, settle, test } from '../support/watch.ts';

const textOf = textsIn('en');

/** Every screen, by the user who sees it; one that asks for a consent first is audited before and after it. */
const SEEN_BY: [JourneyPoint | 'nobody', string[]][] = [
  ['nobody', ['/noren', '/login', '/privacy-policy', '/test', '/gallery', '/pembayaran', '/repay-code']],
  ['nobody', ['/sky-scan', '/sky-code', '/sky-offline', '/sky-eleven']],
  ['new', ['/identity-auth', '/survey', '/customer-service', '/documents', '/store', '/va']],
  ['identity', ['/facial-auth/step-one']],
  ['personal', ['/facial-auth/step-two']],
  ['contacts', ['/facial-auth/step-three']],
  ['bank', ['/facial-auth/step-four']],
  ['limit', ['/home', '/loan?product=N07', '/order', '/coupon', '/user', '/messages', '/feedback']],
  ['limit', ['/modify-bank-info', '/sessions', '/passkeys', '/data', '/data/consents', '/data/details', '/data/copy']],
  ['limit', ['/data/nominee', '/data/erase', '/modify-bank-info/face-check', '/send-again']],
  ['overdue', ['/home', '/order', '/repay/{repayId}', '/upload-voucher?id={repayId}']],
  ['payout-failed', ['/home', '/order']],
  ['declined', ['/home']],
  ['settled', ['/documents']],
];
/** Audited in `link.test.ts`, the only way to it: a code is required after signing in by a link. */
const ELSEWHERE = ['/api-phone-check'];

// The audit changes the viewport, and an emulated phone does not always zoom back: so it uses a desktop window.
test.use({ isMobile: false });

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect.poll(() => new URL(page.url()).hash.split('?')[0]).toBe(`#${path.split('?')[0]}`);
  // The gallery shows loading states that never end.
  if (path !== '/gallery') await settle(page);
}

async function look(page: Page, part?: string): Promise<void> {
  expect.soft(await auditScreen(page, { part }), page.url()).toEqual([]);
  expect.soft(await listUnreachable(page), page.url()).toEqual([]);
}

for (const [point, paths] of SEEN_BY) {
  test(`screens of "${point}": ${paths.join(', ')}`, { tag: '@main' }, async ({ page, context, baseURL }) => {
    const repayId = point === 'nobody' ? null : (await jump(context, baseURL ?? '', point)).repayId;
    for (const path of paths) {
      await visit(page, path.replace('{repayId}', repayId ?? ''));
      await look(page);
      const agree = page.getByRole('button', { name: textOf('consent.agree') });
      if (!(await agree.isVisible())) continue;
      await agree.click();
      await expect(agree).toBeHidden();
      await settle(page);
      await look(page);
    }
  });
}

test('every route of the app is audited', { tag: '@main' }, () => {
  const routes = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8');
  const screens = [...routes.matchAll(/^ {2}'(\/[^':]+)/gm)].map(([, path = '']) => path.replace(/\/$/, ''));
  const seen = SEEN_BY.flatMap(([, paths]) => paths.map((path) => path.split('?')[0]?.replace('/{repayId}', '')));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((path) => !seen.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});

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
  const [one, other] = [await jump(context, baseURL ?? '', 'active'), await jump(context, baseURL ?? '', 'active')];
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

test('changing the language keeps the screen and the typed text', async ({ page }) => {
  const es = textsIn('es');
  await page.goto('/#/login');
  await page.getByLabel(textOf('login.phone_label')).fill('98765');
  await page.getByRole('combobox', { name: textOf('ui.language') }).selectOption('es');
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
  await page.reload();
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
});
