import { posix } from 'node:path';
import { isTest, type Problem, type Reference, type Source } from './source.ts';

const RULE = 'imports';

/** Which workspaces a workspace may import, and which packages beside those in its package.json. */
const LAW: Record<string, { workspaces: string[]; node: 'always' | 'tests'; packages?: string[] }> = {
  core: { workspaces: [], node: 'tests', packages: [] },
  contract: { workspaces: ['core'], node: 'tests', packages: ['zod', '@hpke/core'] },
  server: { workspaces: ['contract', 'core'], node: 'always' },
  web: { workspaces: ['contract', 'core'], node: 'tests' },
  e2e: { workspaces: ['contract'], node: 'always' },
  bench: { workspaces: ['contract', 'core'], node: 'always' },
  tools: {
    workspaces: [],
    node: 'always',
    packages: ['pg', 'playwright-core', 'vite', '@lingui', 'dependency-cruiser', 'knip'],
  },
};

/** Packages any test may use. */
const FOR_TESTS = ['vitest', 'fast-check'];

/** Tools that may be imported outside tools: they start things, and decide nothing. */
const STARTERS = /^tools\/(postgres|app|chromium)\.mjs$/;

/** What the build of the app refuses as the tests do. */
const BUILD_CHECKS = /^tools\/lint-rules\/(catalogues|source|text-glossaries)\.ts$/;
const BUILD_PLUGIN = /^web\/build\/[\w-]+-plugin\.ts$/;

/** What a visitor sees first is part of the first load; every other screen is loaded when it is opened. */
const FIRST_SCREENS = ['web/src/features/pages/noren.tsx', 'web/src/features/login/login.tsx'];

/** The packages each workspace declares, by workspace. */
export type PackagesByWorkspace = Record<string, string[]>;

/** Imports of packages and of other workspaces, and what the router loads late; folders are the law of law.ts. */
export function checkImports(sources: Source[], declared: PackagesByWorkspace): Problem[] {
  return sources.flatMap((source) =>
    source.references.flatMap((reference) => {
      const message = judge(source.path, reference, declared);
      return message === undefined ? [] : [{ path: source.path, line: reference.line, rule: RULE, message }];
    }),
  );
}

function judge(from: string, reference: Reference, declared: PackagesByWorkspace): string | undefined {
  const { to } = reference;
  const home = workspaceOf(from);
  if (home === undefined) return undefined;
  if (to.startsWith('virtual:') || reference.kind === 'url') return undefined;
  if (to.startsWith('.')) return judgeRelative(from, home, reference);
  const [, other, rest] = /^@noren\/([^/]+)(?:\/(.*))?$/.exec(to) ?? [];
  if (other !== undefined) {
    if (!LAW[home]?.workspaces.includes(other)) return `${home} may not import ${other} (${to})`;
    return rest ? undefined : `name the file: @noren/${other}/<file>, not the whole workspace`;
  }
  return judgePackage(from, home, to, declared);
}

function judgePackage(from: string, home: string, to: string, declared: PackagesByWorkspace): string | undefined {
  const law = LAW[home];
  const isTool = isTest(from) || !from.startsWith(`${home}/src/`);
  if (to.startsWith('node:')) {
    return law?.node === 'always' || isTool ? undefined : `${home} runs anywhere: no ${to}`;
  }
  const name = to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
  if (FOR_TESTS.includes(name)) return isTool || home === 'tools' ? undefined : `${name} is for tests`;
  const allowed =
    isTool || law?.packages === undefined ? [...(declared[home] ?? []), ...(law?.packages ?? [])] : law.packages;
  if (allowed.some((known) => name === known || name.startsWith(`${known}/`))) return undefined;
  return `${home} may not import the package ${name}: it is not in its list`;
}

function judgeRelative(from: string, home: string, { to, kind, isType }: Reference): string | undefined {
  const target = posix.join(posix.dirname(from), to.replace(/\?.*$/, ''));
  const other = workspaceOf(target);
  if (other !== home) {
    const mayStart = isTest(from) || home === 'bench';
    if (other === 'tools' && mayStart && STARTERS.test(target)) return undefined;
    if (BUILD_PLUGIN.test(from) && BUILD_CHECKS.test(target)) return undefined;
    return `${to} leaves the workspace: import @noren/${other ?? '?'}/… where the law allows it`;
  }
  if (isTest(target) && !isTest(from) && /^(server|web)\/src\//.test(from)) return `${target} is for tests`;
  return home === 'web' ? judgeWeb(from, target, kind === 'lazy' || isType) : undefined;
}

function judgeWeb(from: string, target: string, isLate: boolean): string | undefined {
  if (from !== 'web/src/app/routes.tsx' || !target.startsWith('web/src/features/')) return undefined;
  return isLate || FIRST_SCREENS.includes(target) ? undefined : 'routes.tsx imports screens lazily: import()';
}

function workspaceOf(path: string): string | undefined {
  const first = path.split('/')[0] ?? '';
  return first in LAW ? first : undefined;
}
