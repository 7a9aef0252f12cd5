import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openSandboxBank } from './loans.ts';
import { startApp, type TestApp } from './start-app.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Starts an app for all tests of the file and stops it after the last. */
export async function useApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await startApp(...options);
  afterAll(() => app.stop());
  return app;
}

/**
 * The same for tests of money: after each, payments, payouts and refunds succeed again and the
 * ledger must verify.
 */
export async function useMoneyApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await useVerifiedApp(...options);
  afterEach(async () => {
    for (const kind of ['payments', 'payouts', 'refunds'] as const)
      await openSandboxBank(app).setBehaviour(kind, 'succeed');
  });

  return app;
}

/** Starts an app for all tests of the file; after each, the ledger must verify. */
export async function useVerifiedApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await useApp(...options);
  afterEach(async () => expect(await verifyLedger(app.deps.db)).toEqual([]));
  return app;
}

/** Starts an app for all tests of the file; after the last, the ledger must verify. */
export async function useLedgerApp(...options: Parameters<typeof startApp>): Promise<TestApp> {
  const app = await startApp(...options);
  afterAll(() => stopVerified(app));
  return app;
}

/**
 * Starts an app before each test and hands it to `prepare`; after each test the ledger must verify.
 */
export function useNewLedgerApp(prepare: (app: TestApp) => unknown): void {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
    await prepare(app);
  });
  afterEach(() => stopVerified(app));
}

/** Lets days pass in a test; after it, the app's business day is the first again. */
export function useDays(app: TestApp) {
  const passed = { days: 0 };

  afterEach(() => {
    app.moveDays(-passed.days);
    passed.days = 0;
  });

  function pass(days: number): void {
    app.moveDays(days);
    passed.days += days;
  }

  return Object.assign(passed, { pass });
}

async function stopVerified(app: TestApp): Promise<void> {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.stop();
}
