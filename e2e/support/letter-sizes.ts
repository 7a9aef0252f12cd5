import type { Page } from '@playwright/test';

/** The size of a body's text, in CSS pixels. */
const BODY_PX = 16;

/**
 * How many letters of the current screen are seen, and how many of them are smaller than a body's
 * text.
 */
export function countLetters(page: Page): Promise<{ all: number; small: number }> {
  return page.evaluate((bodyPx) => {
    let all = 0;
    let small = 0;
    const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);

    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest('.visually-hidden, option')) continue;

      const letters = text.textContent?.replace(/\s/g, '').length ?? 0;
      all += letters;
      if (Number.parseFloat(getComputedStyle(around).fontSize) < bodyPx) small += letters;
    }

    return { all, small };
  }, BODY_PX);
}
