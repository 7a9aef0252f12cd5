import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { PlainError, runMain } from './repo.mjs';
import { browserWalks, lint, types, vitest, webBuild } from './test-stages.mjs';

const QUICK = process.argv.includes('--quick');
const PROGRESS_EVERY_MS = 15_000;

/** The running stages with their progress. */
const running = new Map();
const startedAt = performance.now();

await runMain(async () => {
  const total = { passed: 0, failed: 0 };
  const scratch = mkdtempSync(join(tmpdir(), 'noren-results-'));
  const timer = setInterval(printProgress, PROGRESS_EVERY_MS);
  try {
    ensureInstalled();
    for (const lanes of legs(scratch)) {
      const stages = await Promise.all(lanes.map(runLane));
      for (const { passed, failed } of stages.flat()) {
        total.passed += passed;
        total.failed += failed;
      }
    }
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    console.log(error.message);
    total.failed += 1;
  } finally {
    clearInterval(timer);
    rmSync(scratch, { recursive: true, force: true });
  }
  console.log(`\n${'in all'.padEnd(14)} ${secondsSince(startedAt)} s`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * Legs run one after the other, a leg's lanes concurrently. The server's tests serve the built app: it is built before them,
 * in their lane. Walks run alone, because two cores do not suffice for them and the server's tests.
 */
function legs(scratch) {
  const unit = (project) => [project, () => vitest(project, join(scratch, `${project}.json`))];
  const walks = ['browser walks', (onProgress) => browserWalks(join(scratch, 'walks.json'), onProgress)];
  const quick = [['types', types], ['lint', lint], ...['lint-rules', 'core', 'contract', 'web', 'console'].map(unit)];
  if (QUICK) return [[quick, [unit('server')]]];
  return [[quick, [['web build', webBuild], unit('server')], [['browser', browser]]], [[walks]]];
}

/** Installs a browser if there is none, while other stages run. Fails when none can be installed. */
async function browser() {
  await ensureChromium();
  return { passed: 0, failed: 0 };
}

async function runLane(stages) {
  const ended = [];
  for (const [name, run] of stages) ended.push(await runStage(name, run));
  return ended;
}

async function runStage(name, run) {
  const from = performance.now();
  running.set(name, { from, progress: '' });
  const onProgress = (progress) => running.set(name, { from, progress: `${progress}, ` });
  const { passed, failed, skipped = 0, report } = await attempt(() => run(onProgress));
  running.delete(name);
  const notRun = skipped > 0 ? `, ${skipped} skipped` : '';
  const counts =
    passed + failed + skipped === 0 ? 'ready' : `${passed} ok${notRun}${failed > 0 ? `, ${failed} NOT OK` : ''}`;
  console.log(`${name.padEnd(14)} ${counts} (${secondsSince(from)} s)`);
  if (failed > 0 && report) console.log(report.trimEnd().replace(/^/gm, '  | '));
  return { passed, failed };
}

/** A stage that cannot run is a failure of its own; the stages after it still run. */
async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    const report = error instanceof PlainError ? error.message : `${error.stack}`;
    return { passed: 0, failed: 1, report };
  }
}

function printProgress() {
  const stages = [...running].map(([name, { from, progress }]) => `${name} (${progress}${secondsSince(from, 0)} s)`);
  if (stages.length > 0) console.log(`  … ${stages.join(', ')}`);
}

function secondsSince(from, digits = 1) {
  return ((performance.now() - from) / 1000).toFixed(digits);
}
