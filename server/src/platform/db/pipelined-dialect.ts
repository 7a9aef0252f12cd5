import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { type SpanStart, withInnerSpan } from '../tracing/tracing.ts';
import { type Statement, sendCombined } from './combined-query.ts';
import { nameRefusal } from './database-clash.ts';
import type { BatchQuery, QueuedQuery } from './statements.ts';

/**
 * PostgreSQL with fewer round trips: `begin` and queued statements are sent with the statement that
 * follows them, and every statement with values is prepared once per connection.
 */
export class PipelinedDialect implements Dialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  createDriver(): Driver {
    return new PipelinedDriver(this.#pool);
  }
  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }
  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }
  // biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it
  createIntrospector(db: Kysely<any>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {
    // The pool connects by itself.
  }
  async acquireConnection(): Promise<PipelinedConnection> {
    return new PipelinedConnection(await this.#pool.connect());
  }
  async beginTransaction(
    connection: PipelinedConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    connection.begin(settings);
  }
  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit();
  }
  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback();
  }
  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release();
  }
  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

const QUEUED: QueryResult<never> = { rows: [] };
const COMMIT = 'commit';

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #queued: Statement[] = [];
  #isInTransaction = false;
  /** What broke the transaction: every statement after it fails because of it. */
  #failure: unknown;
  /** Whether a rollback failed: the connection is closed then, not reused. */
  #isBroken = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery | QueuedQuery | BatchQuery): Promise<QueryResult<R>> {
    const statement = { text: query.sql, values: query.parameters };
    if ('isQueued' in query) {
      this.#queued.push(statement);
      return QUEUED;
    }
    if ('batch' in query) {
      const results = (await this.#send(query.batch)).map(({ rows }) => rows);
      return { rows: [{ results }] as R[] };
    }

    const [result] = await this.#send([statement]);
    return toQueryResult(result!);
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('a pipelined connection streams no rows');
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const text = ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
      .filter(Boolean)
      .join(' ');
    this.#queued = [{ text, values: [] }];
    this.#isInTransaction = true;
    this.#failure = undefined;
  }

  async commit(): Promise<void> {
    const [result] = await this.#send([{ text: COMMIT, values: [] }]);
    this.#isInTransaction = false;

    // The database answers the commit of a failed transaction with a rollback and no error.
    if (result?.command === 'ROLLBACK')
      throw this.#failure ?? new Error('committed after a failed statement');
  }

  async rollback(): Promise<void> {
    const hasBegun = !this.#queued[0]?.text.startsWith('begin');
    this.#queued = [];
    this.#isInTransaction = false;

    if (!hasBegun) return;

    try {
      await this.#client.query('rollback');
    } catch (error) {
      this.#isBroken = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  /**
   * Sends what is queued and then the statements.
   * @returns the results of the statements alone
   */
  #send(statements: readonly Statement[]): Promise<pg.QueryResult[]> {
    const queued = this.#queued;
    this.#queued = [];

    return withInnerSpan(
      () => describeMessage([...queued, ...statements]),
      () => this.#sendNow(queued, statements),
    );
  }

  async #sendNow(
    queued: readonly Statement[],
    statements: readonly Statement[],
  ): Promise<pg.QueryResult[]> {
    try {
      const [only] = statements;
      if (only && statements.length === 1 && mayBeSeveral(only)) {
        if (queued.length > 0) await sendCombined(this.#client, queued, queued.length);
        return [await this.#client.query(only.text)];
      }

      return await sendCombined(this.#client, [...queued, ...statements], queued.length);
    } catch (error) {
      addCaller(error, new Error());
      nameRefusal(error);

      if (!this.#isInTransaction) throw error;

      this.#failure ??= error;
      throw this.#failure;
    }
  }
}

const MAX_TRACED_CHARACTERS = 4_000;

/** A message as a span: its statements' texts, which have parameters in place of values. */
function describeMessage(statements: readonly Statement[]): SpanStart {
  const text = statements.map((statement) => statement.text).join(';\n');

  return {
    name: 'sql',
    kind: 'request',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.batch.size': statements.length,
      'db.query.text': text.slice(0, MAX_TRACED_CHARACTERS),
    },
  };
}

/** Adds the caller to a driver error's stack: the driver creates it where the socket is read. */
function addCaller(error: unknown, here: Error): void {
  if (error instanceof Error && error.stack && here.stack)
    error.stack += `\n${here.stack.slice(here.stack.indexOf('\n') + 1)}`;
}

/** Text without values may be several statements, which cannot be prepared. */
function mayBeSeveral({ text, values }: Statement): boolean {
  return values.length === 0 && text !== COMMIT;
}

function toQueryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const isChange =
    command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
  return { rows: rows ?? [], ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}
