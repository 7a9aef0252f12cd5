import { createHash } from 'node:crypto';
import pg from 'pg';

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

/** A statement with its values; in a flight as they go over the wire. */
export interface Statement {
  readonly text: string;
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
/** What a statement's rows look like: the same for as long as it stands prepared. */
type Shape = Pick<DriverResult, 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>;
interface DriverResult extends pg.QueryResult {
  _types: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
interface DriverQuery {
  callback: (error: Error | null, result: pg.QueryResult) => void;
  _result: DriverResult;
  _results: DriverResult;
  _accumulateRows: boolean;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}
const { Query, Result } = pg as unknown as {
  Query: new (config: { text: string }) => DriverQuery;
  Result: new (rowMode: undefined, types: unknown) => DriverResult;
};

/** Names that may or may not stand prepared on a connection: the flight that prepared them failed. */
const doubtful = new WeakMap<Connection, Set<string>>();
/** Shapes of rows by a connection's statements: told once, they are not asked for again. */
const shapes = new WeakMap<Connection, Map<string, Shape | null>>();

/**
 * Statements sent at once and answered at once: the database stops at the first that fails. What it answers to all but
 * the last is read only where each is asked for.
 */
export class Flight extends Query {
  readonly #statements: readonly Statement[];
  readonly #isEachAsked: boolean;
  readonly #rows: unknown[][] = [];
  #shapes: Map<string, Shape | null> = new Map();
  #at = 0;

  constructor(statements: readonly Statement[], isEachAsked: boolean) {
    super({ text: '' });
    this.#statements = statements;
    this.#isEachAsked = isEachAsked;
  }

  /** The rows of each statement, where each was asked for. */
  get rowsOfEach(): unknown[][] {
    return this.#rows;
  }

  override submit(connection: Connection): null {
    const made = new Map<string, string>();
    this.#shapes = shapes.get(connection) ?? new Map();
    shapes.set(connection, this.#shapes);
    connection.stream.cork();
    this.#statements.forEach(({ text, values }, index) => {
      const name = nameOf(text);
      if (!connection.parsedStatements[name] && !made.has(name)) {
        if (doubtful.get(connection)?.has(name)) connection.close({ type: 'S', name });
        connection.parse({ name, text });
        made.set(name, text);
      }
      connection.bind({ statement: name, values });
      if (this.#isAsked(index) && !this.#shapes.has(name)) connection.describe({ type: 'P', name: '' });
      connection.execute({ portal: '' });
    });
    connection.sync();
    connection.stream.uncork();
    if (made.size > 0) this.#remember(connection, made);
    this.#takeShape();
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

  #isAsked(index: number): boolean {
    return this.#isEachAsked || index === this.#statements.length - 1;
  }

  get #name(): string {
    return nameOf(this.#statements[this.#at]!.text);
  }

  #takeShape(): void {
    const shape = this.#isAsked(this.#at) && this.#shapes.get(this.#name);
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
    if (this.#isAsked(this.#at)) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#isAsked(this.#at)) {
      super.handleCommandComplete(message, connection);
      if (!this.#shapes.has(this.#name)) this.#shapes.set(this.#name, null);
      this.#rows.push(this._result.rows);
    }
    if (this.#at === this.#statements.length - 1) return;
    this.#at += 1;
    if (this.#isEachAsked) this._results = this._result = new Result(undefined, this._result._types);
    this.#takeShape();
  }
}
