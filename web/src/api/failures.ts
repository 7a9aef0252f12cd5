/**
 * The one rule of telling failures: the screen says the message in its place, or else a toast does.
 * Nobody declares which: once the screen has rendered what it makes of a failure, the page itself
 * is read. Source: specification §8; `docs/wire.md`, "Codes".
 */

/** By then a slow phone has rendered the failure, where the screen shows it. */
const RENDERED_AFTER_MS = 300;

let show: (text: string) => void = () => undefined;
const timers = new Set<ReturnType<typeof setTimeout>>();
const handled = new WeakSet<Error>();

/** Sets what shows a toast. */
export function showFailuresWith(toast: (text: string) => void): void {
  show = toast;
}

/**
 * Shows the message in a toast, unless the screen says it by the time that it is rendered, or the
 * failure is handled. The page is read twice: who answers a message at once takes it off the page.
 */
export function showFailure(error: Error): void {
  runAfter(0, () => {
    if (isOnPage(error.message)) return;

    runAfter(RENDERED_AFTER_MS, () => {
      if (!handled.has(error) && !isOnPage(error.message)) show(error.message);
    });
  });
}

function runAfter(ms: number, task: () => void): void {
  const timer = setTimeout(() => {
    timers.delete(timer);
    task();
  }, ms);
  timers.add(timer);
}

/**
 * Marks a failure that needs no toast: the screen says it in its own words, or something else is
 * tried at once.
 */
export function markHandled(error: unknown): void {
  if (error instanceof Error) handled.add(error);
}

/** Forgets the failures that are not shown yet: the user they are for has gone. */
export function forgetFailures(): void {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
}

/** Whether the page says a text, an open dialog and a toast included. */
const isOnPage = (text: string): boolean => readRendered(document.body).includes(text);

/** Parts that are not rendered, whatever their style says. */
const NEVER_DRAWN =
  'script, style, template, noscript, dialog:not([open]), [hidden], details:not([open]) > :not(summary)';

/** The text of a part, without what is not rendered. */
function readRendered(part: Element): string {
  if (part.matches(NEVER_DRAWN)) return '';

  const { display, visibility } = getComputedStyle(part);
  if (display === 'none') return '';

  return [...part.childNodes]
    .map((node) => {
      if (node instanceof Element) return readRendered(node);
      return node instanceof Text && visibility !== 'hidden' ? node.data : '';
    })
    .join('');
}
