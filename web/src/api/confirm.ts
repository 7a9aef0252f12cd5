/** Where the code is asked for before a risky action. Source: specification §2. */
const CHECK = '/api-phone-check';
const PLACE = 'noren.return';
const MANNER = 'noren.return.manner';

/** What the user was doing when a code was asked for. */
export interface Interrupted {
  /** Route and query. */
  place: string;
  /** Whether that screen stands behind this one in the history; else this one took its place. */
  isBehind: boolean;
}

// Where storage is refused it lasts as long as the page.
let unkept: { place: string; manner: string } | null = null;
let scrollBack: { place: string; top: number } | null = null;

/**
 * Sends the user to confirm by code (316) and remembers where they were.
 * @param isReading whether the screen itself could not be shown: going back must not lead to it and here again
 */
export function goToConfirm(isReading: boolean): void {
  const place = location.hash.slice(1) || '/';
  if (place.startsWith(CHECK)) return;
  keep({ place, manner: `${isReading ? 'instead' : 'behind'} ${Math.round(scrollY)}` });
  if (isReading) location.replace(`#${CHECK}`);
  else location.hash = `#${CHECK}`;
}

/** What the code is asked for; null when the screen was opened without a cause. */
export function readInterruption(): Interrupted | null {
  const kept = read();
  return kept && { place: kept.place, isBehind: kept.manner.startsWith('behind') };
}

/** The code was taken: nothing is interrupted any more, and the place is come back to where it was scrolled to. */
export function clearInterruption(): void {
  const kept = read();
  if (kept) scrollBack = { place: kept.place, top: Number(kept.manner.split(' ')[1] ?? 0) };
  keep(null);
}

/** Scrolls a screen that was just come to: to its top, or to where the user was when a code was asked for. */
export function restoreScroll(place: string): void {
  const top = scrollBack?.place === place ? scrollBack.top : 0;
  scrollBack = null;
  scrollTo(0, top);
  if (top > 0) whenTallEnough(top);
}

const PATIENCE_MS = 10_000;

/** What the screen shows comes after its frame: scrolled as it grows, until it is there or the user scrolls. */
function whenTallEnough(top: number): void {
  const done = new AbortController();
  const grown = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) done.abort();
  });
  done.signal.addEventListener('abort', () => grown.disconnect());
  for (const touch of ['pointerdown', 'wheel', 'keydown'])
    addEventListener(touch, () => done.abort(), { once: true, signal: done.signal });
  setTimeout(() => done.abort(), PATIENCE_MS);
  grown.observe(document.body);
}

function keep(next: typeof unkept): void {
  unkept = next;
  try {
    if (next) {
      sessionStorage.setItem(PLACE, next.place);
      sessionStorage.setItem(MANNER, next.manner);
    } else for (const key of [PLACE, MANNER]) sessionStorage.removeItem(key);
  } catch (cause) {
    console.warn('Nothing can be kept for a reload', cause);
  }
}

function read(): typeof unkept {
  try {
    const place = sessionStorage.getItem(PLACE);
    return place === null ? null : { place, manner: sessionStorage.getItem(MANNER) ?? 'instead 0' };
  } catch {
    // Reading refused is told when writing; the page's own copy stands in.
    return unkept;
  }
}
