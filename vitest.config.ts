import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Tests are beside the file they test; one project per workspace, selected with `--project`. */
const pure = (name: string): TestProjectInlineConfiguration => ({
  // Pure functions share no state between files.
  test: {
    name,
    root: at(`./${name}`),
    include: ['src/**/*.test.ts', 'oracles/**/*.test.ts', 'openapi/**/*.test.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
});

const server: TestProjectInlineConfiguration = {
  test: {
    name: 'server',
    root: at('./server'),
    include: ['src/**/*.test.ts'],
    globalSetup: [at('./server/src/testing/global-setup.ts')],
    setupFiles: [at('./tools/localhost.mjs')],
    // For a test that hangs: on a machine a third as fast the longest takes most of a minute.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // Loading the server takes a second per file; each file has its own app and database and shares nothing else.
    isolate: false,
  },
};

export default defineConfig({
  test: {
    pool: 'forks',
    // Twice the cores of the smallest machine: many tests wait for a database, a process or a disk.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    allowOnly: false,
    env: { TZ: 'UTC' },
    projects: [
      {
        test: {
          name: 'lint-rules',
          root: at('.'),
          include: ['lint-rules.test.ts', 'tools/**/*.test.ts', 'bench/*.test.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      pure('core'),
      pure('contract'),
      server,
      { extends: at('./web/vite.config.ts'), test: { name: 'web', root: at('./web') } },
      { extends: at('./console/vite.config.ts'), test: { name: 'console', root: at('./console') } },
    ],
  },
});
