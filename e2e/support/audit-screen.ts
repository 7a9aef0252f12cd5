import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { listClippedText } from './clipped-text.ts';
import { OTHER_FONTS, withFont } from './fonts.ts';
import { listSmallTargets } from './tap-targets.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Loaded once into each document. It ends with a value that can be handed back. */
const AXE = `${readFileSync(
  new URL('../../node_modules/axe-core/axe.min.js', import.meta.url),
  'utf8',
)};0`;
const NARROWEST = { width: 320, height: 640 };
/** Any fixed action of a screen is below its content at this height. */
const TALL = 3200;
/** The default font size of browsers. */
const FONT_PX = 16;

/**
 * Faults of the current screen under WCAG 2.2 AA: what axe finds in light and in dark (within
 * `part`, if given), targets too small to tap, animations although less motion was requested, and,
 * at 320 px with text at 100 % and 200 %, text that is clipped or wider than the screen. Layout is
 * checked again in the widest and the tallest usual font. The screen is left as it was.
 */
export async function auditScreen(
  page: Page,
  { part, was = 'light' }: { part?: string | undefined; was?: 'light' | 'dark' } = {},
): Promise<string[]> {
  const size = page.viewportSize() ?? NARROWEST;
  const other = was === 'light' ? 'dark' : 'light';
  const faults = await page.evaluate(findMotion);

  await showWholePage(page, size.width);
  faults.push(...(await listViolations(page, { part })), ...(await listSmallTargets(page)));
  await page.emulateMedia({ colorScheme: other });
  faults.push(
    ...(await listViolations(page, { part, rule: 'color-contrast' })).map(
      (fault) => `${other}: ${fault}`,
    ),
  );
  await page.emulateMedia({ colorScheme: was });

  for (const [kind, font] of Object.entries(OTHER_FONTS))
    await withFont(page, font, async () => {
      await showWholePage(page, size.width);
      faults.push(...(await listSmallTargets(page)).map((fault) => `${kind} font: ${fault}`));
    });

  await page.setViewportSize(NARROWEST);
  faults.push(...(await listUnfit(page)));

  for (const [kind, font] of Object.entries(OTHER_FONTS))
    await withFont(page, font, async () => {
      faults.push(...(await listUnfit(page)).map((fault) => `${kind} font: ${fault}`));
    });

  await page.setViewportSize(size);

  return faults;
}

/**
 * Makes the viewport tall enough for the whole page: a target that is half below a fixed action or
 * the edge of the screen until the user scrolls would be reported as too small.
 */
export async function showWholePage(page: Page, width: number): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(TALL, height) });
}

/** Violations that axe finds, of one rule if given. */
export async function listViolations(
  page: Page,
  { part, rule }: { part?: string | undefined; rule?: string } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  await page.evaluate(waitForColours);
  return page.evaluate(runAxe, {
    part: part ?? 'html',
    runOnly: rule ? [rule] : RULES,
  });
}

/** Runs in the page. No screen has frames: axe looks at none. */
async function runAxe(given: { part: string; runOnly: string[] }): Promise<string[]> {
  const page = globalThis as unknown as { axe: typeof axe };
  const { violations } = await page.axe.run(given.part, {
    runOnly: given.runOnly,
    resultTypes: ['violations'],
  });

  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 160)}`),
  );
}

/** What does not fit, with text at 100 % and at 200 %. */
async function listUnfit(page: Page): Promise<string[]> {
  const look = async () => [...(await listTooWide(page)), ...(await listClippedText(page))];
  const faults = await look();

  await withLargeText(page, async () => {
    faults.push(...(await look()).map((fault) => `text at 200 %: ${fault}`));
  });

  return faults;
}

async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);

  const write = (standard: number) =>
    browser.send('Page.setFontSizes', {
      fontSizes: { standard, fixed: Math.round(standard * 0.8) },
    });

  await write(2 * FONT_PX);
  await look();
  await write(FONT_PX);
  await browser.detach();
}

/** Runs in the page: animations that still run. */
function findMotion(): string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    const { duration, iterations } = effect?.getComputedTiming() ?? {};
    return Number(duration) * (iterations ?? 1) > 1
      ? [`moves: ${(effect as KeyframeEffect).target?.className}`]
      : [];
  });
}

/**
 * Runs in the page: waits until colours have changed and what appears is there. Even with reduced
 * motion a transition takes a moment, and an animation its delay; an element that inherits its
 * colour changes a frame after its parent.
 */
async function waitForColours(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  do {
    await frame();
    await frame();
  } while (
    document
      .getAnimations()
      .some(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
  );
}

/** Elements wider than the screen, unless they are inside a scrollable one. */
export async function listTooWide(page: Page): Promise<string[]> {
  // The floating icon follows a new size in the next frame.
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  return await page.evaluate(findTooWide, page.viewportSize()?.width ?? 0);
}

/** Runs in the page. */
function findTooWide(width: number): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
      scrolls(element.parentElement));

  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, left, width: own } = element.getBoundingClientRect();
    return own > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
  });
  const named = wide.map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  const page = document.scrollingElement?.scrollWidth ?? 0;

  return page > width ? [`the page is ${page} px wide`, ...named] : named;
}
