import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { recordShifts, takeShifts } from '../support/layout-shift.ts';
import { ELSEWHERE, SEEN_BY, visitScreens } from '../support/screens.ts';
import { passesAxe, test } from '../support/watch.ts';

/** Its rows come with their calls, and some still push others down. */
const MOVES = '#/user';

/** Nothing moved while the screen loaded, and axe finds nothing. */
async function look(page: Page): Promise<void> {
  const { hash } = new URL(page.url());
  if (hash !== MOVES) expect(await takeShifts(page), `moved at ${hash}`).toEqual([]);
  await passesAxe(page);
  // For axe the screen was made as high as its content, which moved its parts.
  await takeShifts(page);
}

// `accessibility.test.ts` looks at the same screens in dark, with other fonts, in large text and by keyboard.
for (const [point, paths] of SEEN_BY)
  test(`"${point}" sees ${paths.join(', ')}`, { tag: '@main' }, async ({ page, context, baseURL }) => {
    await recordShifts(page);
    await visitScreens(page, { context, url: baseURL ?? '', point, paths, isFresh: true }, () => look(page));
  });

test('every route of the app is seen', { tag: '@main' }, () => {
  const routes = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8');
  const screens = [...routes.matchAll(/^ {2}'(\/[^':]+)/gm)].map(([, path = '']) => path.replace(/\/$/, ''));
  const seen = SEEN_BY.flatMap(([, paths]) => paths.map((path) => path.split('?')[0]?.replace('/{repayId}', '')));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((path) => !seen.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});
