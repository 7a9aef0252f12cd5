import { expect, type Page } from '@playwright/test';

/** Texts of the screen as it stands that do not fit where they stand. */
export function listClippedText(page: Page): Promise<string[]> {
  return page.evaluate(findCutOff);
}

/** No text is cut off, runs over its neighbour, or stands out over the side of the screen. */
export async function expectNoClippedText(page: Page): Promise<void> {
  const width = page.viewportSize()?.width;
  expect(await listClippedText(page), `at ${width} px, ${new URL(page.url()).hash}`).toEqual([]);
}

/** Runs in the page. What is read aloud and not seen is a pixel wide; what scrolls may be wider than its box. */
function findCutOff(): string[] {
  const saysSomething = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
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
    .filter((element) => saysSomething(element) && isSeen(element) && !scrolls(element.parentElement))
    .flatMap((element) =>
      faults(element).map((fault) => `${fault}: <${element.tagName}> ${element.textContent?.slice(0, 60)}`),
    );
}
