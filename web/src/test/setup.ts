import { cleanup } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { activateLanguage, loadAllTexts } from '../i18n/index.ts';

beforeAll(async () => {
  await activateLanguage('en');
  await loadAllTexts();
});

// React, the router and the browser say what is wrong on console.error: a test that causes it fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  const complaints = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  expect(complaints).toEqual([]);
});
