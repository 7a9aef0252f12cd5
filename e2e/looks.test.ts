import { expect, type Page } from '@playwright/test';
import { inventPerson, jump, type Place, readCode } from './sandbox.ts';
import { sayIn } from './texts.ts';
import { fits, passesAxe, settle, test } from './watch.ts';

const say = sayIn('en');

/** The main screens, by who sees them. */
const SEEN_BY: [Place | 'nobody', string[]][] = [
  ['nobody', ['/noren', '/login', '/privacy-policy', '/sky-scan', '/test', '/gallery']],
  ['new', ['/identity-auth', '/survey', '/customer-service']],
  ['identity', ['/facial-auth/step-one']],
  ['personal', ['/facial-auth/step-two']],
  ['contacts', ['/facial-auth/step-three']],
  ['bank', ['/facial-auth/step-four']],
  ['limit', ['/home', '/loan?product=N07', '/order', '/user', '/messages', '/feedback']],
  ['overdue', ['/home', '/order', '/repay/{repayId}', '/upload-voucher?id={repayId}']],
  ['payout-failed', ['/home', '/order']],
  ['declined', ['/home']],
];

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect.poll(() => new URL(page.url()).hash.split('?')[0]).toBe(`#${path.split('?')[0]}`);
  // The gallery shows what waits for ever.
  if (path !== '/gallery') await settle(page);
}

for (const [place, paths] of SEEN_BY) {
  test.describe('in the dark', () => {
    test.use({ colorScheme: 'dark' });
    test(`screens of "${place}"`, async ({ page, context, baseURL }) => {
      const repayId = place === 'nobody' ? null : (await jump(context, baseURL ?? '', place)).repayId;
      for (const path of paths) {
        await visit(page, path.replace('{repayId}', repayId ?? ''));
        await passesAxe(page);
        // The narrowest phone.
        await page.setViewportSize({ width: 320, height: 640 });
        await fits(page);
        await page.setViewportSize({ width: 360, height: 800 });
      }
    });
  });
}

test('the sandbox page is as usable as the app', async ({ page }) => {
  await page.goto('/sandbox');
  await expect(page.getByRole('heading', { name: 'Noren sandbox' })).toBeVisible();
  await passesAxe(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await fits(page);
});

test('another language keeps the screen and what was typed', async ({ page }) => {
  const es = sayIn('es');
  await page.goto('/#/login');
  await page.getByLabel(say('login.phone_label')).fill('98765');
  await page.getByRole('combobox', { name: say('ui.language') }).selectOption('es');
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
  await page.reload();
  await expect(page.getByRole('heading', { name: es('login.title') })).toBeVisible();
  await expect(page.getByLabel(es('login.phone_label'))).toHaveValue('98765');
});

test('signing in needs no pointer', async ({ page, baseURL }) => {
  const url = baseURL ?? '';
  const { phone } = await inventPerson(url);
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.goto('/');
  await tabTo(page, page.getByRole('link', { name: say('noren.start') }));
  await press('Enter');
  await tabTo(page, page.getByLabel(say('login.phone_label')));
  await page.keyboard.type(phone);
  await press('Enter');
  await expect(page.getByLabel(say('login.code_label'))).toBeFocused();
  await tabTo(page, page.getByRole('checkbox'));
  await press('Space', 'Shift+Tab');
  await tabBackTo(page, page.getByLabel(say('login.code_label')));
  await page.keyboard.type(await readCode(url, phone));
  await expect(page.getByRole('heading', { name: say('certification.title') })).toBeVisible();
});

type Target = ReturnType<Page['getByRole']>;

async function tabTo(page: Page, target: Target, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 20; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

function tabBackTo(page: Page, target: Target): Promise<void> {
  return tabTo(page, target, 'Shift+Tab');
}
