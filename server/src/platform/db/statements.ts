import {
  CamelCasePlugin,
  type Compilable,
  CompiledQuery,
  createQueryId,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Statement } from './combined-query.ts';
import type { Db, Tx } from './tables.ts';

/** A statement of Kysely's builder or of its template, with the rows that it gives. */
type Query<Row = unknown> = Compilable<Row> | RawBuilder<Row>;

/** Sent together with the next statement of its transaction. */
export interface QueuedQuery extends CompiledQuery {
  readonly isQueued: true;
}

/** Statements sent together. */
export interface BatchQuery extends CompiledQuery {
  readonly batch: readonly Statement[];
}

/**
 * Column names are in camel case in rows and statements; the contents of a JSON column keep their
 * stored names.
 */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/**
 * Sends a statement whose result is not needed together with the next one of its transaction. If it
 * fails, the next one fails with its error.
 */
export async function queueWithNext(tx: Tx, query: Query): Promise<void> {
  const queued: QueuedQuery = { ...query.compile(tx), isQueued: true };
  await tx.executeQuery(queued);
}

/** The rows of each query of a batch. */
type RowsOfEach<Queries extends readonly Query[]> = {
  -readonly [K in keyof Queries]: Queries[K] extends Query<infer Row> ? Row[] : never;
};

/**
 * Sends statements together, in order, and returns the rows of each. Under read committed each sees
 * what was committed before it began, so one that follows a lock sees what the lock waited for.
 * Outside a transaction each statement commits by itself.
 */
export async function executeBatch<const Queries extends readonly Query[]>(
  db: Db | Tx,
  queries: Queries,
): Promise<RowsOfEach<Queries>> {
  const batch = queries.map((each) => {
    const { sql: text, parameters: values } = each.compile(db);
    return { text, values };
  });
  const query: BatchQuery = { ...CompiledQuery.raw(''), batch };
  const { rows } = await db.executeQuery<{ results: Record<string, unknown>[][] }>(query);
  const { queryId } = query;
  const results = await Promise.all(
    (rows[0]?.results ?? []).map((found) =>
      camelCase.transformResult({ result: { rows: found }, queryId }),
    ),
  );

  return results.map((result) => result.rows) as RowsOfEach<Queries>;
}

const compiler = new PostgresQueryCompiler();

/** A statement of the template for a client of pg itself: one that is no connection of Kysely's. */
export function toPgQuery(query: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = compiler.compileQuery(query.toOperationNode(), createQueryId());
  return { text, values: [...parameters] };
}

/**
 * A fragment of the template whose text is always the same. Kysely compiles the fragments of a
 * statement at each use; this one is compiled here, once.
 * @throws TypeError for a fragment with values
 */
export function compileOnce<T>(fragment: RawBuilder<T>): RawBuilder<T> {
  const { text, values } = toPgQuery(fragment);
  if (values.length > 0) throw new TypeError(`a fragment with values changes: ${text}`);

  return sql.raw(text);
}
