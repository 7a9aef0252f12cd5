import { readdirSync, readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { makeSubjects, SEEN_BY, type Subjects } from '../support/console-screens.ts';
import { DESK, signInAs } from '../support/desk.ts';
import { test } from '../support/installation.ts';
import { passesAxe } from '../support/watch.ts';

test.use(DESK);

for (const [role, list] of SEEN_BY)
  test(`the screens of ${role} open and pass axe`, { tag: '@main' }, async ({
    page,
    browser,
    installation,
    watch,
  }) => {
    watch.allow(/status of 401/);

    const addresses = await list(makeSubjects(browser, installation));
    await signInAs(page, role, addresses[0]);

    for (const address of addresses) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await passesAxe(page);
    }
  });

test('every address of the console is opened', { tag: '@main' }, async () => {
  const patterns: Subjects = {
    borrower: async () => ({ userId: ':userId', repayId: ':repayId' }),
    inReview: async () => ':userId',
    linked: async () => ':userId',
    complaint: async () => ':ticketNo',
    proposal: async () => ':requestId',
  };
  const opened = (await Promise.all(SEEN_BY.map(([, list]) => list(patterns)))).flat();
  const features = new URL('../../console/src/features/', import.meta.url);
  const declared = readdirSync(features).flatMap((name) => {
    const screen = readFileSync(new URL(`${name}/screen.ts`, features), 'utf8');
    return [...screen.matchAll(/path: '([^']+)'/g)].map(([, path = '']) =>
      path.replace(':kind', 'identity'),
    );
  });

  expect(declared.length).toBeGreaterThan(25);
  expect(declared.filter((path) => !opened.includes(path))).toEqual([]);
});
