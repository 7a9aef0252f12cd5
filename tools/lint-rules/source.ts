import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree, as far as these checks look at it. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** One import, re-export, `import()` or `new URL('./x', import.meta.url)`. */
export type Reference = {
  to: string;
  line: number;
  kind: 'static' | 'lazy' | 'url';
  isType: boolean;
};

/** A parsed code file; `path` is relative to the repository with forward slashes. */
export type Source = {
  path: string;
  text: string;
  program: Node;
  references: Reference[];
  lineAt: (offset: number) => number;
};

/** What a rule found. */
export type Problem = { path: string; line: number; rule: string; message: string };

/** How a problem reads in the test's output. */
export function describeProblem({ path, line, rule, message }: Problem): string {
  return `${path}:${line} [${rule}] ${message}`;
}

const CODE = /\.(ts|tsx|mjs)$/;

/** Whether a file is code that can be parsed. */
export function isCode(path: string): boolean {
  return CODE.test(path) && !/\.d\.m?ts$/.test(path);
}

/** Whether a file holds tests or what only tests use. */
export function isTest(path: string): boolean {
  return (
    /\.(test|spec)\.tsx?$/.test(path) ||
    /^((server|web|console)\/src\/testing|server\/system-tests|core\/oracles)\//.test(path) ||
    path.startsWith('e2e/') ||
    path.startsWith('checks/')
  );
}

/**
 * Files of the project: what git has or would take, else everything but what is installed or built.
 */
export function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  // A copy without its history, a machine without git, or a folder of another account, which git
  // refuses to read.
  if (!existsSync(join(root, '.git')) || status !== 0) return walkFolder(root, '').sort();

  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

const NOT_OURS = new Set([
  'node_modules',
  '.git',
  '.noren',
  'dist',
  'coverage',
  'test-results',
  '.cache',
]);

function walkFolder(root: string, under: string): string[] {
  return readdirSync(join(root, under), { withFileTypes: true }).flatMap((entry) => {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.isDirectory())
      return NOT_OURS.has(entry.name) || path === 'screens' ? [] : walkFolder(root, path);
    return [path];
  });
}

/** Reads and parses every code file of the list. */
export function readSources(root: string, paths: string[]): Source[] {
  return paths
    .filter(isCode)
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

/** Parses one file; a file that does not parse is an error, never an empty one. */
export function parseSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);

  const starts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const lineAt = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1;
  const tree = program as unknown as Node;
  const references: Reference[] = module.staticImports.map(({ start, moduleRequest, entries }) => ({
    to: moduleRequest.value,
    line: lineAt(start),
    kind: 'static',
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }));

  for (const { moduleRequest, start, isType } of module.staticExports.flatMap(
    ({ entries }) => entries,
  ))
    if (moduleRequest)
      references.push({ to: moduleRequest.value, line: lineAt(start), kind: 'static', isType });

  visit(tree, (node) => {
    const to = findRequest(node);
    if (to === undefined) return;
    const kind = node.type === 'NewExpression' ? 'url' : 'lazy';
    references.push({ to, line: lineAt(node.start), kind, isType: node.type === 'TSImportType' });
  });

  return { path, text, program: tree, references, lineAt };
}

/**
 * The file named by `import('./x')`, `typeof import('./x')` or `new URL('./x', import.meta.url)`.
 */
function findRequest(node: Node): string | undefined {
  if (node.type === 'ImportExpression' || node.type === 'TSImportType')
    return literal(node.source ?? node.argument);
  if (node.type !== 'NewExpression' || nameOfCallee(node) !== 'URL') return undefined;

  const args = node.arguments as Node[];
  return args[1]?.type === 'MemberExpression' ? literal(args[0]) : undefined;
}

function literal(node: unknown): string | undefined {
  const value = (node as Node | undefined)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Dotted name of what a call or `new` calls, e.g. `Date.now`; '' when it is not a plain name. */
export function nameOfCallee(node: Node): string {
  return dotted(node.callee as Node);
}

/** Dotted name of an expression made of names, e.g. `expect.extend`. */
export function dotted(node: Node): string {
  if (node.type === 'Identifier') return String(node.name);
  if (node.type === 'CallExpression') return dotted(node.callee as Node);
  if (node.type !== 'MemberExpression' || node.computed === true) return '';
  return `${dotted(node.object as Node)}.${String((node.property as Node).name)}`;
}

/** Calls `look` on every node of the tree, with the node's parent. */
export function visit(
  node: Node,
  look: (node: Node, parent: Node | undefined) => void,
  parent?: Node,
): void {
  look(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && typeof child.type === 'string')
        visit(child, look, node);
    }
  }
}
