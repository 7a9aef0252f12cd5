import type { Client } from 'pg';
import { namedStatement } from '../named-statement.ts';

const READ_CONSTRAINTS = namedStatement<'tables'>(
  `select conrelid::regclass::text as "table", quote_ident(conname) as name, contype as type,
            pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and (conrelid::regclass::text = any(:tables) or confrelid::regclass::text = any(:tables))
        or contype in ('p', 'u') and conrelid::regclass::text = any(:tables)
     order by contype = 'f' desc`,
);

const READ_INDEXES = namedStatement<'tables'>(
  `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid::regclass::text = any(:tables)`,
);

/** Restores the dropped keys, indexes and references. */
export type RestoreIndexes = () => Promise<void>;

/**
 * Drops keys, indexes and references of tables, so that many rows are written at the speed of the
 * disk. The references are restored for new rows only: what was written meanwhile is a copy of
 * valid rows.
 */
export async function dropIndexes(db: Client, tables: readonly string[]): Promise<RestoreIndexes> {
  const constraints = await db.query<Constraint>(READ_CONSTRAINTS({ tables }));
  for (const { table, name } of constraints.rows)
    await db.query(`alter table ${table} drop constraint ${name}`);

  const indexes = await db.query<{ name: string; definition: string }>(READ_INDEXES({ tables }));
  for (const { name } of indexes.rows) await db.query(`drop index ${name}`);

  return async () => {
    for (const { table, name, type, definition } of constraints.rows.toReversed())
      await db.query(
        `alter table ${table} add constraint ${name} ${definition}${type === 'f' ? ' not valid' : ''}`,
      );

    for (const { definition } of indexes.rows) await db.query(definition);
  };
}

interface Constraint {
  table: string;
  name: string;
  type: 'f' | 'p' | 'u';
  definition: string;
}
