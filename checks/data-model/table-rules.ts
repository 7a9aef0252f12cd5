import type { Placement } from '@noren/server/src/platform/db/table-placement.ts';
import type { Key, Table } from './catalogue.ts';

type Placements = Readonly<Record<string, Placement>>;

/**
 * What breaks the rules of spread tables: `rule` names it in a list, `problem` says how to mend it.
 */
export interface BrokenRule {
  readonly rule: string;
  readonly problem: string;
}

/** Tables and keys that could not be spread as `TABLE_PLACEMENT` says. */
export function findBrokenRules(tables: readonly Table[], placements: Placements): BrokenRule[] {
  const missing = Object.keys(placements)
    .filter((name) => !tables.some((table) => table.name === name))
    .map((name) => ({
      rule: name,
      problem: `${name} is in TABLE_PLACEMENT, and no migration makes it`,
    }));
  return [...missing, ...tables.flatMap((table) => listBrokenRules(table, placements))];
}

function listBrokenRules(table: Table, placements: Placements): BrokenRule[] {
  const { name } = table;
  const placement = placements[name];

  if (!placement)
    return [
      {
        rule: name,
        problem: `say in server/src/platform/db/table-placement.ts where the rows of ${name} are: beside their user, or else why not`,
      },
    ];

  return [
    ...brokenColumn(table, placement),
    ...table.keys.flatMap((key) => brokenKey(name, key, placements)),
  ];
}

function brokenColumn({ name, columns }: Table, placement: Placement): BrokenRule[] {
  const column = findColumn(placement);
  if (column === null || columns.some((one) => one.name === column && one.isRequired)) return [];
  const problem = `${name} is spread by ${column}: give it that column, not null; a row of nobody's has the id NO_ID`;
  return [{ rule: `${name}.${column}`, problem }];
}

function brokenKey(table: string, key: Key, placements: Placements): BrokenRule[] {
  const placement = placements[table];
  const problem =
    placement &&
    (key.kind === 'foreign'
      ? foreignProblem(table, key, placements)
      : uniqueProblem(table, key, placement));

  return problem ? [{ rule: key.name, problem }] : [];
}

function uniqueProblem(table: string, { name, columns }: Key, placement: Placement): string | null {
  const column = findColumn(placement);
  if (column === null || columns.includes(column)) return null;

  return (
    `${name} holds on one machine only, because ${table} is spread by ${column}: add that column to it. ` +
    'What is unique over all users is claimed in name_owners, or contains its user'
  );
}

/** References go to whole tables, or to rows on the same machine. */
function foreignProblem(
  table: string,
  { name, columns, refersTo }: Key,
  placements: Placements,
): string | null {
  const from = placements[table];
  const to = placements[refersTo ?? ''];

  if (
    !from ||
    !to ||
    (to.kind === 'reference' && from.kind !== 'hash' && from.kind !== 'directory')
  )
    return null;

  if (from.kind === 'local' && to.kind === 'local') return null;

  const isBesideUser = from.kind === 'user' && to.kind === 'user' && columns[0] === from.column;
  if (isBesideUser) return null;

  return `${name} refers from ${table} (${from.kind}) to rows of ${refersTo} (${to.kind}) on another machine: drop it, or begin it with user_id`;
}

const findColumn = (placement: Placement): string | null =>
  'column' in placement ? placement.column : null;
