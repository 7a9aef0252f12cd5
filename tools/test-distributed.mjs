import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { judgeFiles } from './distributed-results.mjs';
import { ensureInstalled } from './install.mjs';
import { node24 } from './node24.mjs';
import { PlainError, repo, runMain } from './repo.mjs';
import { runCaptured } from './run-captured.mjs';

const USAGE = `npm run test:distributed -- --engine DIR [FILES]
Runs the server's tests on a cluster it starts on this machine: a coordinator and two workers.
DIR is a folder with bin/postgres, PostgreSQL 18 with the extension Citus 14, which the account that PostgreSQL
runs as can read. FILES are parts of paths, by default all: fifteen files of 130 tests take two minutes on two cores.
docs/citus.md ("Tests") says what passed when all were run last, in parts.`;

const WITHIN_MS = 3 * 3_600_000;

/** The server's tests on a distributed database. */
await runMain(async () => {
  const { engine, files } = readArguments(process.argv.slice(2));
  ensureInstalled();

  const scratch = mkdtempSync(join(tmpdir(), 'noren-results-'));
  try {
    const report = await runTests({ engine, files, to: join(scratch, 'server.json') });
    return printResults(report, { isWhole: files.length === 0 });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

function readArguments(given) {
  const at = given.indexOf('--engine');
  const engine = at === -1 ? undefined : given[at + 1];
  if (engine === undefined) throw new PlainError(USAGE);
  if (!existsSync(join(engine, 'bin', 'postgres')))
    throw new PlainError(`There is no bin/postgres in ${engine}.\n${USAGE}`);

  return { engine: resolve(engine), files: given.toSpliced(at, 2) };
}

async function runTests({ engine, files, to }) {
  const args = [
    join(repo, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'server',
    ...files,
  ];
  // A statement crosses processes several times here: a test that takes a second elsewhere may take
  // ten.
  args.push(
    '--testTimeout=240000',
    '--hookTimeout=240000',
    '--maxWorkers=3',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${to}`,
  );

  const { output } = await runCaptured(node24(), args, {
    within: WITHIN_MS,
    env: { NOREN_TEST_ENGINE: engine },
  });
  if (!existsSync(to)) throw new PlainError(output.trimEnd());

  return JSON.parse(readFileSync(to, 'utf8'));
}

/** @returns the process's exit code */
function printResults(report, { isWhole }) {
  const listed = JSON.parse(
    readFileSync(new URL('./plain-only-tests.json', import.meta.url), 'utf8'),
  );
  const files = report.testResults.map((file) => ({
    ...file,
    name: relative(join(repo, 'server'), file.name),
  }));
  const { lines, problems, passed, excused } = judgeFiles(files, listed, { isWhole });

  console.log(lines.join('\n'));
  for (const problem of problems) console.log(`NOT OK ${problem}`);
  console.log(`${passed} passed, ${excused} not for this engine, ${problems.length} problems`);

  return problems.length > 0 || passed === 0 ? 1 : 0;
}
