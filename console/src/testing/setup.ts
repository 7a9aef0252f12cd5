import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Test files in a worker share the environment and the libraries; our own modules are reset for
// each file.
vi.resetModules();

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: 120_000 });

// React and the browser report problems on console.error: a test that causes one fails.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  window.history.replaceState(null, '', '/');

  const errors = vi.mocked(console.error).mock.calls;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect(errors).toEqual([]);
});
