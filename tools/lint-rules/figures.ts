import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { CRUISED, cruiseOptions, dependencyRules } from './dependency-rules.ts';
import { findDuplicates } from './duplicates.ts';
import { FEATURE_IMPORTS } from './law.ts';
import { isCode, isTest, listFiles } from './source.ts';

/** One row of the figures in docs/architecture.md. */
export type Figure = { name: string; now: string };

const CODE_OR_STYLE = /\.(tsx?|mts|mjs|css|html)$/;

const isAtRoot = (folder: string) => (path: string) =>
  path.startsWith(`${folder}/`) &&
  !path.slice(folder.length + 1).includes('/') &&
  CODE_OR_STYLE.test(path);

/** Where files lie: counted from their paths alone. */
export function layoutFigures(paths: readonly string[]): Figure[] {
  const count = (test: (path: string) => boolean): string => String(paths.filter(test).length);
  const isSource = (path: string): boolean => !/\.test\.tsx?$/.test(path);

  return [
    {
      name: 'source files at the root of `server/src`',
      now: count((path) => isAtRoot('server/src')(path) && isSource(path)),
    },
    {
      name: 'source files at the root of `web/src`',
      now: count((path) => isAtRoot('web/src')(path) && isSource(path)),
    },
    {
      name: 'build files at the root of `web`',
      now: count((path) => isAtRoot('web')(path) && path.endsWith('.ts')),
    },
    { name: 'test and support files at the root of `e2e`', now: count(isAtRoot('e2e')) },
    { name: 'files at the root of `core/src`', now: count(isAtRoot('core/src')) },
    {
      name: 'web files named `session-…`',
      now: count((path) => /^web\/src\/(.*\/)?session-[^/]+$/.test(path)),
    },
    { name: 'imports from one server feature to another', now: String(FEATURE_IMPORTS.length) },
  ];
}

/** What the import law forbids, counted: all of it is 0 where the lint rules pass. */
export const FORBIDDEN_FIGURES = [
  'imports upward',
  'cycles of files',
  'cycles of folders',
] as const;

/** All figures of the project, measured. */
export async function measureFigures(root: string): Promise<Figure[]> {
  const paths = listFiles(root);
  return [...layoutFigures(paths), ...(await countForbidden()), ...measureTexts(root, paths)];
}

async function countForbidden(): Promise<Figure[]> {
  const { output } = await cruise(CRUISED, {
    ...cruiseOptions,
    validate: true,
    ruleSet: dependencyRules,
  });
  if (typeof output === 'string') throw new Error(output);

  const { violations } = output.summary;

  const classifyRule = (rule: string): (typeof FORBIDDEN_FIGURES)[number] => {
    if (rule.startsWith('no file')) return 'cycles of files';
    return rule.startsWith('no folder') ? 'cycles of folders' : 'imports upward';
  };

  return FORBIDDEN_FIGURES.map((name) => ({
    name,
    now: String(violations.filter(({ rule }) => classifyRule(rule.name) === name).length),
  }));
}

/**
 * Sizes, comments and duplicates. Sizes and comments: product code of core, contract, server, web
 * and console; duplicates: tests too.
 */
function measureTexts(root: string, paths: readonly string[]): Figure[] {
  const own = paths.filter(
    (path) => /^(core|contract|server|web|console|e2e|bench)\//.test(path) && isCode(path),
  );
  const texts = own.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const product = texts.filter(
    ({ path }) => /^(core|contract|server|web|console)\/(src|build)\//.test(path) && !isTest(path),
  );
  const lengths = product
    .map(({ text }) => text.trimEnd().split('\n').length)
    .sort((a, b) => a - b);
  const at = (share: number): number => lengths[Math.ceil(share * lengths.length) - 1] ?? 0;
  const lines = product
    .flatMap(({ text }) => text.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '');
  const comments = lines.filter((line) => /^(\/\/|\/?\*)/.test(line)).length;
  const ofTests = texts.filter(({ path }) => isTest(path));

  return [
    { name: 'duplicates in product code', now: String(findDuplicates(product).length) },
    { name: 'duplicates in tests', now: String(findDuplicates(ofTests).length) },
    {
      name: 'lines a file: median, 90th percentile, most',
      now: [at(0.5), at(0.9), at(1)].join(', '),
    },
    {
      name: 'comment lines, share of non-blank lines',
      now: `${((100 * comments) / lines.length).toFixed(1)} %`,
    },
  ];
}
