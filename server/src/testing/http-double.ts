import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived. */
export interface RawRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A body that is no text is sent as JSON. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

/** How an address of a double answers: as documented, with a status and a body, or not at all. */
export type Behaviour = 'answers' | 'silent' | { readonly status: number; readonly body: string };

/**
 * How long an adapter waits for a double: for an answer as long as a busy machine needs; tests wait
 * for the end of it where none comes.
 */
export const doubleTimeoutMs = (isSilent: boolean): number => (isSilent ? 2_000 : 15_000);

/**
 * Serves a provider's double on a local port. `silent` keeps the connection open, `hangs up` closes
 * it. Closing ends open connections at once.
 */
export async function serveDouble(
  answer: (asked: RawRequest) => Answer | 'silent' | 'hangs up' | Promise<Answer>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    const given = await answer({
      method,
      url: new URL(path, 'http://double'),
      headers,
      body: await buffer(request),
    });
    if (given === 'silent') return;
    if (given === 'hangs up') return void response.destroy();

    const { status, body = '', location } = given;
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
