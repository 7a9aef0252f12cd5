import { posix } from 'node:path';
import { FIRST_SCREENS, TEST_PACKAGES, TOOL_IMPORTS, WORKSPACE_LAW } from './law.ts';
import { isTest, type Problem, type Reference, type Source } from './source.ts';

const RULE = 'imports';

/** The packages each workspace declares, by workspace. */
export type PackagesByWorkspace = Record<string, string[]>;

/**
 * Imports of packages and of other workspaces, and what the router loads late: the rows of law.ts
 * that are not about folders.
 */
export function checkImports(sources: Source[], declared: PackagesByWorkspace): Problem[] {
  return sources.flatMap((source) =>
    source.references.flatMap((reference) => {
      const message = judge(source.path, reference, declared);
      return message === undefined
        ? []
        : [{ path: source.path, line: reference.line, rule: RULE, message }];
    }),
  );
}

function judge(
  from: string,
  reference: Reference,
  declared: PackagesByWorkspace,
): string | undefined {
  const { to } = reference;
  const home = findWorkspace(from);
  if (home === undefined) return undefined;
  if (to.startsWith('virtual:') || reference.kind === 'url') return undefined;
  if (to.startsWith('.')) return judgeRelative(from, home, reference);

  const [, other, rest] = /^@noren\/([^/]+)(?:\/(.*))?$/.exec(to) ?? [];
  if (other !== undefined) {
    if (!WORKSPACE_LAW[home]?.workspaces.includes(other))
      return `${home} may not import ${other} (${to})`;
    return rest ? undefined : `name the file: @noren/${other}/<file>, not the whole workspace`;
  }

  return judgePackage(from, home, to, declared);
}

function judgePackage(
  from: string,
  home: string,
  to: string,
  declared: PackagesByWorkspace,
): string | undefined {
  const law = WORKSPACE_LAW[home];
  const isTool = isTest(from) || !from.startsWith(`${home}/src/`);
  if (to.startsWith('node:')) {
    return law?.node === 'always' || isTool ? undefined : `${home} runs anywhere: no ${to}`;
  }

  const name = to
    .split('/')
    .slice(0, to.startsWith('@') ? 2 : 1)
    .join('/');
  if (TEST_PACKAGES.includes(name))
    return isTool || home === 'tools' ? undefined : `${name} is for tests`;

  const allowed =
    isTool || law?.packages === undefined
      ? [...(declared[home] ?? []), ...(law?.packages ?? [])]
      : law.packages;
  if (allowed.some((known) => name === known || name.startsWith(`${known}/`))) return undefined;

  return `${home} may not import the package ${name}: it is not in its list`;
}

function judgeRelative(
  from: string,
  home: string,
  { to, kind, isType }: Reference,
): string | undefined {
  const target = posix.join(posix.dirname(from), to.replace(/\?.*$/, ''));
  const other = findWorkspace(target);

  if (other !== home) {
    const isListed = TOOL_IMPORTS.some(
      (row) => (from === row.from || from.startsWith(`${row.from}/`)) && row.to.includes(target),
    );
    if (isListed) return undefined;

    return `${to} leaves the workspace: import @noren/${other ?? '?'}/… where the law allows it`;
  }

  if (isTest(target) && !isTest(from) && /^(server|web|console)\/src\//.test(from))
    return `${target} is for tests`;

  return home === 'web' ? judgeWeb(from, target, kind === 'lazy' || isType) : undefined;
}

function judgeWeb(from: string, target: string, isLate: boolean): string | undefined {
  if (from !== 'web/src/app/routes.tsx' || !target.startsWith('web/src/features/'))
    return undefined;
  return isLate || FIRST_SCREENS.includes(target)
    ? undefined
    : 'routes.tsx imports screens lazily: import()';
}

function findWorkspace(path: string): string | undefined {
  const first = path.split('/')[0] ?? '';
  return first in WORKSPACE_LAW ? first : undefined;
}
