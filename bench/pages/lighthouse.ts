import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../../tools/free-port.mjs';
import { QUIET_BROWSER } from '../phone.ts';
import type { Target } from './load-page.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The minimum of each of a page's four scores. */
const LEAST = { floor: 0, first: 100, 'signed in': 98 } as const;

/**
 * Scores of Lighthouse for a phone, on its own simulated slow network, with what it found where a
 * score is not whole.
 */
export async function scorePages(program: string, pages: readonly Target[]) {
  const rows = [];

  for (const page of pages) {
    const { scores, found } = await judgeAgain(program, page);
    const least = LEAST[page.group];
    const isMet = Object.values(scores).every((score) => score >= least);

    rows.push({ page: page.name, ...scores, least, isMet, found: found.join('; ') });
  }

  return rows;
}

const TRIES = 3;

/** Lighthouse now and then loses the start of a page's trace, and asks to be run again. */
function judgeAgain(program: string, page: Target, tries = TRIES): ReturnType<typeof judge> {
  return judge(program, page).catch((error: Error) => {
    if (tries === 1) throw error;
    console.log(`${page.name}: ${error.message}`);

    return judgeAgain(program, page, tries - 1);
  });
}

async function judge(program: string, page: Target) {
  const port = await freePort();
  const context = await chromium.launchPersistentContext('', {
    executablePath: program,
    headless: true,
    args: [...QUIET_BROWSER, `--remote-debugging-port=${port}`],
  });

  try {
    if (page.cookies) await context.addCookies([...page.cookies]);

    const result = await lighthouse(page.url, {
      port,
      onlyCategories: [...CATEGORIES],
      // Who is signed in stays so.
      disableStorageReset: true,
      logLevel: 'error',
    });
    if (!result) throw new Error(`Lighthouse said nothing of ${page.name}`);

    const { categories, audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`${page.name}: ${runtimeError.message}`);

    const scores = Object.fromEntries(
      CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]),
    );
    const weighed = Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]!),
    );
    const found = weighed
      .filter(({ score }) => score !== null && score < 1)
      .map(({ title, displayValue = '', score }) => `${title} ${displayValue}: ${score}`);

    return { scores, found };
  } finally {
    await context.close();
  }
}
