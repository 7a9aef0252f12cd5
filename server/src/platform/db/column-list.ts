import {
  type AliasedRawBuilder,
  type RawBuilder,
  type Selectable,
  type Selection,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** Some columns of a table, as they are read. */
export type Columns<
  Table extends keyof Tables,
  Name extends keyof Selectable<Tables[Table]>,
> = Pick<Selectable<Tables[Table]>, Name>;

/** The row that a fragment of the template gives. */
export type RowOf<Fragment> = Fragment extends RawBuilder<infer Row> ? Row : never;

/** A column by its name, or one of the same name whose type is narrower than the table's. */
type Column = string | AliasedRawBuilder<unknown, string>;

/**
 * The columns of a table as a fragment of the template: they are listed once, and the type of the
 * rows follows from them.
 * @param alias the table's in the statement
 */
export function listColumns<Table extends keyof Tables, const Columns extends readonly Column[]>(
  _table: Table,
  alias: string,
  columns: Columns,
): RawBuilder<Selection<Tables, Table, Columns[number]>> {
  const names = columns.map((column) =>
    typeof column === 'string' ? column : String(column.alias),
  );
  return sql.raw(names.map((name) => `${alias}.${inSnakeCase(name)}`).join(', '));
}

const inSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
