import { posix } from 'node:path';
import { FIRST_SCREENS, TOOL_IMPORTS, WORKSPACE_LAW } from './law.ts';
import { isTest, type Problem, type Reference, type Source } from './source.ts';

/**
 * Imports of other workspaces, of what is for tests, and what the router loads late: the rows of
 * law.ts that are not about folders.
 */
export function checkImports(sources: Source[]): Problem[] {
  return sources.flatMap(({ path, references }) =>
    references.flatMap((reference) => {
      const message = judge(path, reference);
      return message === undefined
        ? []
        : [{ path, line: reference.line, rule: 'imports', message }];
    }),
  );
}

function judge(from: string, reference: Reference): string | undefined {
  const { to } = reference;
  const home = findWorkspace(from);
  if (home === undefined) return undefined;
  if (to.startsWith('.')) return judgeRelative(from, home, reference);

  // The compiler refuses an import of a whole workspace: its package.json exports only files.
  const [, other] = /^@noren\/([^/]+)/.exec(to) ?? [];
  return other === undefined || WORKSPACE_LAW[home]?.includes(other)
    ? undefined
    : `${home} may not import ${other} (${to})`;
}

function judgeRelative(from: string, home: string, { to, isLate }: Reference): string | undefined {
  const target = posix.join(posix.dirname(from), to.replace(/\?.*$/, ''));
  const other = findWorkspace(target);

  if (other !== home) {
    const isListed = Object.entries(TOOL_IMPORTS).some(
      ([row, targets]) => `${from}/`.startsWith(`${row}/`) && targets.includes(target),
    );
    if (isListed) return undefined;

    return `${to} leaves the workspace: import @noren/${other ?? '?'}/… where the law allows it`;
  }

  if (isTest(target) && !isTest(from) && /^(server|web|console)\/src\//.test(from))
    return `${target} is for tests`;

  const isScreen = target.startsWith('web/src/features/') && !FIRST_SCREENS.includes(target);
  return from === 'web/src/app/routes.tsx' && isScreen && !isLate
    ? 'routes.tsx imports screens lazily: import()'
    : undefined;
}

function findWorkspace(path: string): string | undefined {
  const first = path.split('/')[0] ?? '';
  return first in WORKSPACE_LAW ? first : undefined;
}
