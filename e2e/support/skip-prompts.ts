import type { BrowserContext } from '@playwright/test';

/** What a phone is asked once, as the app keeps it (`web/src/session/prompt-history.ts`). */
const ASKED = ['notifications', 'install', 'outside'];

/** The phone of somebody who was asked before: its questions come between no other steps, but where they are the matter. */
export async function skipPrompts(context: BrowserContext): Promise<void> {
  await context.addInitScript((asked) => {
    // A blank page has no storage.
    if (location.protocol.startsWith('http'))
      for (const what of asked) localStorage.setItem(`noren.asked.${what}`, 'asked');
  }, ASKED);
}
