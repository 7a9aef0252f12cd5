import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { ELSEWHERE, SEEN_BY, visitScreens } from '../support/screens.ts';
import { passesAxe, test } from '../support/watch.ts';

// `accessibility.test.ts` looks at the same screens in dark, with other fonts, in large text and by keyboard.
for (const [point, paths] of SEEN_BY)
  test(`"${point}" sees ${paths.join(', ')}`, { tag: '@main' }, ({ page, context, baseURL }) =>
    visitScreens(page, { context, url: baseURL ?? '', point, paths }, () => passesAxe(page)),
  );

test('every route of the app is seen', { tag: '@main' }, () => {
  const routes = readFileSync(new URL('../../web/src/app/routes.tsx', import.meta.url), 'utf8');
  const screens = [...routes.matchAll(/^ {2}'(\/[^':]+)/gm)].map(([, path = '']) => path.replace(/\/$/, ''));
  const seen = SEEN_BY.flatMap(([, paths]) => paths.map((path) => path.split('?')[0]?.replace('/{repayId}', '')));
  expect(screens.length).toBeGreaterThan(30);
  expect(screens.filter((path) => !seen.includes(path) && !ELSEWHERE.includes(path))).toEqual([]);
});
