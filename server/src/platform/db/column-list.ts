import type { AliasedRawBuilder, Selection } from 'kysely';
import type { Tables } from './tables.ts';

/** Columns in the text of a hand-written statement, and in its type the row that they give. */
export interface ColumnList<Row> {
  readonly text: string;
  /** Never set: it carries the type. */
  readonly row?: Row;
}

/** The row that a list of columns gives. */
export type RowOf<List> = List extends ColumnList<infer Row> ? Row : never;

/** A column by its name, or one of the same name whose type is narrower than the table's. */
type Column = string | AliasedRawBuilder<unknown, string>;

/**
 * The columns that a built query selects from a table, for a hand-written one: they are listed
 * once, and the type of its rows follows from them.
 * @param alias the table's in the statement
 */
export function listColumns<Table extends keyof Tables, const Columns extends readonly Column[]>(
  _table: Table,
  alias: string,
  columns: Columns,
): ColumnList<Selection<Tables, Table, Columns[number]>> {
  const names = columns.map((column) =>
    typeof column === 'string' ? column : String(column.alias),
  );
  return { text: names.map((name) => `${alias}.${inSnakeCase(name)}`).join(', ') };
}

const inSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
