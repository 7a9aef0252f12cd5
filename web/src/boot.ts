import type { Boot } from '@noren/contract/public';

let read: Partial<Boot>;

/** Gives what the server would read out of the page to the screens it writes. */
export function giveBoot(boot: Boot): void {
  read = boot;
}

/**
 * What the server wrote into the served page, so that the first screen needs no round trip for it;
 * empty when the page was not served by it (Vite's own server, tests).
 */
export function readBoot(): typeof read {
  if (!read) {
    const text =
      typeof document === 'undefined' ? '' : (document.getElementById('noren-boot')?.textContent?.trim() ?? '');
    read = text.startsWith('{') ? (JSON.parse(text) as typeof read) : {};
  }
  return read;
}
