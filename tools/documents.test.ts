import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** What the documents quote is what the code says. */

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const listed = (folder: string, end: RegExp): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => end.test(path))
    .map((path) => `${folder}/${path}`);

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...listed('docs', /\.md$/),
];

test('log lines quoted in the documents are logged by the server', () => {
  const code = listed('server/src', /(?<!\.test)\.ts$/)
    .map(read)
    .join('\n');
  const quoted = [
    'docs/debugging.md',
    'docs/debugging-operations.md',
    ...listed('docs/operations', /\.md$/),
  ].flatMap((path) => [...read(path).matchAll(/`"([^`"]+)"`/g)].map((found) => found[1] ?? ''));

  expect(quoted.length).toBeGreaterThan(30);
  expect(quoted.filter((line) => !code.includes(`'${line}'`))).toEqual([]);
});

test('words in bold on the pages of the console are its texts', () => {
  const texts = listed('console/src/texts', /\.ts$/).map(read).join('\n');
  const bold = ['docs/console.md', 'docs/console-roles.md'].flatMap((path) =>
    [...read(path).matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words),
  );

  expect(bold.length).toBeGreaterThan(80);
  expect(bold.filter((words) => words !== 'bold' && !texts.includes(words))).toEqual([]);
});

test('commands named in the documents are scripts of package.json', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const named = pages.flatMap((path) =>
    [...read(path).matchAll(/npm run ([a-z][a-z-]*)/g)].map((found) => found[1] ?? ''),
  );
  expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
});

test('docs/commands.md lists every command', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const listed = read('docs/commands.md')
    .split('\n')
    .map((line) => /^\| `(?:npm )?([a-z:-]+)/.exec(line)?.[1] ?? '')
    .filter((name) => name !== '');
  expect([...new Set(listed)].toSorted()).toEqual(scripts.toSorted());
});

test('links between the documents lead somewhere', () => {
  const broken = pages.flatMap((path) => {
    const folder = join(root, path, '..');
    return [...read(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
      .map((found) => found[1] ?? '')
      .filter((to) => !existsSync(join(folder, to)))
      .map((to) => `${path}: ${to}`);
  });
  expect(broken).toEqual([]);
});

test('links to a heading of a document name one that it has', () => {
  const broken = pages.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)\s:]*)#([^)\s]+)\)/g)]
      .map(([, to = '', anchor = '']) => ({ to: to === '' ? path : join(path, '..', to), anchor }))
      .filter(({ to, anchor }) => to.endsWith('.md') && !listAnchors(read(to)).includes(anchor))
      .map(({ to, anchor }) => `${path}: ${to}#${anchor}`),
  );
  expect(broken).toEqual([]);
});

/**
 * The anchors of a page's headings, as GitHub makes them; a `#` inside a code block begins no
 * heading.
 */
function listAnchors(page: string): string[] {
  const prose = page.replaceAll(/^ *```.*?^ *```/gms, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{3}-/.test(name));

test('the index lists every decision', () => {
  const index = read('docs/decisions/README.md');
  expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

test.each(decisions)('decision %s has its four parts on half a page', (name) => {
  const text = read(`docs/decisions/${name}`);
  const headings = [...text.matchAll(/^## (.*)$/gm)].map((found) => found[1]);
  expect(headings).toEqual(['Status', 'Context', 'Decision', 'Consequences']);
  expect(text.match(/[\p{L}\d][^\s|]*/gu)?.length ?? 0).toBeLessThanOrEqual(320);
});

test('every package is in the table of decision 001', () => {
  const named = [...read('docs/decisions/001-dependencies.md').matchAll(/^\| ([^|]*) \|/gm)]
    .flatMap((row) => [...(row[1] ?? '').matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? ''))
    .map((name) => new RegExp(`^${name.replaceAll('*', '.+')}$`));
  // Node's other platforms are the siblings of the one that is named.
  named.push(/^node(-bin)?-(linux|darwin)-(x64|arm64)$/);

  const packages = ['.', 'core', 'contract', 'server', 'web', 'console', 'e2e', 'bench'].flatMap(
    (folder) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        read(`${folder}/package.json`),
      );
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    },
  );
  const ours = packages.filter((name) => !name.startsWith('@noren/'));

  expect(ours.length).toBeGreaterThan(50);
  expect(ours.filter((name) => !named.some((pattern) => pattern.test(name)))).toEqual([]);
});

test('docs/architecture.md names every job of the job table', () => {
  const [, section = ''] = /\n## Jobs\n(.*?)\n## /s.exec(read('docs/architecture.md')) ?? [];
  const named = section
    .split('\n')
    .flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/`([a-z-]+)`/g)].map((found) => found[1]),
    );
  const [, table = ''] =
    /jobTable: JobTable = \{\n(.*?)\n\};/s.exec(read('server/src/schedule/job-table.ts')) ?? [];
  const jobs = [...table.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map((found) => found[1]);

  expect(jobs.length).toBeGreaterThan(15);
  expect(named.toSorted()).toEqual(jobs.toSorted());
});
