import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, measureFigures } from './figures.ts';
import { renderLaw } from './law-table.ts';

/** The page with the law of imports and the figures, each between marks. */
export const PAGE = 'docs/architecture.md';

/** The text between two marks of the page. @throws Error where a mark is missing */
export function readPart(page: string, name: 'law' | 'figures'): string {
  const [from, to] = rangeOfPart(page, name);
  return page.slice(from, to).trim();
}

/** Rows of the table of figures by name: what was, and what is. */
export function readFigures(page: string): Map<string, { before: string; now: string }> {
  const rows = readPart(page, 'figures')
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  return new Map(rows.map(([, name = '', before = '', now = '']) => [name, { before, now }]));
}

/** Measures and writes both parts; what a figure was before stays. */
export async function writePage(root: string): Promise<readonly Figure[]> {
  const path = join(root, PAGE);
  const page = readFileSync(path, 'utf8');
  const former = readFigures(page);
  const figures = await measureFigures(root);
  const rows = figures.map(
    ({ name, now }) => `| ${name} | ${former.get(name)?.before ?? '–'} | ${now} |`,
  );
  const table = ['| | before | now |', '|---|---:|---:|', ...rows].join('\n');

  writeFileSync(path, putPart(putPart(page, 'law', renderLaw()), 'figures', table));

  return figures;
}

function putPart(page: string, name: 'law' | 'figures', text: string): string {
  const [from, to] = rangeOfPart(page, name);
  return `${page.slice(0, from)}\n\n${text}\n\n${page.slice(to)}`;
}

function rangeOfPart(page: string, name: 'law' | 'figures'): [from: number, to: number] {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has lost its marks ${begin} and ${end}`);
  return [from + begin.length, to];
}
