import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repo } from './repo.mjs';
import { runCaptured } from './run-captured.mjs';
import { ensureBuilt } from './web-build.mjs';

/** The projects compiled; the server's includes `checks`, which import nearly all of the server. */
const COMPILED = ['core', 'contract', 'server', 'web', 'console', 'e2e', 'bench', 'tools'];
const SIDE_BY_SIDE = 2;
/**
 * Each thread of a compiler works out the shared types again: together they take twice as much
 * processor time.
 */
const COMPILE = ['--noEmit', '--singleThreaded'];
const MINUTE_MS = 60_000;
/** Ends a stage that hangs; one core that other work shares needs more than an hour. */
const STAGE_WITHIN_MS = 180 * MINUTE_MS;

const modules = join(repo, 'node_modules');

/** Compiles every project; each counts as one test. */
export async function types() {
  const waiting = [...COMPILED];
  const reports = [];
  const tsc = join(modules, 'typescript', 'bin', 'tsc');

  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, output } = await runCaptured([tsc, '-p', name, ...COMPILE], {
        within: STAGE_WITHIN_MS,
      });
      if (code !== 0) reports.push(`${name}:\n${output}`);
    }
  };

  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));

  return {
    passed: COMPILED.length - reports.length,
    failed: reports.length,
    report: reports.join('\n'),
  };
}

/** Builds the app when a source has changed since the last build: one test. */
export async function webBuild() {
  await ensureBuilt();
  return { passed: 1, failed: 0 };
}

/** Biome over everything: one test. */
export async function lint() {
  const args = [join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'check', '--colors=off'];
  args.push('--error-on-warnings', '--diagnostic-level=warn', '--max-diagnostics=15');

  const { code, output } = await runCaptured(args, { within: STAGE_WITHIN_MS });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, report: output };
}

/** Vitest's arguments for each half of the test files. */
export const FILES = { main: ['--exclude', '**/*.rest.test.*'], rest: ['.rest.test.'] };

/**
 * Playwright's arguments for each half of the walks. The tag is on walks that show each screen once
 * and each way of money once.
 */
export const WALKS = { main: ['--grep', '@main'], rest: ['--grep-invert', '@main'] };

/** Vitest's arguments that leave out files by path and tests by name; both are patterns. */
export function leaveOut(files, tests) {
  return [
    ...files.flatMap((pattern) => ['--exclude', pattern]),
    '--testNamePattern',
    `^(?!.*(${tests.join('|')}))`,
  ];
}

/**
 * The tests of one half that need no browser.
 * @param onFailure called with the name of each failed test as it ends
 */
export function unitTests(half, file, onFailure) {
  const args = [join(modules, 'vitest', 'vitest.mjs'), 'run', ...FILES[half]];
  args.push('--reporter=dot', `--reporter=${join(repo, 'tools', 'failed-tests-reporter.mjs')}`);
  args.push('--reporter=json', `--outputFile.json=${file}`);

  const onOutput = (chunk) => readFailed(chunk).forEach(onFailure);

  return runReporting(args, file, readVitest, { onOutput });
}

/**
 * The walks of one half in a real browser, on the built app.
 * @param file where the report is written
 * @param on `progress` is called with a phrase such as "12 of 108 started"; `failure` with the name
 *   of each failed walk as it ends
 */
export async function browserWalks(half, file, on) {
  await ensureBuilt();

  const args = [join(modules, '@playwright', 'test', 'cli.js'), 'test', '-c', 'e2e'];
  args.push(...WALKS[half], '--reporter=line,json');

  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };

  const onOutput = (chunk) => {
    const progress = readProgress(chunk);
    if (progress !== undefined) on.progress(progress);
    readFailed(chunk).forEach(on.failure);
  };

  return runReporting(args, file, readPlaywright, { env, onOutput });
}

/** Playwright's line reporter writes "[12/108] title" as it starts a test. */
export function readProgress(chunk) {
  const last = [...chunk.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1);
  return last && `${last[1]} of ${last[2]} started`;
}

/** Playwright's line reporter and `failed-tests-reporter.mjs` write "1) name" of a failed test. */
export function readFailed(chunk) {
  return [...chunk.matchAll(/^ *\d+\) (.+?)[ ─]*$/gm)].map(([, name]) => name);
}

/** Runs tests to their end and reads the report that they write, if they came so far. */
async function runReporting(args, file, readReport, options) {
  const { code, output } = await runCaptured(args, {
    within: STAGE_WITHIN_MS,
    ...options,
  });
  const done = existsSync(file)
    ? readReport(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, skipped: 0, failures: [], slowest: [] };
  return { ...done, ...judge({ ...done, code, output }) };
}

/** What Vitest's report says. */
export function readVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }) {
  return {
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap(listFailedTests),
    slowest: testResults.map(({ name, startTime, endTime }) => ({
      name: relative(repo, name),
      ms: endTime - startTime,
    })),
  };
}

/** A file that cannot be loaded contains no tests and counts as one failed test. */
function listFailedTests({ name, status, message, assertionResults }) {
  const file = relative(repo, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ name: file, message }] : [];

  return failed.map(({ fullName, failureMessages }) => ({
    name: `${file}: ${fullName}`,
    message: failureMessages.join('\n'),
  }));
}

/** What Playwright's report says. A flaky walk counts as failed. */
export function readPlaywright({ stats, suites, errors = [] }) {
  const walks = listWalks(suites);
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => ({ name: 'e2e', message })),
      ...walks.filter(({ hasFailed }) => hasFailed),
    ],
    slowest: walks,
  };
}

function listWalks(suites = []) {
  return suites.flatMap(({ specs = [], suites: inner }) => [
    ...specs.map(({ file, title, tests }) => {
      const results = tests.flatMap((one) => one.results);
      return {
        name: `e2e/${file}: ${title}`,
        ms: results.reduce((sum, { duration }) => sum + duration, 0),
        hasFailed: tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
        message: results.flatMap((one) => one.errors.map(({ message }) => message)).join('\n'),
      };
    }),
    ...listWalks(inner),
  ]);
}

/**
 * A stage that exited with an error or ran no test has failed even without a failure in its report.
 */
export function judge({ passed, skipped, failures, code, output }) {
  const ranNothing = passed + failures.length === 0;
  const failed = failures.length || Number(code !== 0 || ranNothing);
  return { passed, failed, skipped, report: ranNothing ? `No test ran.\n${output}` : output };
}
