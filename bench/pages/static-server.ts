import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** A server that runs until stopped. */
export interface Serving {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves a folder from memory, compressed beforehand by brotli at its best; files with a hash in
 * their name for a year.
 */
export async function serveFolder(folder: string): Promise<Serving> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = new Map(
    paths
      .filter((path) => extname(path) in TYPES)
      .map((path) => [`/${path}`, brotliCompressSync(readFileSync(join(folder, path)))]),
  );
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = files.get(path);
    if (!body) {
      response.writeHead(404).end();
      return;
    }

    response.writeHead(200, {
      'content-type': TYPES[extname(path)],
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    });
    response.end(body);
  });

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
