import type { BrowserContext, Locator, Page } from '@playwright/test';

/** The app's toasts and the console's. */
const TOASTS = '[popover][role=status], section[aria-live]';

/**
 * Notes on each page what its toasts say. They go by themselves after seconds, and a starved machine
 * may not look in time.
 */
export const noteToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(note, TOASTS);

/** Visible from when a toast has said the words, for as long as its page is open. */
export const toastOf = (page: Page, words: string): Locator =>
  page.locator(`html[data-said*=${JSON.stringify(words)}]`);

/** Runs in the page before its scripts: notes each toast that is seen. */
function note(toasts: string): void {
  const look = (node: EventTarget | null): void => {
    const element = node instanceof Text ? node.parentElement : node;
    const box = element instanceof Element ? element.closest(toasts) : null;
    if (!box?.checkVisibility()) return;

    const root = document.documentElement;
    root.setAttribute('data-said', `${root.getAttribute('data-said') ?? ''}\n${box.textContent}`);
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) look(target);
  });

  changes.observe(document, { childList: true, subtree: true, characterData: true });
  // A popover is filled first and shown then.
  addEventListener('toggle', ({ target }) => look(target), { capture: true });
}
