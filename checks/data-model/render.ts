import { type Placement, TABLE_PLACEMENT } from '@noren/server/src/platform/db/table-placement.ts';
import type { Column, Key, Routine, Table } from './catalogue.ts';
import { listLevels } from './protection-levels.ts';

/**
 * References checked by a trigger instead of a foreign key, drawn dotted. Reasons: comments in the
 * migrations.
 */
const REFERENCES_BY_TRIGGER: Readonly<Record<string, readonly string[]>> = {
  quotes: ['kfs_forms', 'product_versions'],
  acceptances: ['quotes'],
  journals: ['orders'],
  entries: ['journals'],
  unclaimed_funds: ['journals'],
};

export interface Schema {
  readonly tables: readonly Table[];
  readonly routines: readonly Routine[];
  /** Tables by domain. */
  readonly domains: ReadonlyMap<string, readonly string[]>;
}

/** The page docs/data-model.md. */
export function renderDataModel({ tables, routines, domains }: Schema): string {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const parts = [...domains].map(([domain, names]) =>
    renderDomain(
      domain,
      names.flatMap((name) => byName.get(name) ?? []),
    ),
  );

  return `${[INTRODUCTION, ...parts, renderPlacement(tables), renderRoutines(routines)].join('\n\n')}\n`;
}

const INTRODUCTION = `# Data model

Made from the database by \`npm run data-model\`: the text is that of the comments in \`server/migrations\`. A test fails when this page is out of
date. Columns ending in \`_enc\` are encrypted, those ending in \`_hash\` are keyed hashes, those ending in \`_paise\` are amounts in paise.

In the diagrams a solid line is a foreign key, a dotted one a reference that a trigger keeps. References to \`users\` are drawn for the first domain
only: \`user_id\` refers to it wherever it occurs.`;

function renderDomain(domain: string, tables: readonly Table[]): string {
  const summary = tables.map(
    ({ name, comment }) => `| [\`${name}\`](#${name}) | ${cell(comment)} |`,
  );
  return [
    `## ${domain.charAt(0).toUpperCase()}${domain.slice(1).replaceAll('_', ' ')}`,
    ['```mermaid', 'erDiagram', ...tables.flatMap((table) => drawTable(table, domain)), '```'].join(
      '\n',
    ),
    ['| table | what it holds |', '|---|---|', ...summary].join('\n'),
    ...tables.map(renderTable),
  ].join('\n\n');
}

function drawTable({ name, columns, keys }: Table, domain: string): string[] {
  const primary = new Set(
    keys.filter(({ kind }) => kind === 'primary').flatMap((key) => key.columns),
  );
  const foreign = new Set(
    keys.filter(({ kind }) => kind === 'foreign').flatMap((key) => key.columns),
  );
  const attributes = columns
    .filter((column) => primary.has(column.name) || foreign.has(column.name))
    .map((column) => {
      const marks = [
        ...(primary.has(column.name) ? ['PK'] : []),
        ...(foreign.has(column.name) ? ['FK'] : []),
      ];
      return `    ${shortType(column.type)} ${column.name} ${marks.join(', ')}`;
    });

  return [
    `  ${name} {`,
    ...attributes,
    '  }',
    ...keys
      .filter(
        ({ kind, refersTo }) => kind === 'foreign' && (refersTo !== 'users' || domain === 'people'),
      )
      .map(({ refersTo, columns: referring }) => {
        const many =
          referring.length === primary.size && referring.every((column) => primary.has(column))
            ? 'o|'
            : 'o{';
        return `  ${refersTo} ||--${many} ${name} : "${referring.join(', ')}"`;
      }),
    ...(REFERENCES_BY_TRIGGER[name] ?? []).map(
      (other) => `  ${other} ||..o{ ${name} : "by trigger"`,
    ),
  ];
}

function renderTable(table: Table): string {
  const rules = table.keys.map((key) => `- ${describeKey(key)}`);
  const triggers = table.triggers
    .filter(({ name }) => !name.endsWith('_no_truncate'))
    .map(({ name, comment }) => `- trigger \`${name}\`: ${comment ?? ''}`);

  return [
    `### ${table.name}`,
    table.comment ?? '',
    [
      '| column | type | level | meaning |',
      '|---|---|---|---|',
      ...table.columns.map((column) => renderColumn(table.name, column)),
    ].join('\n'),
    [...rules, ...triggers].join('\n'),
  ].join('\n\n');
}

function renderColumn(
  table: string,
  { name, type, isRequired, default: value, comment }: Column,
): string {
  const notes = [
    isRequired ? [] : ['may be null'],
    value === null ? [] : [`default \`${value}\``],
    comment ?? [],
  ];
  return `| \`${name}\` | ${shortType(type)} | ${listLevels(table, name).join()} | ${cell(notes.flat().join('; '))} |`;
}

function describeKey({ kind, columns, where, refersTo, comment }: Key): string {
  const list = columns.map((column) => `\`${column}\``).join(', ');
  if (kind === 'primary') return `primary key ${list}`;
  if (kind === 'foreign') return `${list} → [\`${refersTo}\`](#${refersTo})`;

  const rows = where === null ? '' : ` where \`${where.replaceAll('::text', '')}\``;
  return `unique ${list}${rows}${comment ? `: ${comment}` : ''}`;
}

function renderPlacement(tables: readonly Table[]): string {
  const rows = tables.map(({ name }) => {
    const placement = (TABLE_PLACEMENT as Readonly<Record<string, Placement>>)[name];
    const column = placement && 'column' in placement ? `\`${placement.column}\`` : '';
    return `| [\`${name}\`](#${name}) | ${placement?.kind ?? ''} | ${column} |`;
  });
  return `## Where the rows are

Once the database is spread over several machines; from \`server/src/platform/db/table-placement.ts\`. \`user\`: beside their user. \`directory\`: by the name
that belongs to one user. \`hash\`: by what is known before the user. \`reference\`: whole on every machine. \`local\`: on the first machine. Every
primary and unique key of a spread table contains its column, and its foreign keys stay beside the user or go to a reference table: a test holds that.

${['| table | where | by |', '|---|---|---|', ...rows].join('\n')}`;
}

function renderRoutines(routines: readonly Routine[]): string {
  const rows = routines.map(({ name, comment }) => `| \`${name}\` | ${cell(comment)} |`);
  return `## Functions\n\n${['| function | what it does |', '|---|---|', ...rows].join('\n')}`;
}

const shortType = (type: string): string => type.replace('timestamp with time zone', 'timestamptz');

const cell = (text: string | null): string => (text ?? '').replaceAll('|', '\\|');
