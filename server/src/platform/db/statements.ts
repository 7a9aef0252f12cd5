import { CamelCasePlugin, type Compilable, CompiledQuery, type RawBuilder } from 'kysely';
import type { Statement } from './combined-query.ts';
import type { Db, Tx } from './tables.ts';

export type { Statement } from './combined-query.ts';

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
export async function queueWithNext(
  tx: Tx,
  query: Statement | Compilable | RawBuilder<unknown>,
): Promise<void> {
  const compiled =
    'text' in query ? CompiledQuery.raw(query.text, [...query.values]) : query.compile(tx);
  const queued: QueuedQuery = { ...compiled, isQueued: true };
  await tx.executeQuery(queued);
}

/** The rows of each statement of a batch, typed by the caller. */
type RowsOfEach<Rows extends readonly unknown[]> = { [K in keyof Rows]: Rows[K][] };

/**
 * Sends statements together, in order, and returns the rows of each. Under read committed each sees
 * what was committed before it began, so one that follows a lock sees what the lock waited for.
 * Outside a transaction each statement commits by itself.
 */
export async function executeBatch<Rows extends readonly unknown[]>(
  db: Db | Tx,
  statements: { readonly [K in keyof Rows]: Statement },
): Promise<RowsOfEach<Rows>> {
  const query: BatchQuery = {
    ...CompiledQuery.raw(''),
    batch: statements as unknown as readonly Statement[],
  };
  const { rows } = await db.executeQuery<{ results: Record<string, unknown>[][] }>(query);
  const { queryId } = query;
  const results = await Promise.all(
    (rows[0]?.results ?? []).map((found) =>
      camelCase.transformResult({ result: { rows: found }, queryId }),
    ),
  );

  return results.map((result) => result.rows) as RowsOfEach<Rows>;
}
