import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The controls to reach, and for each reached one whether it showed its focus. */
    norenReach: { wanted: HTMLElement[]; seen: Map<HTMLElement, boolean> };
    norenShowsFocus: (element: Element) => boolean;
  }
}

/**
 * Controls of the current screen, or of its modal dialog, that Tab does not reach or that do not
 * show their focus. A group of radio buttons is one stop.
 */
export async function listUnreachable(page: Page): Promise<string[]> {
  await page.evaluate(`window.norenShowsFocus = ${showsFocus}`);

  const wanted = await page.evaluate(note);
  for (let steps = 0; steps < 2 * wanted + 10; steps += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(look)) break;
  }

  return page.evaluate(() =>
    window.norenReach.wanted
      .filter((element) => element.isConnected && window.norenReach.seen.get(element) !== true)
      .map((element) => {
        const fault = window.norenReach.seen.has(element)
          ? 'the focus is not seen'
          : 'not reached by Tab';
        return `${fault}: ${element.outerHTML.slice(0, 160)}`;
      }),
  );
}

/** Runs in the page: finds the controls to reach. */
function note(): number {
  const within =
    [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
  const operable = within.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [tabindex]',
  );

  const isThere = (element: HTMLElement): boolean =>
    element.tabIndex >= 0 &&
    !element.matches(':disabled, [type=hidden]') &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true });

  window.norenReach = { wanted: [...operable].filter(isThere), seen: new Map() };

  return window.norenReach.wanted.length;
}

/** Runs in the page: notes the focused control; true once none is left. */
function look(): boolean {
  const { wanted, seen } = window.norenReach;
  const at = document.activeElement;
  if (!(at instanceof HTMLElement)) return false;

  const isShown = window.norenShowsFocus(at);

  const isPeer = (one: HTMLElement): boolean =>
    at instanceof HTMLInputElement &&
    at.type === 'radio' &&
    (one as HTMLInputElement).name === at.name;

  for (const one of wanted)
    if (one === at || isPeer(one)) seen.set(one, isShown || seen.get(one) === true);

  return wanted.every((element) => seen.has(element) || !element.isConnected);
}

/** Runs in the page: whether the control or the box that it fills has a focus ring. */
export function showsFocus(element: Element): boolean {
  const box = element.parentElement ?? element;
  return [element, box, element.closest('label') ?? box].some((one) => {
    const { outlineStyle, outlineColor, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineColor !== 'rgba(0, 0, 0, 0)') || boxShadow !== 'none';
  });
}
