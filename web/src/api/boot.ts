import type { Boot } from '@noren/contract/public';

let read: Partial<Boot>;

/** Gives what the server would read out of the page to the screens it writes. */
export function setBoot(boot: Boot): void {
  read = boot;
}

/**
 * What the server wrote into the served page, so that the first screen needs no round trip for it;
 * empty when the page was not served by it (Vite's own server, tests).
 */
export function readBoot(): typeof read {
  if (!read) {
    read = (readElement('noren-boot') as typeof read) ?? {};
  }
  return read;
}

/** What the screens of every day say, where the page brings it along and its end has come. */
export function readDailyTexts(): Record<string, unknown> | undefined {
  return readElement('noren-daily') as Record<string, unknown> | undefined;
}

function readElement(id: string): unknown {
  const text = typeof document === 'undefined' ? '' : (document.getElementById(id)?.textContent?.trim() ?? '');
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}
