import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDuplicates } from './duplicates.ts';
import { isCode, isTest, listFiles } from './source.ts';

const root = join(import.meta.dirname, '..', '..');
const PAGE = join(root, 'docs', 'architecture.md');
/** The table on that page, between two marks. */
const TABLE = /(?<=<!-- figures: begin -->\n\n).*(?=\n\n<!-- figures: end -->)/s;

/** Codebases we learn from; their figures were counted in November 2026. */
const LEARNED_FROM = ['Outline’s server', 'AT Protocol’s PDS', 'Epic Stack'];
const NO_COUNT = LEARNED_FROM.map(() => '–');

const PRODUCT = ['server', 'core', 'web', 'console', 'contract'];
const APPARATUS = ['bench', 'tools', 'checks'];

type Text = { path: string; text: string };

/** What docs/architecture.md says of the code: name, figure, and those of the others. */
function measureFigures(): string[][] {
  const texts = listFiles(root)
    .filter((path) => isCode(path) && isIn([...PRODUCT, ...APPARATUS, 'e2e'], path))
    .map((path): Text => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const product = texts.filter(({ path }) => /^\w+\/(src|build)\//.test(path) && !isTest(path));
  const tests = texts.filter(({ path }) => isTest(path) && !isIn(APPARATUS, path));
  const programs = texts.filter(({ path }) => !/\.test\.ts$/.test(path));

  const functions = product.flatMap(({ text }) => text.match(FUNCTION) ?? []);
  const lines = product.flatMap(listLines);
  const lengths = product.map(({ text }) => text.trimEnd().split('\n').length);
  const widths = lines.map(({ length }) => length);
  const pauses = ['server', 'core', 'web', 'console'].map((name) =>
    countPauses(product.filter(({ path }) => isIn([name], path))),
  );
  const shipped = product.filter(({ path }) => isIn(['server', 'contract'], path));
  const apparatus = APPARATUS.map((name) => programs.filter(({ path }) => isIn([name], path)));

  return [
    ['duplicates in product code', `${findDuplicates(product).length}`, ...NO_COUNT],
    ['duplicates in tests', `${findDuplicates(tests).length}`, ...NO_COUNT],
    [
      'lines a file: median, 90th percentile, most',
      [0.5, 0.9, 1].map((share) => quantile(share, lengths)).join(', '),
      ...NO_COUNT,
    ],
    [
      'comment lines, share of non-blank lines',
      formatShare(lines.filter(isComment), lines),
      ...['11 %', '4 %', '3 %'],
    ],
    ['length of a line, 90th percentile', `${quantile(0.9, widths)}`, '65', '63', '61'],
    [
      'blank lines inside bodies per 100 of code: server, core, web, console',
      pauses.map((count) => count.toFixed(1)).join(', '),
      ...['9.2', '6.9', '3.6'],
    ],
    [
      'functions whose name ends in `Of`',
      formatShare(
        functions.filter((name) => /[a-z]Of$/.test(name)),
        functions,
      ),
      ...['0.2 %', '0 %', '0 %'],
    ],
    [
      'code without white space, KB: server with contract, bench, tools, checks',
      [shipped, ...apparatus].map((part) => Math.round(countCharacters(part) / 1000)).join(', '),
      ...NO_COUNT,
    ],
  ];
}

/** Names of functions, declared or assigned. */
const FUNCTION = /(?<=\bfunction )\w+|(?<=\bconst )\w+(?= = (?:async )?[(\w][^=;]{0,80}=>)/g;

const formatShare = (part: readonly string[], whole: readonly string[]): string =>
  `${((100 * part.length) / whole.length).toFixed(1)} %`;

function isIn(folders: readonly string[], path: string): boolean {
  return folders.includes(path.split('/')[0] ?? '');
}

/** The lines of a text that are not blank. */
function listLines({ text }: Text): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/?\*)/.test(line);
}

function quantile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

/** Blank lines before an indented line, per hundred lines of code. */
function countPauses(texts: readonly Text[]): number {
  const pauses = texts.flatMap(({ text }) => text.match(/\n\n /g) ?? []);
  const code = texts.flatMap(listLines).filter((line) => !isComment(line));
  return (100 * pauses.length) / code.length;
}

function countCharacters(texts: readonly Text[]): number {
  return texts.reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);
}

const page = readFileSync(PAGE, 'utf8');
if (!TABLE.test(page)) throw new Error(`${PAGE} has lost the marks of its figures`);

const rows = [
  ['measure', 'Noren', ...LEARNED_FROM],
  ['---', '---:', '---:', '---:', '---:'],
]
  .concat(measureFigures())
  .map((cells) => `| ${cells.join(' | ')} |`);
writeFileSync(PAGE, page.replace(TABLE, rows.join('\n')));
console.log(rows.join('\n'));
