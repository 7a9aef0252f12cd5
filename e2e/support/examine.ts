import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { listCutOff } from './cut-off.ts';
import { listSmallTargets } from './targets.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const NARROWEST = { width: 320, height: 640 };
const TALL = 3200;
/** What a browser writes text with unless its user chose otherwise. */
const FONT_PX = 16;

/**
 * Faults of the screen as it stands, under WCAG 2.2 AA: what axe finds in light and in dark (in `part` of it alone, if
 * given), what is too small to be tapped, what moves though less motion was asked for, and, on the narrowest phone with
 * text as it is and at 200 %, what is cut off or stands out over the side. The screen is left as it was.
 */
export async function examine(
  page: Page,
  { part, was = 'light' }: { part?: string | undefined; was?: 'light' | 'dark' } = {},
): Promise<string[]> {
  const size = page.viewportSize() ?? NARROWEST;
  const other = was === 'light' ? 'dark' : 'light';
  const faults = await page.evaluate(findMotion);
  // On a screen tall enough for all of it: what lies under the action at the thumb until it is scrolled would be taken
  // for too small a target.
  await page.setViewportSize({ ...size, height: TALL });
  faults.push(...(await listViolations(page, { part })), ...(await listSmallTargets(page)));
  await page.emulateMedia({ colorScheme: other });
  await page.evaluate(waitForColours);
  faults.push(...(await listViolations(page, { part, rule: 'color-contrast' })).map((fault) => `${other}: ${fault}`));
  await page.emulateMedia({ colorScheme: was });
  await page.setViewportSize(NARROWEST);
  faults.push(...(await listUnfit(page)));
  await withLargeText(page, async () => {
    faults.push(...(await listUnfit(page)).map((fault) => `text at 200 %: ${fault}`));
  });
  await page.setViewportSize(size);
  return faults;
}

/** Violations that axe finds; of one rule, if given. */
export async function listViolations(
  page: Page,
  { part, rule }: { part?: string | undefined; rule?: string } = {},
): Promise<string[]> {
  // In the page itself: else axe opens a page of its own for every look, and takes three times as long.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part) axe.include(part);
  const { violations } = await (rule ? axe.withRules(rule) : axe.withTags(RULES)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 160)}`),
  );
}

async function listUnfit(page: Page): Promise<string[]> {
  return [...(await listTooWide(page)), ...(await listCutOff(page))];
}

async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const write = (standard: number) =>
    browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8) } });
  await write(2 * FONT_PX);
  await look();
  await write(FONT_PX);
  await browser.detach();
}

/** Runs in the page: what still moves there. */
function findMotion(): string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    const { duration, iterations } = effect?.getComputedTiming() ?? {};
    return Number(duration) * (iterations ?? 1) > 1 ? [`moves: ${(effect as KeyframeEffect).target?.className}`] : [];
  });
}

/**
 * Runs in the page: waits until colours have changed. Where less motion is asked for each change takes a moment instead of
 * a while, and what inherits a colour changes after what it inherits from, a frame for each element between.
 */
async function waitForColours(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  do {
    await frame();
    await frame();
  } while (document.getAnimations().some((running) => running instanceof CSSTransition));
}

/** What is wider than the screen, unless it stands in something that scrolls. */
export async function listTooWide(page: Page): Promise<string[]> {
  return await page.evaluate(findTooWide, page.viewportSize()?.width ?? 0);
}

/** Runs in the page. */
function findTooWide(width: number): string[] {
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, left, width: own } = element.getBoundingClientRect();
    return own > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
  });
  const named = wide.map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  const page = document.scrollingElement?.scrollWidth ?? 0;
  return page > width ? [`the page is ${page} px wide`, ...named] : named;
}
