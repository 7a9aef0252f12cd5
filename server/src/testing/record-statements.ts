import pg from 'pg';
import { isWorkerStatement } from './job-queue-internals.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The driver's protocol writer, which its types omit. */
interface Wire {
  parse(statement: { name?: string; text: string }, ...more: unknown[]): void;
  bind(portal: { statement?: string; values?: unknown[] }, ...more: unknown[]): void;
  query(text: string): void;
}

/**
 * Records every statement sent to the database from now on; a prepared one once, however often it
 * is executed.
 */
export function recordStatements(): { take(): Statement[]; stop(): void } {
  const wire = pg.Connection.prototype as unknown as Wire;
  const { parse, bind, query } = wire;
  const prepared = new Map<string, string>();
  let recorded = new Map<string, Statement>();
  const note = (text: string, values: readonly unknown[]): void =>
    void recorded.set(text, { text, values });

  wire.parse = function (statement, ...more) {
    prepared.set(statement.name ?? '', statement.text);
    return parse.call(this, statement, ...more);
  };

  wire.bind = function (portal, ...more) {
    note(prepared.get(portal.statement ?? '') ?? '', portal.values ?? []);
    return bind.call(this, portal, ...more);
  };

  wire.query = function (text) {
    note(text, []);
    return query.call(this, text);
  };

  const isPlanned = /^\s*(\/\*.*?\*\/\s*)?(select|insert|update|delete|with)\b/i;
  return {
    take() {
      const taken = [...recorded.values()].filter(
        ({ text }) => isPlanned.test(text) && !isWorkerStatement(text),
      );
      recorded = new Map();
      return taken;
    },
    stop: () => void Object.assign(wire, { parse, bind, query }),
  };
}
