import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { node24 } from './node24.mjs';
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
/** Ends a stage that hangs. */
const STAGE_WITHIN_MS = 45 * MINUTE_MS;

const modules = join(repo, 'node_modules');

/** Compiles every project; each counts as one test. */
export async function types() {
  const waiting = [...COMPILED];
  const reports = [];
  const tsc = join(modules, 'typescript', 'bin', 'tsc');

  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { code, output } = await runCaptured(node24(), [tsc, '-p', name, ...COMPILE], {
        within: 3 * MINUTE_MS,
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
  const args = [
    join(modules, '@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--error-on-warnings',
    '--colors=off',
  ];
  args.push('--diagnostic-level=warn', '--max-diagnostics=15');

  const { code, output } = await runCaptured(node24(), args, { within: 2 * MINUTE_MS });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, report: output };
}

/** Files whose names end like this belong to the rest; the others are the main tests. */
const REST_FILE = '.rest.test.';
const SELECT_FILES = { main: ['--exclude', `**/*${REST_FILE}*`], rest: [REST_FILE] };

/**
 * Walks with this tag are main tests: each screen once, and each way of money once. The others
 * belong to the rest.
 */
const MAIN_TAG = '@main';
const SELECT_WALKS = { main: ['--grep', MAIN_TAG], rest: ['--grep-invert', MAIN_TAG] };

/** Vitest's arguments for one half of its test files. */
export function selectFiles(half) {
  return SELECT_FILES[half];
}

/** Playwright's arguments for one half of the walks. */
export function selectWalks(half) {
  return SELECT_WALKS[half];
}

/** Vitest's arguments that leave out files by path and tests by name; both are patterns. */
export function leaveOut(files, tests) {
  return [
    ...files.flatMap((pattern) => ['--exclude', pattern]),
    '--testNamePattern',
    `^(?!.*(${tests.join('|')}))`,
  ];
}

/** The tests of one half that need no browser, counted from Vitest's JSON report. */
export async function unitTests(half, file) {
  const args = [join(modules, 'vitest', 'vitest.mjs'), 'run', ...selectFiles(half)];
  args.push('--reporter=dot', '--reporter=json', `--outputFile.json=${file}`);

  const { code, output } = await runCaptured(node24(), args, { within: STAGE_WITHIN_MS });
  if (!existsSync(file)) return judge({ ...NONE, code, output });

  const report = readReport(file);
  return {
    ...judge({ ...countVitest(report), code, output }),
    slowest: timeFiles(report),
    failures: listFailedTests(report),
  };
}

/**
 * The walks of one half in a real browser, on the built app.
 * @param file where the report is written
 * @param onProgress called with a phrase such as "12 of 108 started"
 */
export async function browserWalks(half, file, onProgress) {
  const chromium = await ensureChromium();
  await ensureBuilt();

  const args = [
    join(modules, '@playwright', 'test', 'cli.js'),
    'test',
    '-c',
    'e2e',
    ...selectWalks(half),
  ];
  args.push('--reporter=line,json');

  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file };

  const onOutput = (chunk) => {
    const progress = readProgress(chunk);
    if (progress !== undefined) onProgress(progress);
  };

  const { code, output } = await runCaptured(node24(), args, {
    within: STAGE_WITHIN_MS,
    env,
    onOutput,
  });
  if (!existsSync(file)) return judge({ ...NONE, code, output });

  const report = readReport(file);
  const walks = listWalks(report);
  return {
    ...judge({ ...countPlaywright(report), code, output }),
    slowest: timeWalks(walks),
    failures: listFailedWalks(walks),
  };
}

/** Playwright's line reporter writes "[12/108] title" as it starts a test. */
export function readProgress(chunk) {
  const last = [...chunk.matchAll(/^\[(\d+)\/(\d+)\]/gm)].at(-1);
  return last && `${last[1]} of ${last[2]} started`;
}

const NONE = { passed: 0, failed: 0, skipped: 0 };

function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** A file that cannot be loaded contains no tests and counts as one failed test. */
export function countVitest(report) {
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((result) => result.status === 'failed');
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A flaky walk counts as failed. */
export function countPlaywright({ stats, errors = [] }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

function timeFiles({ testResults }) {
  return testResults.map(({ name, startTime, endTime }) => ({
    name: relative(repo, name),
    ms: endTime - startTime,
  }));
}

/** Of each failed test its name and what was wrong. */
export function listFailedTests({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(repo, name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message ? [{ name: file, message }] : [];

    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  });
}

/** Each walk with the results of its runs. */
export function listWalks({ suites }) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.map(({ file, title, tests }) => ({
      name: `e2e/${file}: ${title}`,
      results: tests.flatMap(({ results }) => results),
    })),
    ...listWalks({ suites: inner }),
  ]);
}

function timeWalks(walks) {
  return walks.map(({ name, results }) => ({
    name,
    ms: results.reduce((sum, { duration }) => sum + duration, 0),
  }));
}

/** Of each failed walk its name and what was wrong. */
export function listFailedWalks(walks) {
  return walks
    .map(({ name, results }) => ({
      name,
      message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    }))
    .filter(({ message }) => message !== '');
}

/**
 * A stage that exited with an error or ran no test has failed even without a failure in its report.
 */
export function judge({ passed, failed, skipped, code, output }) {
  if (failed > 0) return { passed, failed, skipped, report: output };
  if (code !== 0) return { passed, failed: 1, skipped, report: output };
  if (passed === 0) return { passed, failed: 1, skipped, report: `No test ran.\n${output}` };
  return { passed, failed, skipped };
}
