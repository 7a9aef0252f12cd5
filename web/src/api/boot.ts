import type { Boot } from '@noren/contract/public';

let read: Partial<Boot>;

/** Sets the boot data when the server renders the first screens. */
export function setBoot(boot: Boot): void {
  read = boot;
}

/**
 * The data that the server wrote into the page, so that the first screen needs no round trip; empty
 * when the page comes from elsewhere (Vite's server, tests).
 */
export function readBoot(): typeof read {
  if (!read) {
    read = (readElement('noren-boot') as typeof read) ?? {};
  }

  return read;
}

/** The texts of the daily screens, if the page contains them and has been parsed that far. */
export function readDailyTexts(): Record<string, unknown> | undefined {
  return readElement('noren-daily') as Record<string, unknown> | undefined;
}

function readElement(id: string): unknown {
  const text =
    typeof document === 'undefined' ? '' : (document.getElementById(id)?.textContent?.trim() ?? '');
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}
