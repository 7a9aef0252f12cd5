import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { CRUISED, cruiseOptions, dependencyRules } from './dependency-rules.ts';
import { findDuplicates } from './duplicates.ts';
import { FEATURE_IMPORTS } from './law.ts';
import { isCode, isTest, listFiles } from './source.ts';

/** One row of the figures in docs/architecture.md. */
export type Figure = { name: string; now: string };

/** Where files lie, and who imports whom: counted from their paths and the law. */
export function layoutFigures(paths: readonly string[]): Figure[] {
  const atRoot = paths.filter((path) => /^server\/src\/[^/]+$/.test(path) && !isTest(path));

  return [
    { name: 'source files at the root of `server/src`', now: String(atRoot.length) },
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

const PRODUCT = ['server', 'core', 'web', 'console', 'contract'] as const;
const APPARATUS = ['bench', 'tools', 'checks'] as const;

type Text = { path: string; text: string };

/** Duplicates, sizes and rhythm: of product code, duplicates of tests too. */
function measureTexts(root: string, paths: readonly string[]): Figure[] {
  const texts = paths
    .filter((path) => [...PRODUCT, ...APPARATUS, 'e2e'].includes(path.split('/')[0] ?? ''))
    .filter(isCode)
    .map((path): Text => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const product = texts.filter(
    ({ path }) => /^\w+\/(src|build)\//.test(path) && !isTest(path) && !isApparatus(path),
  );
  const tests = texts.filter(({ path }) => isTest(path) && !isApparatus(path));
  const inFolder = (folder: string, among: readonly Text[]): Text[] =>
    among.filter(({ path }) => path.startsWith(`${folder}/`));

  const lines = product
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.trim() !== '');
  const lengths = product.map(({ text }) => text.trimEnd().split('\n').length);
  const widths = lines.map(({ length }) => length);
  const rhythm = PRODUCT.slice(0, 4).map((folder) => countPauses(inFolder(folder, product)));
  const shipped = [...inFolder('server', product), ...inFolder('contract', product)];
  const programs = texts.filter(({ path }) => !/\.test\.ts$/.test(path));
  const sizes = [shipped, ...APPARATUS.map((folder) => inFolder(folder, programs))];

  return [
    { name: 'duplicates in product code', now: String(findDuplicates(product).length) },
    { name: 'duplicates in tests', now: String(findDuplicates(tests).length) },
    {
      name: 'lines a file: median, 90th percentile, most',
      now: [0.5, 0.9, 1].map((share) => quantile(share, lengths)).join(', '),
    },
    {
      name: 'comment lines, share of non-blank lines',
      now: `${((100 * lines.filter(isComment).length) / lines.length).toFixed(1)} %`,
    },
    { name: 'length of a line, 90th percentile', now: String(quantile(0.9, widths)) },
    {
      name: 'blank lines inside bodies per 100 of code: server, core, web, console',
      now: rhythm.map((pauses) => pauses.toFixed(1)).join(', '),
    },
    {
      name: 'code without white space, KB: server with contract, bench, tools, checks',
      now: sizes.map((among) => Math.round(sumCharacters(among) / 1000)).join(', '),
    },
  ];
}

const isApparatus = (path: string): boolean => /^(bench|tools|checks)\//.test(path);

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

function quantile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

/** Blank lines before an indented line, per hundred lines of code. */
function countPauses(texts: readonly Text[]): number {
  const pauses = texts.reduce((sum, { text }) => sum + (text.match(/\n\n[ ]/g) ?? []).length, 0);
  const code = texts
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.trim() !== '' && !isComment(line));

  return (100 * pauses) / code.length;
}

const sumCharacters = (texts: readonly Text[]): number =>
  texts.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
