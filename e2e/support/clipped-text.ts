import { expect, type Page } from '@playwright/test';

/** Texts of the current screen that do not fit their box. */
export function listClippedText(page: Page): Promise<string[]> {
  return page.evaluate(findClippedText);
}

/** No text is clipped, overflows its box, or reaches beyond the side of the screen. */
export async function expectNoClippedText(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  expect(await listClippedText(page), `at ${width} px, ${new URL(page.url()).hash}`).toEqual([]);
}

/**
 * Runs in the page. Visually hidden text is a pixel wide; scrollable content may be wider than its
 * box.
 */
function findClippedText(): string[] {
  const hasText = (element: Element) =>
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );

  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };

  const faults = (element: Element): string[] => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const { right, left } = element.getBoundingClientRect();
    const isWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const isTall = element.clientHeight > 0 && element.scrollHeight > element.clientHeight + 1;

    return [
      ...(isWide && !/auto|scroll/.test(overflowX) ? ['too wide'] : []),
      ...(isTall && /hidden|clip/.test(overflowY) ? ['too tall'] : []),
      ...(right > innerWidth + 1 || left < -1 ? ['over the side'] : []),
    ];
  };

  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));

  return [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && isSeen(element) && !scrolls(element.parentElement))
    .flatMap((element) =>
      faults(element).map(
        (fault) => `${fault}: <${element.tagName}> ${element.textContent?.slice(0, 60)}`,
      ),
    );
}
