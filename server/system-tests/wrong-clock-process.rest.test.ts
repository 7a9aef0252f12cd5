import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { JOBS } from '../src/job-list.ts';
import { addJob } from '../src/platform/jobs/job-store.ts';
import { readJobDelays } from '../src/testing/job-queue.ts';
import { hasScheduledRunToCome, noteScheduledRun } from '../src/testing/job-queue-internals.ts';
import { aSandboxUser, freePort, killLeftovers, startProcess } from '../src/testing/own-process.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';

const DAY = 86_400_000;

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterEach(killLeftovers);
afterAll(() => app.stop());

/** Node's option that sets the clock of a process ahead, or back. */
function withClockAhead(ms: number): Record<string, string> {
  const script = `const Real = Date, ahead = ${ms};
    globalThis.Date = class extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ahead) : super(...given); }
      static now() { return Real.now() + ahead; }
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

const settings = async (env: Record<string, string>) => {
  const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = app.deps.config;
  return { databaseUrl, dataDir, port: await freePort(), env };
};

const closedAhead = async () =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from closed_days where day > current_date`.execute(app.deps.db)
  ).rows[0]?.n;

test('a process 20 days ahead serves by the database’s time and closes no day to come; the next one has its schedule', async () => {
  // Left by a process of before.
  await noteScheduledRun(app.deps.db, 'sweep', sql`now() + interval '20 days'`);

  const wrong = await startProcess(await settings(withClockAhead(20 * DAY)));
  try {
    const { userId } = await aSandboxUser(wrong.url, 'new');
    const { rows } = await sql<{ isToday: boolean }>`
      select created_at between now() - interval '1 minute' and now() + interval '1 minute' as is_today
      from users where user_id = ${userId}`.execute(app.deps.db);

    expect(rows).toEqual([{ isToday: true }]);
    await addJob(app.deps.db, JOBS['close-missed-days'], {});

    const postponed = async () =>
      (await readJobDelays(app.deps.db, 'close-missed-days')).map((seconds) => seconds > 0);
    await expect.poll(postponed).toEqual([true]);
    expect(await closedAhead()).toBe(0);
  } finally {
    await wrong.stop();
  }

  const right = await startProcess(await settings({}));
  try {
    await expect.poll(() => hasScheduledRunToCome(app.deps.db)).toBe(false);
  } finally {
    await right.stop();
  }
});

test('a process 400 days back starts, and says what is wrong in a sentence', async () => {
  const back = await startProcess(
    await settings({ ...withClockAhead(-400 * DAY), NOREN_LOG_LEVEL: 'error' }),
  );
  await back.stop();
  expect(back.output()).toMatch(
    /"minutesAhead":-576000,.*this machine’s clock differs from the database’s/,
  );
  expect(back.output()).not.toContain('TypeError');
});

test('where the database’s clock is back too, it ends with a sentence', async () => {
  await sql`update product_versions set effective_from = current_date + 400, effective_to = null`.execute(
    app.deps.db,
  );

  const { databaseUrl, dataDir, port } = await settings({});
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    NOREN_DATA: dataDir,
    PORT: String(port),
  };
  const output = await new Promise<string>((resolve) => {
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';

    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('exit', () => resolve(text));
  });

  // The database goes to another test.
  await sql`update product_versions set effective_from = '2026-01-01'`.execute(app.deps.db);
  expect(output).toMatch(
    /^Noren did not start\. No product is in force on \d\d\/\d\d\/\d{4}, .* set its machine's clock right\.$/m,
  );
  expect(output).not.toContain('TypeError');
});
