/** What a page noted about its own loading, in milliseconds from the navigation. */
export interface PageRecord {
  /** The first frame in which the main control is seen, enabled and reached by a touch. */
  ready: number | null;
  /** The first such frame after the app has hydrated the server-rendered screen. */
  taken: number | null;
  firstPaint: number | null;
  /** All layout shifts that follow no input. */
  shift: number;
  /** Start and length of each task over 50 ms. */
  longTasks: [number, number][];
  /** From each tap or key to the next paint. */
  taps: number[];
}

declare global {
  interface Window {
    noted: PageRecord;
  }
}

/** Runs in the page before its own scripts; it takes nothing from outside itself. */
export function watchPage(selector: string): void {
  const noted: PageRecord = {
    ready: null,
    taken: null,
    firstPaint: null,
    shift: 0,
    longTasks: [],
    taps: [],
  };
  window.noted = noted;

  const observe = (type: string, note: (entry: PerformanceEntry) => void): void => {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    });
  };

  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') noted.firstPaint = entry.startTime;
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId) noted.taps.push(entry.duration);
    // Events shorter than a frame are not reported.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe('longtask', (entry) => noted.longTasks.push([entry.startTime, entry.duration]));

  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) noted.shift += value;
  });

  const isReady = (): boolean => {
    const control = document.querySelector<HTMLElement>(selector);
    if (!control || control.matches(':disabled, [aria-disabled="true"]')) return false;

    const { left, top, width, height } = control.getBoundingClientRect();
    if (
      width < 2 ||
      height < 2 ||
      !control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return false;

    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && control.contains(hit);
  };

  const look = (): void => {
    const [isUsable, isTaken] = [isReady(), !document.querySelector('#app[data-shell]')];
    // In the next frame this one is painted.
    requestAnimationFrame(() => {
      if (isUsable) noted.ready ??= performance.now();
      if (isUsable && isTaken) noted.taken = performance.now();
      else if (isUsable && document.querySelector('#app[data-shell]'))
        takeOver.observe(document, { attributeFilter: ['data-shell'], subtree: true });
      else look();
    });
  };

  // Looking at each frame would cost a slow phone half of its time while React hydrates.
  const takeOver = new MutationObserver(look);
  look();
}
