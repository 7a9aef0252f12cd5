import { PLATFORM_IMPORTS, PLATFORM_TABLES } from './law.ts';
import { isTest, type Problem, type Source } from './source.ts';

/** The schema's types are of all tables: every layer queries through them. */
const SCHEMA = 'server/src/platform/db/tables';

/**
 * Where the platform decides about loans or reads them: imports of core's lending, and tables named
 * in SQL or in a query.
 * @param tables every table of the schema
 */
export function checkPlatform(
  { path, text, references, lineAt }: Source,
  tables: readonly string[],
): Problem[] {
  if (!path.startsWith('server/src/platform/') || isTest(path)) return [];

  const imports = references
    .filter(({ to }) => to.startsWith('@noren/core/lending/'))
    .filter(({ to }) => !PLATFORM_IMPORTS.some((row) => row[0] === path && row[1] === to))
    .map(({ to, line }) => ({
      path,
      line,
      rule: 'platform',
      message: `the platform may not import ${to}`,
    }));
  if (path.startsWith(SCHEMA)) return imports;

  const foreign = tables.filter((table) => !PLATFORM_TABLES.includes(table));
  const named = new RegExp(
    `\\b(?:from|join|into|update|table)\\s+(${foreign.join('|')})\\b|'(${foreign.join('|')})(?: as \\w+)?'`,
    'g',
  );

  return [
    ...imports,
    ...[...text.matchAll(named)].map((found) => {
      const message = `the platform may not name the table ${found[1] ?? found[2]}`;
      return { path, line: lineAt(found.index), rule: 'platform', message };
    }),
  ];
}
