import type { Page } from '@playwright/test';

/** Words of the current screen that are broken inside. An address has no better place to break. */
export function listBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);

    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility()) continue;
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
        if (!/^\p{Letter}+$/u.test(word)) continue;

        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);

        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }

    return broken;
  });
}
