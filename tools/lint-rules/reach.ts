import { posix } from 'node:path';
import { isCode, type Problem, type Source } from './source.ts';

/** Entry points: files that are run, or that a tool loads by name. Their exports count as used. */
const ENTRIES = [
  /^server\/src\/(main|commands\/(backup|migrate|restore|restore-files|rotate-keys|seal-key|sms-templates|staff|verify)|testing\/(simulate|fuzz|data-model)\/main)\.ts$/,
  /^(server|web|console)\/src\/testing\/(global-)?setup\.ts$/,
  /^(web|console)\/(build\/)?[^/]+\.ts$/,
  /^(bench\/[^/]+|e2e\/playwright\.config|e2e\/support\/global-setup|e2e\/screens\/(screens|console))\.ts$/,
  /\.(test|spec)\.tsx?$/,
  /^((vitest|knip)\.config\.ts|dependency-cruiser\.config\.mjs)$/,
  /^tools\/(start|test|test-distributed|test-upgrade|lint|format|typecheck|dev|build|screens|walk|bench|openapi|verify|migrate|backup|restore|rotate-keys|seal-key|sms-templates|staff|simulate|fuzz|data-model|graph|figures)\.mjs$/,
  /^tools\/(sbom|ifsc-data)\.mjs$/,
  /^tools\/lint-rules\/write-figures\.ts$/,
];

/** Files beside code that must be used by code, a style sheet or the page. */
const ASSETS = /^(web|console)\/src\/.*\.(css|svg|png|jpg|webp|woff2)$/;

/** What the checks need of a file that is not code. */
export type Plain = { path: string; text: string };

/** Files nothing leads to, exports nothing takes, and imports of files that are not there. */
export function checkReach(sources: Source[], others: Plain[]): Problem[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const known = new Set([...byPath.keys(), ...others.map(({ path }) => path)]);
  const taken = walk(byPath, others, known);
  const unusedFiles = [...known]
    .filter((path) => (isCode(path) || ASSETS.test(path)) && !taken.has(path))
    .map((path) => ({ path, line: 1, rule: 'unused file', message: 'nothing leads to it from any entry' }));
  return [...unusedFiles, ...findUnusedExports(sources, taken), ...findMissing(sources, known)];
}

/** The names taken of each file that is reached; '*' is all of them. */
function walk(byPath: Map<string, Source>, others: Plain[], known: Set<string>): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  const waiting: string[] = [];
  const take = (path: string, names: string[]): void => {
    if (!taken.has(path)) {
      taken.set(path, new Set());
      waiting.push(path);
    }
    for (const name of names) taken.get(path)?.add(name);
  };
  for (const path of byPath.keys()) if (isEntry(path)) take(path, ['*']);
  for (const { path, text } of others) {
    const [page] = /^(web|console)(?=\/index\.html$)/.exec(path) ?? [];
    if (page !== undefined) for (const to of listPageLinks(page, text)) take(to, ['*']);
  }
  const plain = new Map(others.map(({ path, text }) => [path, text]));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const { to, names } of byPath.get(path)?.references ?? []) {
      const target = resolve(path, to);
      if (target !== undefined && known.has(target)) take(target, names);
    }
    if (path.endsWith('.css')) for (const to of listStyleLinks(path, plain.get(path) ?? '')) take(to, ['*']);
  }
  return taken;
}

function isEntry(path: string): boolean {
  return ENTRIES.some((entry) => entry.test(path));
}

function findUnusedExports(sources: Source[], taken: Map<string, Set<string>>): Problem[] {
  return sources.flatMap(({ path, text, exports }) => {
    const names = taken.get(path);
    if (names === undefined || names.has('*')) return [];
    return exports
      .filter(({ name, isType }) => !names.has(name) && !(isType && isNamedTwice(text, name)))
      .map(({ name, line }) => ({ path, line, rule: 'unused export', message: `nothing imports ${name}` }));
  });
}

// A type that names part of another declaration's shape is used wherever that declaration is.
function isNamedTwice(text: string, name: string): boolean {
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
}

function findMissing(sources: Source[], known: Set<string>): Problem[] {
  return sources.flatMap(({ path, references }) =>
    references
      .filter(({ to, kind }) => {
        const target = resolve(path, to);
        return target !== undefined && kind !== 'url' && !known.has(target);
      })
      .map(({ to, line }) => ({ path, line, rule: 'missing file', message: `${to} is not in the project` })),
  );
}

/** Path of the file an import names, or undefined for a package. */
function resolve(from: string, to: string): string | undefined {
  const specifier = to.replace(/\?.*$/, '');
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(from), specifier);
    // `.mts` and `.mjs`: the declaration is beside the script and is imported by the script's name.
    return path.replace(/\/$/, '');
  }
  const [, workspace, file] = /^@noren\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return workspace === undefined ? undefined : `${workspace}/src/${file}.ts`;
}

function listPageLinks(workspace: string, html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/(src\/[^"]+)"/g)].map((match) => `${workspace}/${match[1]}`);
}

function listStyleLinks(from: string, css: string): string[] {
  const links = [...css.matchAll(/(?:@import|url\(|composes:[^;]+from)\s*['"]?(\.[^'")]+)/g)];
  return links.map((match) => posix.join(posix.dirname(from), match[1] ?? ''));
}
