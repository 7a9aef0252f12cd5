import { afterAll, afterEach, expect } from 'vitest';
import { startApp, type TestApp } from './start-app.ts';
import { verifyLedger } from './verify-ledger.ts';

/**
 * An app for tests that move its business day; after each test the day is reset and the ledger is
 * checked.
 */
export async function startMovingApp(): Promise<{ app: TestApp; later(days: number): void }> {
  const app = await startApp();
  let moved = 0;

  afterEach(async () => {
    app.moveDays(-moved);
    moved = 0;
    expect(await verifyLedger(app.deps.db)).toEqual([]);
  });
  afterAll(() => app.stop());

  return {
    app,
    later(days) {
      moved += days;
      app.moveDays(days);
    },
  };
}
