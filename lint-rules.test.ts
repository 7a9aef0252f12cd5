import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from './contract/src/languages.ts';
import { LOAN_TEXT_VERSION } from './contract/src/loan-words.ts';
import { checkBans } from './tools/lint-rules/bans.ts';
import { checkCatalogues, readCatalogues } from './tools/lint-rules/catalogues.ts';
import { CRUISED, cruiseOptions, dependencyRules } from './tools/lint-rules/dependency-rules.ts';
import { checkGlossary, checkGlossaryNames } from './tools/lint-rules/glossary.ts';
import { checkImports } from './tools/lint-rules/import-law.ts';
import { FEATURE_IMPORTS, PLATFORM_TABLES } from './tools/lint-rules/law.ts';
import { checkOptionalPackages } from './tools/lint-rules/lock-file.ts';
import { checkPaths } from './tools/lint-rules/paths.ts';
import { checkPlatform } from './tools/lint-rules/platform-law.ts';
import { checkFileLength, checkFunctionLength } from './tools/lint-rules/size.ts';
import {
  describeProblem,
  isCode,
  listFiles,
  type Problem,
  readSources,
} from './tools/lint-rules/source.ts';
import { checkTextGlossaries, readGlossaries } from './tools/lint-rules/text-glossaries.ts';
import { checkName, checkWords } from './tools/lint-rules/words.ts';

/** The lint rules, over every file of the project. How each works: tools/lint-rules. */

const root = import.meta.dirname;

/** Not ours to shape: made by a tool, or copied data whose source is named beside it. */
const GENERATED =
  /^package-lock\.json$|\/fixtures\/|\/oracles\/[^/]+\.json$|\/ifsc-data\.(json|licence\.txt)$/;
const BINARY = /\.(png|jpe?g|webp|avif|gif|ico|woff2?|ttf|wasm|pdf|gz|br|mjpeg|bin|traineddata)$/;
const MEASURED = /\.(ts|tsx|mjs|css|sql|html)$/;

/** What knip says. */
function runKnip(...flags: string[]): Promise<string> {
  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [knip, '--no-progress', ...flags],
      { cwd: root },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

// Both run while this file reads and checks the sources.
const inProduction = runKnip('--production', '--strict');
const everywhere = runKnip('--no-config-hints', '--include', 'files,exports,types,unlisted');

const paths = listFiles(root);
const own = paths.filter((path) => !GENERATED.test(path));

const texts = own
  .filter((path) => !BINARY.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const sources = readSources(root, own);

const expectNone = (problems: Problem[]): void => {
  expect(problems.map(describeProblem).join('\n')).toBe('');
};

test('there is something to check', () => {
  expect(sources.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['core/src/money/money.ts', 'lint-rules.test.ts']),
  );
  expect(sources.length).toBeGreaterThan(50);
});

test('imports of workspaces obey the law', () => expectNone(checkImports(sources)));

test('the platform neither reads loans nor decides about them', () => {
  const tables = texts
    .filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/create table (\w+)/g)].map((made) => made[1] ?? ''));
  expect(tables).toEqual(expect.arrayContaining([...PLATFORM_TABLES, 'orders', 'journals']));
  expectNone(sources.flatMap((source) => checkPlatform(source, tables)));
});

test('folders obey the law, and nothing imports itself by way of others', async () => {
  const { output } = await cruise(CRUISED, {
    ...cruiseOptions,
    validate: true,
    ruleSet: dependencyRules,
  });
  if (typeof output === 'string') throw new Error(output);

  expect(output.summary.totalCruised).toBeGreaterThan(800);
  expect(
    output.summary.violations.map(({ rule, from, to }) => `${from} > ${to}: ${rule.name}`),
  ).toEqual([]);
});

test('features import each other by three lines at most', () =>
  expect(FEATURE_IMPORTS.length).toBeLessThanOrEqual(3));

test('files are short', () => {
  expectNone(
    texts
      .filter(({ path }) => MEASURED.test(path))
      .flatMap(({ path, text }) => checkFileLength(path, text)),
  );
});

test('functions are short', () => expectNone(sources.flatMap(checkFunctionLength)));

test('banned texts are in no code', () => {
  expectNone(
    texts.filter(({ path }) => isCode(path)).flatMap(({ path, text }) => checkBans(path, text)),
  );
});

test('every file, export and package has a user in production, and none is for development', async () =>
  expect(await inProduction).toBe(''));

test('every file and export of tests and tools has a user, and every package is declared', async () =>
  expect(await everywhere).toBe(''));

test('every file named in documents, comments and lists exists', () =>
  expectNone(checkPaths(texts, paths)));

test('no word that the glossary replaced is used', () => {
  expectNone(texts.flatMap(({ path, text }) => checkGlossary(path, text)));
  expectNone(sources.flatMap(checkGlossaryNames));
});

test('names are in kebab-case and say what a file holds', () => expectNone(own.flatMap(checkName)));

test('no word or path of a machine or workplace', () => {
  expectNone(texts.flatMap(({ path, text }) => checkWords(path, text)));
});

test('the lock file names no registry', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8').split('\n');
  const lines = lock.flatMap((line, index) =>
    /"resolved": "http/.test(line) ? [`package-lock.json:${index + 1}`] : [],
  );
  expect(lines).toEqual([]);
});

test('the lock file has every optional package', () => {
  expectNone(
    checkOptionalPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))),
  );
});

test('every language has every message', () => {
  const catalogues = readCatalogues(root);
  expect(catalogues.length).toBeGreaterThan(2 * LANGUAGE_CODES.length);
  expectNone(checkCatalogues(catalogues, LANGUAGE_CODES));
});

test('no text uses a word that its language’s glossary rules out', () =>
  expectNone(
    checkTextGlossaries(
      readCatalogues(root),
      readGlossaries(root, LANGUAGE_CODES),
      LOAN_TEXT_VERSION,
    ),
  ));
