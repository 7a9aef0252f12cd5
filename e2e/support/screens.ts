import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type JourneyPoint, jump } from './sandbox.ts';
import { textsIn } from './texts.ts';
import { settle } from './watch.ts';

const textOf = textsIn('en');

/**
 * Every screen, by the user who sees it; one that asks for a consent first is seen before and after
 * it.
 */
export const SEEN_BY: [JourneyPoint | 'nobody', string[]][] = [
  [
    'nobody',
    [
      '/noren',
      '/login',
      '/privacy-policy',
      '/grievance',
      '/rate-card',
      '/fair-practice',
      '/test',
      '/gallery',
      '/pembayaran',
      '/repay-code',
    ],
  ],
  [
    'nobody',
    ['/sky-scan', '/sky-code', '/sky-offline', '/sky-eleven', '/pay/0123456789ABCDEFGHJK'],
  ],
  ['nobody', ['/stop-emails']],
  ['nobody', ['/lost-phone']],
  ['new', ['/identity-auth', '/survey', '/customer-service', '/documents', '/store', '/va']],
  ['identity', ['/facial-auth/step-one']],
  ['personal', ['/facial-auth/step-two']],
  ['contacts', ['/facial-auth/step-three']],
  ['bank', ['/facial-auth/step-four']],
  ['limit', ['/home', '/loan?product=N07', '/order', '/coupon', '/user', '/messages', '/feedback']],
  [
    'limit',
    [
      '/modify-bank-info',
      '/sessions',
      '/passkeys',
      '/data',
      '/data/consents',
      '/data/details',
      '/data/copy',
    ],
  ],
  ['limit', ['/data/nominee', '/data/erase', '/modify-bank-info/face-check', '/send-again']],
  ['limit', ['/phone-number', '/phone-number/card', '/email', '/autopay']],
  ['overdue', ['/home', '/order', '/repay/{repayId}', '/upload-voucher?id={repayId}']],
  ['payout-failed', ['/home', '/order']],
  ['declined', ['/home']],
  ['settled', ['/documents']],
];

/**
 * Seen in `link.test.ts`, the only way to it: a code is required after signing in by a link. The
 * second in `phone-number.test.ts`, once a new number is proved; the third in `lost-phone.test.ts`.
 */
export const ELSEWHERE = ['/api-phone-check', '/phone-number/face-check', '/lost-phone/proof'];

/** Opens a screen and waits until it shows what it loads. */
export async function visit(page: Page, path: string): Promise<void> {
  // The screen before stays until this one has loaded.
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
  await page.goto(`/#${path}`);
  await expect(page.locator('h1:not([data-left])').first()).toBeAttached();
  await expect.poll(() => new URL(page.url()).hash.split('?')[0]).toBe(`#${path.split('?')[0]}`);
  // The gallery shows loading states that never end.
  if (path !== '/gallery') await settle(page);
}

/**
 * Opens screens one after the other as somebody at a point of their journey; `look` is called at
 * each.
 */
export async function visitScreens(
  page: Page,
  {
    context,
    url,
    point,
    paths,
    isFresh = false,
  }: {
    context: BrowserContext;
    url: string;
    point: (typeof SEEN_BY)[number][0];
    paths: string[];
    /** Each screen is loaded from nothing, as by a link. */
    isFresh?: boolean;
  },
  look: () => Promise<void>,
): Promise<void> {
  const repayId = point === 'nobody' ? null : (await jump(context, url, point)).repayId;

  for (const path of paths) {
    if (isFresh) await page.goto('about:blank');
    await visit(page, path.replace('{repayId}', repayId ?? ''));
    await look();

    const agree = page.getByRole('button', { name: textOf('consent.agree') });
    if (!(await agree.isVisible())) continue;

    await agree.click();
    await expect(agree).toBeHidden();
    await settle(page);
    await look();
  }
}
