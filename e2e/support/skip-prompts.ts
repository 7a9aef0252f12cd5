import type { BrowserContext } from '@playwright/test';

/**
 * One-time questions, by the names under which the app stores them
 * (`web/src/session/prompt-history.ts`).
 */
const PROMPTS = ['notifications', 'install', 'outside'];

/**
 * Marks the one-time questions as answered, so that they interrupt only the tests that are about
 * them.
 */
export async function skipPrompts(context: BrowserContext): Promise<void> {
  await context.addInitScript((names) => {
    // A blank page has no storage.
    if (location.protocol.startsWith('http'))
      for (const name of names) localStorage.setItem(`noren.asked.${name}`, 'asked');
  }, PROMPTS);
}
