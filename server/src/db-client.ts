import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * Put before a statement whose result nobody needs: it is sent together with the statement that follows, and its
 * failure is that statement's. Only inside a transaction, where a failed statement leaves nothing behind.
 */
export const RIDES = '/* rides with the next */ ';

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

const NOTHING = { command: 'RIDES', rowCount: 0, rows: [] };

/** The driver's client as the query builder sees it: statements prepared, and those that ride kept for the next packet. */
export function ridingClient(client: pg.PoolClient): PostgresPoolClient {
  // The driver's types leave its socket out; it is where small packets are put together.
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let riding = 0;
  let failure: Error | undefined;
  const send = (text: string, values: readonly unknown[]) =>
    client.query(values.length ? { name: nameOf(text), text, values: [...values] } : { text });

  const letGo = (): void => {
    for (; riding > 0; riding -= 1) stream.uncork();
  };

  const ride = (text: string, values: readonly unknown[]) => {
    stream.cork();
    riding += 1;
    send(text, values).catch((error: Error) => {
      failure ??= error;
    });
    return Promise.resolve(NOTHING);
  };
  const query = async (text: string, values: readonly unknown[]) => {
    if (text === 'begin' || text.startsWith(RIDES)) return ride(text, values);
    const sent = send(text, values);
    letGo();
    try {
      const result = await sent;
      // The server answers the commit of an aborted transaction with a rollback and no error.
      if (failure && text === 'commit') throw failure;
      return result;
    } catch (error) {
      // What follows a failed statement fails because of it: the first failure is the one to tell.
      throw failure ?? error;
    } finally {
      if (text === 'rollback') failure = undefined;
    }
  };
  const release = (): void => {
    letGo();
    client.release();
  };
  return { query, release } as unknown as PostgresPoolClient;
}
