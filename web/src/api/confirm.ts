/** The screen that asks for a code before a risky action. Source: specification §2. */
const CHECK = '/api-phone-check';
const PATH_KEY = 'noren.return';
const MODE_KEY = 'noren.return.manner';

/** The screen on which a code was asked for. */
export interface Interruption {
  /** With its query. */
  path: string;
  /** Whether the screen is the previous history entry; else the code screen replaced it. */
  isBehind: boolean;
}

interface StoredInterruption {
  path: string;
  /** 'behind' or 'instead', and the scroll position. */
  mode: string;
}

// Where storage is refused, it lasts as long as the page.
let inMemory: StoredInterruption | null = null;
let savedScroll: { path: string; top: number } | null = null;

/**
 * Opens the code screen (316) and remembers the current path and scroll position.
 * @param isReading the screen itself could not load: going back must not lead to it and here again
 */
export function goToConfirm(isReading: boolean): void {
  const path = location.hash.slice(1) || '/';
  if (path.startsWith(CHECK)) return;

  store({ path, mode: `${isReading ? 'instead' : 'behind'} ${Math.round(scrollY)}` });
  if (isReading) location.replace(`#${CHECK}`);
  else location.hash = `#${CHECK}`;
}

/** The interrupted screen; null when the code screen was opened directly. */
export function readInterruption(): Interruption | null {
  const stored = read();
  return stored && { path: stored.path, isBehind: stored.mode.startsWith('behind') };
}

/** After the code was accepted: the interrupted screen is restored at its scroll position. */
export function clearInterruption(): void {
  const stored = read();
  if (stored) savedScroll = { path: stored.path, top: Number(stored.mode.split(' ')[1] ?? 0) };
  store(null);
}

/** Scrolls a newly opened screen to its top, or to the position before the code was asked for. */
export function restoreScroll(path: string): void {
  const top = savedScroll?.path === path ? savedScroll.top : 0;
  savedScroll = null;
  scrollTo(0, top);
  if (top > 0) scrollWhileGrowing(top);
}

const SCROLL_TIMEOUT_MS = 10_000;

/**
 * Content loads after the first frame: keeps scrolling as the page grows, until the position is
 * reached or the user scrolls.
 */
function scrollWhileGrowing(top: number): void {
  const done = new AbortController();
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) done.abort();
  });

  done.signal.addEventListener('abort', () => observer.disconnect());
  for (const touch of ['pointerdown', 'wheel', 'keydown'])
    addEventListener(touch, () => done.abort(), { once: true, signal: done.signal });
  setTimeout(() => done.abort(), SCROLL_TIMEOUT_MS);
  observer.observe(document.body);
}

function store(next: StoredInterruption | null): void {
  inMemory = next;
  try {
    if (next) {
      sessionStorage.setItem(PATH_KEY, next.path);
      sessionStorage.setItem(MODE_KEY, next.mode);
    } else for (const key of [PATH_KEY, MODE_KEY]) sessionStorage.removeItem(key);
  } catch (cause) {
    console.warn('The interrupted screen could not be stored', cause);
  }
}

function read(): StoredInterruption | null {
  try {
    const path = sessionStorage.getItem(PATH_KEY);
    return path === null ? null : { path, mode: sessionStorage.getItem(MODE_KEY) ?? 'instead 0' };
  } catch {
    // Writing already warned that storage is refused.
    return inMemory;
  }
}
