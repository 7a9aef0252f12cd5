import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { OrderStatus } from '@noren/core/lending/order-status';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anActiveLoan, runJobs } from '../testing/loans.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { aSignedInUser } from '../testing/users.ts';

const MAIN = fileURLToPath(new URL('./verify.ts', import.meta.url));
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await anActiveLoan(app, await aSignedInUser(app));
  await runJobs(app);
});

afterAll(() => app.stop());

/** Runs the program as `npm run verify` does. */
function verify(): Promise<{ code: number | string; output: string }> {
  const env = { ...process.env, DATABASE_URL: app.deps.config.DATABASE_URL };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test('a line a check, 0 when all hold and 1 with the sentence when one does not', async () => {
  // The close of day of a day that has not come for this machine's own clock is not asked for.
  await sql`update orders set disbursed_day = '2199-01-01'`.execute(app.deps.db);

  const sound = await verify();
  expect(sound).toMatchObject({ code: 0 });
  expect(sound.output).toMatch(/^ok {4}trial balance \(\d+ checked\)$/m);
  expect(sound.output).toMatch(/^(\d\d) of \1 checks hold on business day \d{4}-\d\d-\d\d\.$/m);
  expect(sound.output).toMatch(
    /^ok {4}staff audit chain \(\d+ rows, each follows the one before\)$/m,
  );
  await sql`update orders set status = ${sql.lit(OrderStatus.settled)}`.execute(app.deps.db);

  const unsound = await verify();
  expect(unsound).toMatchObject({ code: 1 });
  expect(unsound.output).toMatch(
    /^FAIL {2}order status matches ledger .*\n {8}order .*status 70, but something is owed$/m,
  );
});
