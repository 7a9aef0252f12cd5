import type { Page } from '@playwright/test';

/**
 * Fonts that screens are also laid out in, of those that `tools/fonts.mjs` gives the browser.
 * Measured over a sentence of the app: DejaVu Sans is the widest (1.08 of Noto Sans, bold 1.16; as
 * wide as Verdana), Noto Sans Thai the tallest (lines of 1.51 em against 1.36).
 */
export const OTHER_FONTS = { widest: 'DejaVu Sans', tallest: 'Noto Sans Thai' } as const;

/** Lays the page out in another font while `look` runs. */
export async function withFont(page: Page, font: string, look: () => Promise<void>): Promise<void> {
  await page.evaluate(setFont, font);
  try {
    await look();
  } finally {
    await page.evaluate(setFont, null);
  }
}

/**
 * Runs in the page. A style sheet made by a script: the page's own rules forbid one written into
 * it.
 */
async function setFont(font: string | null): Promise<void> {
  const sheet = new CSSStyleSheet();
  if (font !== null) sheet.replaceSync(`* { font-family: "${font}" !important }`);
  document.adoptedStyleSheets = font === null ? [] : [sheet];
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
