import { expect, type Page } from '@playwright/test';
import { listTooWide } from '../support/audit-screen.ts';
import { listClippedText } from '../support/clipped-text.ts';
import { makeSubjects, SEEN_BY } from '../support/console-screens.ts';
import { DESK, signInAs } from '../support/desk.ts';
import { test } from '../support/installation.ts';

test.use(DESK);

const NAMES = {
  'one word': 'Venkatanarasimharajuvaripeta'.repeat(4).slice(0, 100),
  'many words': 'Sri Venkata Lakshmi Narasimha '.repeat(4).slice(0, 100),
};

/**
 * The console's letters have a size of their own: they grow as the browser zooms, which halves the
 * window.
 */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
];

const WIDEST_IN_TABLE = 320;

/** Fields of the answers in which a person, a member of staff, a product or the lender is named. */
const NAMED = /^(name|[a-z]+Name|claimedBy|closedBy|requestedBy|person)$/;

for (const [kind, name] of Object.entries(NAMES))
  for (const [role, list] of SEEN_BY)
    test(`names of 100 letters in ${kind} push nothing out on the screens of ${role}`, async ({
      page,
      browser,
      installation,
      watch,
    }) => {
      watch.allow(/status of 401/);

      const addresses = await list(makeSubjects(browser, installation));
      await signInAs(page, role, addresses[0]);
      await nameAll(page, name);

      for (const address of addresses) {
        await page.goto(address, { waitUntil: 'networkidle' });
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);

        for (const window of WINDOWS) {
          await page.setViewportSize(window);

          const faults = [
            ...(await listTooWide(page)),
            ...(await listClippedText(page)),
            ...(await page.evaluate(findWideNames, { name, widest: WIDEST_IN_TABLE })),
          ];
          expect.soft(faults, `${address} at ${window.width} px`).toEqual([]);
        }
      }
    });

/** Gives everybody and everything that an answer of the console names the same name. */
async function nameAll(page: Page, name: string): Promise<void> {
  await page.context().route(/\/staff\//, async (route) => {
    const response = await route.fetch();
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response });

    const json = JSON.parse(await response.text(), (key, value) =>
      NAMED.test(key) && typeof value === 'string' ? name : value,
    );
    return route.fulfill({ response, json });
  });
}

/**
 * Runs in the page: a name must not push the other columns of a table that scrolls out, nor the
 * other filters.
 */
function findWideNames({ name, widest }: { name: string; widest: number }): string[] {
  const isScrolled = (cell: Element): boolean => {
    const { scrollWidth = 0, clientWidth = 0 } = cell.closest('table')?.parentElement ?? {};
    return scrollWidth > clientWidth;
  };

  const cells = [...document.querySelectorAll('td')].filter(isScrolled);
  return [...cells, ...document.querySelectorAll('[role=search] select')]
    .filter(
      (cell) => cell.textContent?.includes(name) && cell.getBoundingClientRect().width > widest,
    )
    .map(
      (cell) =>
        `${cell.tagName} of ${Math.round(cell.getBoundingClientRect().width)} px: ${cell.textContent?.slice(0, 40)}`,
    );
}
