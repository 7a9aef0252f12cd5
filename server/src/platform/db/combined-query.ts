import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * Statements sent in one message, ended by one sync, and answered at once. pg has no public way to
 * do it: its own pipelining sends a sync with each statement. This file alone touches pg's
 * internals; `combined-query.test.ts` names them.
 */

/** A statement with its values in the order of `$1`, `$2` … */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const names = new Map<string, string>();

/** A stable name for a statement's text, so that it is prepared once per connection. */
function nameStatement(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `q${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
    names.set(text, name);
  }

  return name;
}

/** The internals of the driver's connection that are used here; its types omit them. */
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

/** The shape of a statement's rows: the same as long as it stays prepared. */
type RowShape = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;

interface DriverResult extends pg.QueryResult {
  _types: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface DriverQuery {
  callback: (error: Error | null) => void;
  _result: DriverResult;
  _results: DriverResult;
  _accumulateRows: boolean;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

const { Query, Result, utils } = pg as unknown as {
  Query: new (config: { text: string }) => DriverQuery;
  Result: new (rowMode: undefined, types: unknown) => DriverResult;
  utils: { prepareValue(value: unknown): unknown };
};

/** Names that may or may not be prepared on a connection: the message that prepared them failed. */
const doubtfulNames = new WeakMap<Connection, Set<string>>();
/** Row shapes of a connection's statements: described once and cached. */
const rowShapes = new WeakMap<Connection, Map<string, RowShape | null>>();

/**
 * Sends statements together; the database stops at the first that fails.
 * @param readFrom the first statement whose result is needed
 * @returns the results from that one on
 */
export function sendCombined(
  client: pg.ClientBase,
  statements: readonly Statement[],
  readFrom: number,
): Promise<pg.QueryResult[]> {
  const prepared = statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => utils.prepareValue(value)),
  }));

  return new Promise((resolve, reject) => {
    const query = new CombinedQuery(prepared, readFrom);
    query.callback = (error) => (error ? reject(error) : resolve(query.results));
    client.query(query as unknown as pg.Submittable);
  });
}

class CombinedQuery extends Query {
  readonly results: pg.QueryResult[] = [];
  readonly #statements: readonly Statement[];
  readonly #readFrom: number;
  #shapes: Map<string, RowShape | null> = new Map();
  /** Index of the statement being answered. */
  #at = 0;

  constructor(statements: readonly Statement[], readFrom: number) {
    super({ text: '' });
    this.#statements = statements;
    this.#readFrom = readFrom;
  }

  override submit(connection: Connection): null {
    const parsed = new Map<string, string>();
    this.#shapes = rowShapes.get(connection) ?? new Map();
    rowShapes.set(connection, this.#shapes);
    connection.stream.cork();
    this.#statements.forEach(({ text, values }, index) => {
      const name = nameStatement(text);
      if (!connection.parsedStatements[name] && !parsed.has(name)) {
        if (doubtfulNames.get(connection)?.has(name)) connection.close({ type: 'S', name });
        connection.parse({ name, text });
        parsed.set(name, text);
      }

      connection.bind({ statement: name, values });
      if (index >= this.#readFrom && !this.#shapes.has(name))
        connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    });
    connection.sync();
    connection.stream.uncork();
    if (parsed.size > 0) this.#recordParsed(connection, parsed);
    this.#useKnownShape();

    return null;
  }

  #recordParsed(connection: Connection, parsed: ReadonlyMap<string, string>): void {
    const answer = this.callback;
    this.callback = (error) => {
      const doubtful = doubtfulNames.get(connection) ?? new Set();
      doubtfulNames.set(connection, doubtful);

      for (const [name, text] of parsed) {
        if (error) doubtful.add(name);
        else {
          doubtful.delete(name);
          connection.parsedStatements[name] = text;
        }
      }

      answer(error);
    };
  }

  get #isRead(): boolean {
    return this.#at >= this.#readFrom;
  }

  get #name(): string {
    return nameStatement(this.#statements[this.#at]!.text);
  }

  #useKnownShape(): void {
    const shape = this.#isRead && this.#shapes.get(this.#name);
    if (!shape) return;
    Object.assign(this._result, shape);
    this._accumulateRows = true;
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#shapes.set(this.#name, { fields, _parsers, _prebuiltEmptyResultObject });
  }

  override handleDataRow(message: unknown): void {
    if (this.#isRead) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isRead) {
      super.handleCommandComplete(message, connection);
      if (!this.#shapes.has(this.#name)) this.#shapes.set(this.#name, null);
      this.results.push(this._result);
    }

    if (this.#at === this.#statements.length - 1) return;

    this.#at += 1;
    if (this.results.length > 0)
      this._results = this._result = new Result(undefined, this._result._types);
    this.#useKnownShape();
  }
}
