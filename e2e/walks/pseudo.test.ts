import { expect, type Page } from '@playwright/test';
import { usePseudoLanguage } from '../screens/pseudo.ts';
import { expectNoClippedText } from '../support/clipped-text.ts';
import { type JourneyPoint, jump } from '../support/sandbox.ts';
import { textsIn } from '../support/texts.ts';
import { fits, test } from '../support/watch.ts';

const textOf = textsIn('pseudo');

/** The main screens, by the user who sees them. */
const SEEN_BY: [JourneyPoint | 'nobody', string[]][] = [
  ['nobody', ['/noren', '/login', '/privacy-policy', '/grievance', '/rate-card', '/fair-practice']],
  [
    'limit',
    [
      ...[
        '/home',
        '/loan?product=N07',
        '/order',
        '/user',
        '/sessions',
        '/passkeys',
        '/customer-service',
      ],
      ...['/data', '/data/consents', '/data/details', '/data/copy', '/data/nominee', '/data/erase'],
    ],
  ],
  ['overdue', ['/repay/{repayId}']],
];

test.use({ contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' } });

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
  await expect(page.getByText('⟦').first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(textOf('ui.loading'), { exact: true })).toHaveCount(0);
}

for (const [point, paths] of SEEN_BY) {
  test(`longer words fit on the screens of "${point}"`, async ({ page, context, baseURL }) => {
    await usePseudoLanguage(context);

    const repayId = point === 'nobody' ? null : (await jump(context, baseURL ?? '', point)).repayId;
    for (const path of paths) {
      await visit(page, path.replace('{repayId}', repayId ?? ''));
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await fits(page);
        await expectNoClippedText(page);
      }
    }
  });
}
