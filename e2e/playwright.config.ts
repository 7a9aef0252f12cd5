import { defineConfig } from '@playwright/test';
// Each worker reads this file.
import '../tools/localhost.mjs';
import { fontEnvironment } from '../tools/chromium.mjs';
import { browserArguments } from './support/browser-arguments.ts';

const FIRST_LOAN = 'first-loan.test.ts';
const CONSOLE = 'console-*.test.ts';

/** The walks: a phone of 360 × 800 in India, on the built app and a real database. */
export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  // Twice the cores of the smallest machine: walks wait for a network, a clock or a job much of the
  // time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // A wait ends as soon as it can; these say when a starved machine gives up.
  timeout: 1_200_000,
  expect: { timeout: 120_000, toPass: { timeout: 300_000 } },
  // The longest first, so that nothing waits for it alone at the end. A worker starts a program for
  // the walks at the console, so only a few workers take these.
  projects: [
    { name: 'walk', testMatch: FIRST_LOAN },
    { name: 'console', testMatch: CONSOLE, workers: 2 },
    { name: 'others', testIgnore: [FIRST_LOAN, CONSOLE] },
  ],
  use: {
    // A request that a test answers itself must come from the page: the worker has its own test.
    serviceWorkers: 'block',
    // What the global setup put there, before any worker started.
    baseURL: process.env.NOREN_URL ?? '',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '',
      env: { ...process.env, ...fontEnvironment() },
      args: browserArguments(process.env.NOREN_CAMERA ?? ''),
    },
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    // Keeping a trace costs every walk a tenth of its time: `--trace retain-on-failure` when one
    // fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
  },
});
