import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy to the app that can be disconnected, and can change a file as a release would. */
export interface AppProxy {
  url: string;
  disconnect(): void;
  reconnect(): void;
  /** Changes the text of the file at a path from now on. */
  change(path: string, to: (text: string) => string): void;
  close(): void;
}

/** Starts a proxy to the app. It has its own address, and so its own service worker. */
export async function startProxy(url: string): Promise<AppProxy> {
  const { hostname, port } = new URL(url);
  const changes = new Map<string, (text: string) => string>();
  let isDisconnected = false;

  const pass = (near: IncomingMessage, answer: ServerResponse): void => {
    if (isDisconnected) return void near.socket.destroy();

    const [path = '/'] = near.url?.split('?') ?? [];
    const change = changes.get(path);
    // A file to change is requested whole and uncompressed.
    const {
      'accept-encoding': packing,
      'if-none-match': known,
      'if-modified-since': since,
      ...headers
    } = near.headers;
    const requestHeaders = change ? headers : near.headers;
    const target = { hostname, port, path: near.url, method: near.method, headers: requestHeaders };
    const far = request(target, (response) => {
      if (!change) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        return void response.pipe(answer);
      }

      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = change(Buffer.concat(parts).toString());
        const { 'content-length': length, etag, ...others } = response.headers;
        answer.writeHead(response.statusCode ?? 502, others).end(text);
      });
    });

    far.on('error', () => answer.destroy());
    near.pipe(far);
  };

  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));

  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    disconnect: () => {
      isDisconnected = true;
      server.closeAllConnections();
    },
    reconnect: () => {
      isDisconnected = false;
    },
    change: (path, to) => void changes.set(path, to),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
