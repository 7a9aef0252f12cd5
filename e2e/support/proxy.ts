import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A way to the app that can be cut, and on which a file can be other than the app has it, as after a release. */
export interface AppProxy {
  url: string;
  cut(): void;
  mend(): void;
  /** Gives what stands at a path changed from now on. */
  change(path: string, to: (text: string) => string): void;
  close(): void;
}

/** Stands before the app at `url`, on an address of its own and so with a service worker of its own. */
export async function startProxy(url: string): Promise<AppProxy> {
  const { hostname, port } = new URL(url);
  const changes = new Map<string, (text: string) => string>();
  let isCut = false;
  const pass = (near: IncomingMessage, answer: ServerResponse): void => {
    if (isCut) return void near.socket.destroy();
    const [path = '/'] = near.url?.split('?') ?? [];
    const change = changes.get(path);
    // What is to be changed must come whole and as text.
    const { 'accept-encoding': packing, 'if-none-match': known, 'if-modified-since': since, ...headers } = near.headers;
    const kept = change ? headers : near.headers;
    const target = { hostname, port, path: near.url, method: near.method, headers: kept };
    const far = request(target, (given) => {
      if (!change) {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        return void given.pipe(answer);
      }
      const parts: Buffer[] = [];
      given.on('data', (part: Buffer) => parts.push(part));
      given.on('end', () => {
        const text = change(Buffer.concat(parts).toString());
        const { 'content-length': length, etag, ...others } = given.headers;
        answer.writeHead(given.statusCode ?? 502, others).end(text);
      });
    });
    far.on('error', () => answer.destroy());
    near.pipe(far);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      server.closeAllConnections();
    },
    mend: () => {
      isCut = false;
    },
    change: (path, to) => void changes.set(path, to),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
