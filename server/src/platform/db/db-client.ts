import { CamelCasePlugin, type Compilable, CompiledQuery, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Db, Tx } from './db.ts';
import { Flight, type Statement } from './db-flight.ts';

export type { Statement } from './db-flight.ts';

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

type Row = Record<string, unknown>;

/**
 * Rows are read, and statements built, by the columns' names in camel case; what stands in a JSON column keeps the names
 * it was stored with.
 */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** Says that the values are statements: see {@link fly}. */
const FLIGHT = '/* flight */';

/**
 * Sends statements written by hand (`$1`, `$2` … stand for the values) at once, in order, and answers the rows of each.
 * Each sees what was committed before it began, so one that follows a lock sees what the lock waited for; none depends on
 * what another answers.
 */
export async function fly(db: Db | Tx, statements: readonly Statement[]): Promise<unknown[][]> {
  const { queryId, ...flight } = CompiledQuery.raw(FLIGHT, [...statements]);
  const { rows } = await db.executeQuery<{ results: Row[][] }>({ queryId, ...flight });
  const results = (rows[0]?.results ?? []).map((found) =>
    camelCase.transformResult({ result: { rows: found }, queryId }),
  );
  return (await Promise.all(results)).map((result) => result.rows);
}

/** The same as {@link ride} for a statement written by hand. */
export async function rideWritten(tx: Tx, { text, values }: Statement): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(RIDES + text, [...values]));
}

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): unknown } };

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
const NOTHING: Answer = { command: 'RIDES', rowCount: 0, rows: [] };

/** The driver's client as the query builder sees it: statements prepared, and those that ride kept for the next packet. */
export function ridingClient(client: pg.PoolClient): PostgresPoolClient {
  let riding: Statement[] = [];
  let failure: Error | undefined;

  const statementOf = (text: string, values: readonly unknown[]): Statement => ({
    text,
    values: values.map((value) => utils.prepareValue(value)),
  });
  const take = (statements: readonly Statement[], isEachAsked = false): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const flight = new Flight(statements, isEachAsked);
      flight.callback = (error, result) => {
        if (error) reject(error);
        else resolve(isEachAsked ? { ...NOTHING, rows: [{ results: flight.rowsOfEach }] } : result);
      };
      client.query(flight as unknown as pg.Submittable);
    });
  const send = async (text: string, values: readonly unknown[]): Promise<Answer> => {
    const statements = riding;
    riding = [];
    if (text === FLIGHT) {
      const asked = (values as Statement[]).map((one) => statementOf(one.text, one.values));
      const { rows } = await take([...statements, ...asked], true);
      return { ...NOTHING, rows: [{ results: rows[0].results.slice(statements.length) }] };
    }
    // Text without values may be several statements, which the database takes only unprepared.
    const isPlain = values.length === 0 && text !== 'commit';
    if (!isPlain) return take([...statements, statementOf(text, values)]);
    if (statements.length > 0) await take(statements);
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
