import { createHash } from 'node:crypto';
import { type Compilable, CompiledQuery, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Tx } from './db.ts';

/**
 * Put before a statement whose result nobody needs: it is sent together with the statement that follows, and its
 * failure is that statement's. Only inside a transaction, where a failed statement leaves nothing behind.
 */
export const RIDES = '/* rides with the next */ ';

/** Sends a built statement whose result nobody needs together with the one that follows; see {@link RIDES}. */
export async function ride(tx: Tx, built: Compilable): Promise<void> {
  const { sql, parameters } = built.compile();
  await tx.executeQuery(CompiledQuery.raw(RIDES + sql, [...parameters]));
}

const names = new Map<string, string>();
/** A stable name for a statement's text, so that every parametrised statement is prepared once per connection. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `q${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    names.set(text, name);
  }
  return name;
}

interface Statement {
  readonly text: string;
  /** As they go over the wire. */
  readonly values: readonly unknown[];
}

/** The parts of the driver's connection that a flight is written with; its types leave them out. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** Names of the statements it has prepared, with their texts. */
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P'; name: '' }): void;
  execute(portal: { portal: '' }): void;
  close(statement: { type: 'S'; name: string }): void;
  sync(): void;
}
interface DriverQuery {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const { Query, utils } = pg as unknown as {
  Query: new (config: { text: string }) => DriverQuery;
  utils: { prepareValue(value: unknown): unknown };
};

/** Names that may or may not stand prepared on a connection: the flight that prepared them failed. */
const doubtful = new WeakMap<Connection, Set<string>>();

/**
 * Statements sent at once and answered at once: the database stops at the first that fails, and what it answers to all
 * but the last is not read.
 */
class Flight extends Query {
  readonly #statements: readonly Statement[];
  #done = 0;

  constructor(statements: readonly Statement[]) {
    super({ text: '' });
    this.#statements = statements;
  }

  override submit(connection: Connection): null {
    const made = new Map<string, string>();
    connection.stream.cork();
    this.#statements.forEach(({ text, values }, index) => {
      const name = nameOf(text);
      if (!connection.parsedStatements[name] && !made.has(name)) {
        if (doubtful.get(connection)?.has(name)) connection.close({ type: 'S', name });
        connection.parse({ name, text });
        made.set(name, text);
      }
      connection.bind({ statement: name, values });
      if (index === this.#statements.length - 1) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    });
    connection.sync();
    connection.stream.uncork();
    if (made.size > 0) this.#remember(connection, made);
    return null;
  }

  #remember(connection: Connection, made: ReadonlyMap<string, string>): void {
    const told = this.callback;
    this.callback = (error, result) => {
      const unsure = doubtful.get(connection) ?? new Set();
      doubtful.set(connection, unsure);
      for (const [name, text] of made) {
        if (error) unsure.add(name);
        else {
          unsure.delete(name);
          connection.parsedStatements[name] = text;
        }
      }
      told(error, result);
    };
  }

  get #isLast(): boolean {
    return this.#done === this.#statements.length - 1;
  }

  override handleDataRow(message: unknown): void {
    if (this.#isLast) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isLast) super.handleCommandComplete(message, connection);
    else this.#done += 1;
  }
}

const NOTHING = { command: 'RIDES', rowCount: 0, rows: [] };

/** The driver's client as the query builder sees it: statements prepared, and those that ride kept for the next packet. */
export function ridingClient(client: pg.PoolClient): PostgresPoolClient {
  let riding: Statement[] = [];
  let failure: Error | undefined;

  const statementOf = (text: string, values: readonly unknown[]): Statement => ({
    text,
    values: values.map((value) => utils.prepareValue(value)),
  });
  const fly = (statements: readonly Statement[]): Promise<pg.QueryResult> =>
    new Promise((resolve, reject) => {
      const flight = new Flight(statements);
      flight.callback = (error, result) => (error ? reject(error) : resolve(result));
      client.query(flight as unknown as pg.Submittable);
    });
  const send = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
    const statements = riding;
    riding = [];
    // Text without values may be several statements, which the database takes only unprepared.
    const isPlain = values.length === 0 && text !== 'commit';
    if (!isPlain) return fly([...statements, statementOf(text, values)]);
    if (statements.length > 0) await fly(statements);
    return client.query(text);
  };

  const query = async (text: string, values: readonly unknown[]) => {
    if (text === 'begin') {
      riding = [{ text, values }];
      return NOTHING;
    }
    if (text.startsWith(RIDES)) {
      riding.push(statementOf(text.slice(RIDES.length), values));
      return NOTHING;
    }
    if (text === 'rollback') return giveUp();
    const isRidden = riding.length > 0;
    try {
      const result = await send(text, values);
      // The server answers the commit of an aborted transaction with a rollback and no error.
      if (text === 'commit' && result.command === 'ROLLBACK')
        throw failure ?? new Error('committed after a failed statement');
      return result;
    } catch (error) {
      // What follows a failed statement fails because of it: the first failure is the one to tell.
      if (isRidden) failure ??= error as Error;
      throw failure ?? error;
    }
  };
  const giveUp = async () => {
    failure = undefined;
    const hasBegun = riding[0]?.text !== 'begin';
    riding = [];
    return hasBegun ? client.query('rollback') : NOTHING;
  };
  const release = (): void => client.release();
  return { query, release } as unknown as PostgresPoolClient;
}
