import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Twice the cores of the smallest machine: many tests wait for a database, a process or a disk. */
const maxWorkers = 4;

/**
 * Half of what a garbage collector does in a test run is to copy young objects again and again:
 * with more room for them it collects less often.
 */
const execArgv = ['--max-semi-space-size=64'];

/**
 * These end a test that hangs. A wait ends as soon as it can, on a starved machine after minutes;
 * reading two hundred cards takes a quarter of an hour there.
 */
const timeLimits = {
  testTimeout: 3_600_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 300_000 } },
};

/**
 * How long a test of a screen waits for what the screen does. Nothing of it crosses a network, so a
 * longer wait is a failure on a starved machine too.
 */
const SCREEN_WAIT_MS = 180_000;

const screenLimits = {
  testTimeout: 5 * SCREEN_WAIT_MS,
  hookTimeout: 5 * SCREEN_WAIT_MS,
  expect: { poll: { timeout: SCREEN_WAIT_MS } },
  provide: { screenWaitMs: SCREEN_WAIT_MS },
};

declare module 'vitest' {
  interface ProvidedContext {
    /** How long Testing Library waits, in milliseconds. */
    screenWaitMs: number;
  }
}

/** Tests are beside the file they test; one project per workspace, selected with `--project`. */
const pure = (name: string): TestProjectInlineConfiguration => ({
  // Pure functions share no state between files.
  test: {
    name,
    root: at(`./${name}`),
    include: ['src/**/*.test.ts', 'oracles/**/*.test.ts', 'openapi/**/*.test.ts'],
    ...timeLimits,
    isolate: false,
    maxWorkers,
    execArgv,
  },
});

const server: TestProjectInlineConfiguration = {
  test: {
    // checks tries the server, with the same database.
    name: 'server',
    root: at('.'),
    include: ['{server,checks}/**/*.test.ts'],
    globalSetup: [at('./server/src/testing/global-setup.ts')],
    setupFiles: [at('./tools/localhost.mjs')],
    ...timeLimits,
    // Loading the server takes a second per file; each file has its own app and database and shares
    // nothing else.
    isolate: false,
    maxWorkers,
    execArgv,
  },
};

export default defineConfig({
  test: {
    // A test compares a snapshot and never writes one, as in CI; `--update` writes.
    update: 'none',
    pool: 'forks',
    maxWorkers,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    env: { TZ: 'UTC' },
    projects: [
      {
        test: {
          name: 'lint-rules',
          root: at('.'),
          include: ['lint-rules.test.ts', 'tools/**/*.test.ts', 'bench/*.test.ts'],
          ...timeLimits,
          isolate: false,
          maxWorkers,
          execArgv,
        },
      },
      pure('core'),
      pure('contract'),
      server,
      {
        extends: at('./web/vite.config.ts'),
        test: { name: 'web', root: at('./web'), maxWorkers, execArgv, ...screenLimits },
      },
      {
        extends: at('./console/vite.config.ts'),
        test: { name: 'console', root: at('./console'), maxWorkers, execArgv, ...screenLimits },
      },
    ],
  },
});
