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
  tools: { workspaces: [], node: 'always', packages: ['pg', 'playwright-core', 'vite', '@lingui'] },
};

/** Packages any test may use. */
const FOR_TESTS = ['vitest', 'fast-check'];

/** Tools that may be imported outside tools: they start things, and decide nothing. */
const STARTERS = /^tools\/(postgres|app|chromium)\.mjs$/;

/** What the build of the app refuses as the tests do. */
const BUILD_CHECKS = /^tools\/tidy\/(catalogues|source)\.ts$/;
const BUILD_PLUGIN = /^web\/build\/[\w-]+-plugin\.ts$/;

/** Which folders below `src` each folder may import, besides itself. A file at the root of `src` may import all. */
const FOLDER_LAW: Record<string, Record<string, string[]>> = {
  server: {
    platform: [],
    lending: ['platform'],
    features: ['lending', 'platform'],
    operations: ['features', 'lending', 'platform'],
    providers: ['platform/ports'],
    sandbox: ['operations', 'features', 'lending', 'platform', 'providers'],
  },
  web: {
    browser: [],
    i18n: ['browser'],
    session: ['browser'],
    ui: ['i18n'],
    api: ['session', 'i18n'],
    tracking: ['api', 'session', 'ui', 'i18n'],
    device: ['tracking', 'api', 'session', 'ui', 'i18n'],
    pwa: ['tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    shared: ['pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    features: ['shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    gallery: ['features', 'shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
    'first-paint': ['shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n', 'browser'],
    app: ['first-paint', 'gallery', 'features', 'shared', 'pwa', 'tracking', 'device', 'api', 'session', 'ui', 'i18n'],
  },
};

/** Imports from one feature to another, below `server/src/features`: the list may shrink, not grow. */
const FEATURE_IMPORTS = new Set<string>([
  'account/personal-fields.ts > certification/store.ts',
  'bank/validate-account.ts > certification/store.ts',
  'certification/handlers.ts > login/store.ts',
  'orders/bills.ts > repayment/store.ts',
  'preorder/guidance.ts > loans/evaluate-credit.ts',
  'repayment/posting/post-payment.ts > preorder/reservations.ts',
  'repayment/posting/sync-order.ts > preorder/reservations.ts',
]);

/** What a visitor sees first is part of the first load; every other screen is loaded when it is opened. */
const FIRST_SCREENS = ['web/src/features/pages/noren.tsx', 'web/src/features/login/login.tsx'];

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
  if (home === 'server') return judgeServer(from, target);
  return home === 'web' ? judgeWeb(from, target, kind === 'lazy' || isType) : undefined;
}

function judgeServer(from: string, target: string): string | undefined {
  if (isTest(from)) return undefined;
  if (isTest(target)) return `${target} is for tests`;
  if (target === 'server/src/main.ts') return 'main.ts is imported by nothing';
  return judgeFolders(from, target, 'server');
}

function judgeWeb(from: string, target: string, isLate: boolean): string | undefined {
  if (isTest(from) || !from.startsWith('web/src/')) return undefined;
  if (isTest(target)) return `${target} is for tests`;
  if (from === 'web/src/app/routes.tsx' && target.startsWith('web/src/features/'))
    return isLate || FIRST_SCREENS.includes(target) ? undefined : 'routes.tsx imports screens lazily: import()';
  return judgeFolders(from, target, 'web');
}

function judgeFolders(from: string, target: string, home: string): string | undefined {
  const law = FOLDER_LAW[home]?.[folderOf(from, home) ?? ''];
  const to = folderOf(target, home);
  if (law === undefined) return undefined;
  if (to === undefined && from.startsWith('server/src/sandbox/')) return undefined;
  if (to === undefined) return `${target} is a composition root: nothing below imports it`;
  if (to !== folderOf(from, home)) {
    const path = target.replace(`${home}/src/`, '');
    return law.some((folder) => path.startsWith(`${folder}/`))
      ? undefined
      : `${folderOf(from, home)} may not import ${to}`;
  }
  if (to !== 'features') return undefined;
  const [one, other] = [featureOf(from), featureOf(target)];
  const line = `${from} > ${target}`.replaceAll(`${home}/src/features/`, '');
  return one === other || FEATURE_IMPORTS.has(line) ? undefined : `the feature ${one} may not import ${other}`;
}

const featureOf = (path: string): string => path.split('/')[3] ?? '';

function workspaceOf(path: string): string | undefined {
  const first = path.split('/')[0] ?? '';
  return first in LAW ? first : undefined;
}

/** Folder below `src`, or undefined for a file that stands in `src` itself. */
function folderOf(path: string, workspace: string): string | undefined {
  const parts = path.replace(`${workspace}/src/`, '').split('/');
  return parts.length > 1 ? parts[0] : undefined;
}
