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
  bench: { workspaces: ['contract'], node: 'always' },
  tools: { workspaces: [], node: 'always', packages: ['pg', 'playwright-core', 'vite', '@lingui'] },
};

/** Packages any test may use. */
const FOR_TESTS = ['vitest', 'fast-check'];

/** Tools that may be imported outside tools: they start things, and decide nothing. */
const STARTERS = /^tools\/(postgres|app|chromium)\.mjs$/;

/** What the build of the app refuses as the tests do. */
const BUILD_CHECKS = /^tools\/tidy\/(catalogues|source)\.ts$/;
const BUILD_PLUGIN = /^web\/[\w-]+-plugin\.ts$/;

/** Folders of the server that are not rooms. */
const NOT_SERVER_ROOMS = new Set(['outside', 'sandbox', 'test', 'messages']);

/** What acts for somebody on every room: the sandbox's people, and a lender's operators. */
const DRIVES_ROOMS = new Set(['sandbox', 'operators']);

/** What a room of the web may import beside itself: folders, and files by the start of their name. */
const WEB_SHARED = /^(ui|i18n|test|tracking|device)\/|^(api|session|clock)([-/.]|$)/;
/** What a visitor sees first is part of the first load. */
const FIRST_SCREENS = ['web/src/pages/noren.tsx', 'web/src/login/login.tsx'];
const WEB_LOW = new Set(['ui', 'i18n']);

/** The packages each workspace declares, by workspace. */
export type Declared = Record<string, string[]>;

/** The import law of docs and architecture, as a table over every import of every file. */
export function checkImports(sources: Source[], declared: Declared): Problem[] {
  return sources.flatMap((source) =>
    source.references.flatMap((reference) => {
      const message = judge(source.path, reference, declared);
      return message === undefined ? [] : [{ path: source.path, line: reference.line, rule: RULE, message }];
    }),
  );
}

function judge(from: string, reference: Reference, declared: Declared): string | undefined {
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

function judgePackage(from: string, home: string, to: string, declared: Declared): string | undefined {
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
  if (home === 'server') return judgeServer(from, target, isType);
  return home === 'web' ? judgeWeb(from, target, kind === 'lazy' || isType) : undefined;
}

function judgeServer(from: string, target: string, isType: boolean): string | undefined {
  if (from.startsWith('server/migrations/')) {
    return target.startsWith('server/migrations/')
      ? undefined
      : 'a migration stays as it was: it imports no code that changes';
  }
  if (isTest(from)) return undefined;
  if (isTest(target)) return `${target} is for tests`;
  const fromRoom = roomOf(from, 'server');
  const room = roomOf(target, 'server');
  if (target.endsWith('/handlers.ts') && fromRoom !== room && from !== 'server/src/app.ts')
    return 'only app.ts imports handlers';
  if (room === undefined) return target === 'server/src/main.ts' ? 'main.ts is imported by nothing' : undefined;
  if (fromRoom === undefined || fromRoom === room) return undefined;
  if (room === 'sandbox') return 'the sandbox is never loaded by a room';
  if (fromRoom === 'outside') return NOT_SERVER_ROOMS.has(room) ? undefined : 'outside knows no room';
  if (room === 'outside')
    return isType || fromRoom === 'sandbox'
      ? undefined
      : 'a room gets what is outside from deps; import its types only';
  return /\/store\.ts$/.test(target) || DRIVES_ROOMS.has(fromRoom)
    ? undefined
    : 'of another room only its store.ts may be imported';
}

function judgeWeb(from: string, target: string, isLate: boolean): string | undefined {
  if (isTest(from) || !from.startsWith('web/src/')) return undefined;
  if (isTest(target)) return `${target} is for tests`;
  const fromRoom = roomOf(from, 'web');
  const room = roomOf(target, 'web');
  if (fromRoom === room) return undefined;
  const shared = WEB_SHARED.test(target.replace('web/src/', ''));
  if (fromRoom === undefined) {
    if (room === undefined || shared) return undefined;
    if (from !== 'web/src/routes.tsx') return 'only routes.tsx imports screens';
    return isLate || FIRST_SCREENS.includes(target) ? undefined : 'routes.tsx imports screens lazily: import()';
  }
  if (WEB_LOW.has(fromRoom)) return shared ? undefined : `${fromRoom} lies below the rooms and imports none of them`;
  return shared ? undefined : 'a room imports ui, api, session, i18n and itself';
}

function workspaceOf(path: string): string | undefined {
  const first = path.split('/')[0] ?? '';
  return first in LAW ? first : undefined;
}

/** Folder below `src`, or undefined for a file that stands in `src` itself. */
function roomOf(path: string, workspace: string): string | undefined {
  const parts = path.replace(`${workspace}/src/`, '').split('/');
  return parts.length > 1 ? parts[0] : undefined;
}
