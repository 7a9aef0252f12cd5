import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { recordShifts, takeShifts } from '../support/layout-shift.ts';
import { countLetters } from '../support/letter-sizes.ts';
import { ELSEWHERE, SEEN_BY, visitScreens } from '../support/screens.ts';
import { passesAxe, test } from '../support/watch.ts';

/** Body text is small only where it is secondary: before, four fifths of the letters were. */
const MOST_SMALL = 0.7;
const LENDER = 'Noren Sandbox Finance Ltd';
/**
 * The policy names both parties with their officers; a card of the carousel warns whom alone to
 * pay.
 */
const NAMES_LENDER_AGAIN = /#\/privacy-policy/;
const OF_CAROUSEL = '[aria-roledescription] *';

/** Nothing moved while the screen loaded, axe finds nothing, and its text is large enough. */
async function look(page: Page): Promise<void> {
  const { hash } = new URL(page.url());
  expect(await takeShifts(page), `moved at ${hash}`).toEqual([]);
  await passesAxe(page);
  // For axe the screen was made as high as its content, which moved its parts.
  await takeShifts(page);

  const { all, small } = await countLetters(page);
  expect(small, `small letters of ${all} at ${hash}`).toBeLessThan(MOST_SMALL * all);

  if (NAMES_LENDER_AGAIN.test(hash)) return;

  const named = page.getByText(LENDER).and(page.locator(`:not(${OF_CAROUSEL})`));
  expect(await named.count(), `names of the lender at ${hash}`).toBeLessThanOrEqual(1);
}

// `accessibility.test.ts` looks at the same screens in dark, with other fonts, in large text and by
// keyboard.
for (const [point, paths] of SEEN_BY)
  test(`"${point}" sees ${paths.join(', ')}`, { tag: '@main' }, async ({
    page,
    context,
    baseURL,
  }) => {
    await recordShifts(page);
    await visitScreens(page, { context, url: baseURL ?? '', point, paths, isFresh: true }, () =>
      look(page),
    );
  });

test('every route of the app is seen', { tag: '@main' }, () => {
  const routes = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8');
  const screens = [...routes.matchAll(/^ {2}'(\/[^':]+)/gm)].map(([, path = '']) =>
    path.replace(/\/$/, ''),
  );
  const seen = SEEN_BY.flatMap(([, paths]) =>
    paths.map((path) => path.split('?')[0]?.replace(/\/(\{repayId\}|[0-9A-Z]{20})$/, '')),
  );

  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((path) => !seen.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});
