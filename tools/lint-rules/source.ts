import { spawnSync } from 'node:child_process';
import { type Dirent, existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree, as far as these checks look at it. */
export type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** One import, re-export or `import()`; `isLate`: of types alone, or loaded when it is called. */
export type Reference = { to: string; line: number; isLate: boolean };

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
  if (!existsSync(join(root, '.git')) || status !== 0) return walkFolder(root);

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

function walkFolder(root: string): string[] {
  const exclude = ({ name, parentPath }: Dirent): boolean =>
    NOT_OURS.has(name) || (name === 'screens' && parentPath === root);
  return globSync(['**', '**/.*', '**/.*/**'], { cwd: root, withFileTypes: true, exclude })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => relative(root, join(parentPath, name)))
    .sort();
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
    isLate: entries.length > 0 && entries.every((entry) => entry.isType),
  }));

  for (const { moduleRequest, start, isType } of module.staticExports.flatMap(
    ({ entries }) => entries,
  ))
    if (moduleRequest)
      references.push({ to: moduleRequest.value, line: lineAt(start), isLate: isType });

  visit(tree, (node) => {
    if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return;

    const { value } = (node.source ?? node.argument) as { value?: unknown };
    if (typeof value === 'string')
      references.push({ to: value, line: lineAt(node.start), isLate: true });
  });

  return { path, text, program: tree, references, lineAt };
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
