import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { PlainError, runMain } from './repo.mjs';
import { runNamed } from './test-named.mjs';
import { browserWalks, lint, types, unitTests, webBuild } from './test-stages.mjs';

const given = process.argv.slice(2);
const PATHS = given.filter((argument) => !argument.startsWith('--'));
const HALF = given.includes('--rest') ? 'rest' : 'main';
const QUICK = given.includes('--quick');

const PROGRESS_EVERY_MS = 15_000;
const SLOWEST = 12;
const FAILURE_LINES = 20;

/** The running stages with their progress. */
const running = new Map();
const startedAt = performance.now();

await runMain(async () => {
  ensureInstalled();
  return PATHS.length > 0 ? runNamed(PATHS) : runStages();
});

/** @returns the process's exit code */
async function runStages() {
  const ended = [];
  const scratch = mkdtempSync(join(tmpdir(), 'noren-results-'));
  const timer = setInterval(printProgress, PROGRESS_EVERY_MS);

  try {
    for (const lanes of chooseLegs(scratch)) {
      const stages = await Promise.all(lanes.map(runLane));
      ended.push(...stages.flat());
    }
  } finally {
    clearInterval(timer);
    rmSync(scratch, { recursive: true, force: true });
  }

  printSlowest(ended.flatMap(({ slowest = [] }) => slowest));
  printFailures(ended.flatMap(({ failures = [] }) => failures));

  return printTotal(ended);
}

/**
 * Legs run one after the other, a leg's lanes side by side. The server's tests serve the built app:
 * it is built before them, in their lane. Walks run alone, because two cores do not suffice for
 * them and the server's tests.
 */
function chooseLegs(scratch) {
  const build = ['build', webBuild];
  const unit = ['unit tests', (on) => unitTests(HALF, join(scratch, 'unit.json'), on.failure)];
  const browser = ['browser', installBrowser];
  const walks = ['walks', (on) => browserWalks(HALF, join(scratch, 'walks.json'), on)];
  const checks = [
    ['types', types],
    ['lint', lint],
  ];

  const lanes = HALF === 'main' ? [checks, [build, unit]] : [[build, unit]];
  return QUICK ? [lanes] : [[...lanes, [browser]], [[walks]]];
}

/**
 * Installs a browser if there is none, while other stages run. Fails when none can be installed.
 */
async function installBrowser() {
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

  const on = {
    progress: (progress) => running.set(name, { from, progress: `${progress}, ` }),
    failure: (test) => console.log(`  ✗ ${test}`),
  };
  const result = await attempt(() => run(on));

  running.delete(name);

  const { passed, failed, skipped = 0, report } = result;
  const notRun = skipped > 0 ? `, ${skipped} skipped` : '';
  const counts =
    passed + failed + skipped === 0
      ? 'ready'
      : `${passed} ok${notRun}${failed > 0 ? `, ${failed} NOT OK` : ''}`;

  console.log(`${name.padEnd(14)} ${counts} (${secondsSince(from)} s)`);
  if (failed > 0 && report) console.log(report.trimEnd().replace(/^/gm, '  | '));

  return result;
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
  const stages = [...running].map(
    ([name, { from, progress }]) => `${name} (${progress}${secondsSince(from, 0)} s)`,
  );
  if (stages.length > 0) console.log(`  … ${stages.join(', ')}`);
}

function printSlowest(timed) {
  const slowest = [...timed].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  if (slowest.length === 0) return;

  console.log('\nslowest');
  for (const { name, ms } of slowest)
    console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** Once more at the end, where a long report is read first. */
function printFailures(failures) {
  if (failures.length > 0) console.log('\nfailed');
  for (const { name, message } of failures) {
    console.log(`  ${name}`);
    console.log(message.split('\n').slice(0, FAILURE_LINES).join('\n').replace(/^/gm, '    | '));
  }
}

/** @returns the process's exit code */
function printTotal(ended) {
  const passed = ended.reduce((sum, stage) => sum + stage.passed, 0);
  const failed = ended.reduce((sum, stage) => sum + stage.failed, 0);

  console.log(`\n${'in all'.padEnd(14)} ${secondsSince(startedAt)} s`);
  console.log(`${passed} passed, ${failed} failed`);

  return failed > 0 || passed === 0 ? 1 : 0;
}

function secondsSince(from, digits = 1) {
  return ((performance.now() - from) / 1000).toFixed(digits);
}
