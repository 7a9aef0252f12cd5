import { LANGUAGE_COOKIE } from '@noren/contract/languages';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, inject, vi } from 'vitest';

// Test files in a worker share the environment and the libraries. For each file our own modules are
// reset, and nobody is signed in.
vi.resetModules();
sessionStorage.clear();
for (const cookie of document.cookie.split('; ')) expireCookie(cookie.split('=', 1)[0] ?? '');

function expireCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing here
  document.cookie = `${name}=; Path=/; Max-Age=0`;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for what a screen does, in milliseconds. */
    screenWaitMs: number;
  }
}

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: inject('screenWaitMs') });

beforeAll(async () => {
  const { activateLanguage, loadAllTexts } = await import('../i18n/index.ts');
  await activateLanguage('en');
  await loadAllTexts();
});

// Lazy components are loaded: a test waits for what the screen does, not for files.
beforeEach(async () => {
  const { preloadAll } = await import('../ui/routing/lazy-with-preload.tsx');
  await preloadAll();
});

// React, the router and the browser report problems on console.error: a test that causes one fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

// As in the app; a new one for each test, which knows no tap of the test before.
let allowDoubleTaps: () => void;

beforeEach(async () => {
  const { blockDoubleTaps } = await import('../ui/routing/double-tap.ts');
  allowDoubleTaps = blockDoubleTaps(document);
});

afterEach(async () => {
  allowDoubleTaps();
  cleanup();

  const { forgetFailures } = await import('../api/failures.ts');
  forgetFailures();

  const { forgetDrafts } = await import('../session/drafts.ts');
  forgetDrafts();
  localStorage.clear();
  expireCookie(LANGUAGE_COOKIE);

  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});
