import type { Page } from '@playwright/test';

/**
 * What moved on the screen though nobody had just touched it, as the browser counts it for its
 * layout shift.
 */
interface Shift {
  readonly value: number;
  readonly moved: string;
}

interface Recorder {
  norenTakeShifts(): Shift[];
}

/** Runs in the page before its scripts. */
function watchShifts(): void {
  const shifts: Shift[] = [];

  const add = (entries: PerformanceEntryList): void => {
    for (const entry of entries) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: {
          node: Node | null;
          previousRect: DOMRectReadOnly;
          currentRect: DOMRectReadOnly;
        }[];
      };
      const places = sources.map(({ node, previousRect, currentRect }) => {
        const name =
          node instanceof Element
            ? `<${node.localName} class="${node.className}">`
            : node?.nodeName;
        const text = node?.textContent?.slice(0, 30) ?? '';

        return `${name} "${text}" y ${previousRect.y} → ${currentRect.y}, height ${previousRect.height} → ${currentRect.height}`;
      });
      if (!hadRecentInput) shifts.push({ value, moved: places.join('; ') });
    }
  };

  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });

  const norenTakeShifts = (): Shift[] => {
    add(observer.takeRecords());
    return shifts.splice(0);
  };

  Object.assign(window, { norenTakeShifts } satisfies Recorder);
}

/** The longest that an answer waits for a screen that shows nothing before it. */
const MOST_FRAMES = 30;

/**
 * Runs in the page before its scripts: each answer comes after the screen was painted without it.
 */
function holdAnswers(mostFrames: number): void {
  const send = window.fetch.bind(window);
  const paint = () => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
  const isScreenShown = () => document.querySelector('#app:not([data-shell]) h1') !== null;
  let turn: Promise<unknown> = Promise.resolve();

  const wait = async (): Promise<void> => {
    for (let frame = 0; frame < mostFrames && !isScreenShown(); frame += 1) await paint();
    await paint();
    await paint();
  };

  window.fetch = async (...request) => {
    const response = await send(...request);
    turn = turn.then(wait);
    await turn;
    return response;
  };
}

/** Must be called before the first page is opened. */
export async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(watchShifts);
  await page.addInitScript(holdAnswers, MOST_FRAMES);
}

/** What moved since the page was loaded or this was last asked. */
export async function takeShifts(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume)));
    return (window as unknown as Recorder).norenTakeShifts();
  });
  return shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved}`);
}
