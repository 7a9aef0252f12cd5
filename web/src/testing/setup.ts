import { LANGUAGE_COOKIE } from '@noren/contract/languages';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';

// The environment and the libraries are shared by the files of a worker; our own modules and their state are new for each.
vi.resetModules();

// One second, as it comes, is too little for a machine with other work.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(async () => {
  const { activateLanguage, loadAllTexts } = await import('../i18n/index.ts');
  await activateLanguage('en');
  await loadAllTexts();
});

// What a screen brings when it is first shown is there: a test waits for what the screen does, not for files.
beforeEach(async () => {
  const { preloadAll } = await import('../ui/routing/lazy-with-preload.tsx');
  await preloadAll();
});

// React, the router and the browser say what is wrong on console.error: a test that causes it fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing here
  document.cookie = `${LANGUAGE_COOKIE}=; Path=/; Max-Age=0`;
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
