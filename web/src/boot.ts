import type { Boot } from '@noren/contract/public';

let read: Partial<Boot> & { language?: string };

/**
 * What the server wrote into the served page, so that the first screen needs no round trip for it;
 * empty when the page was not served by it (Vite's own server, tests).
 */
export function readBoot(): typeof read {
  if (!read) {
    const text = document.getElementById('noren-boot')?.textContent?.trim() ?? '';
    read = text.startsWith('{') ? (JSON.parse(text) as typeof read) : {};
  }
  return read;
}
