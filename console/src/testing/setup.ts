import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, inject, vi } from 'vitest';

// Test files in a worker share the environment and the libraries; our own modules are reset for
// each file.
vi.resetModules();

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for what a screen does, in milliseconds. */
    screenWaitMs: number;
  }
}

// The default of one second is too short for a busy machine.
configure({ asyncUtilTimeout: inject('screenWaitMs') });

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
