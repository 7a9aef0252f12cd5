import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
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
  const files = new Map<string, Buffer>(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [
          `/${relative(folder, path).split(sep).join('/')}`,
          compress(readFileSync(path)),
        ] as const;
      }),
  );
  const server = createServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const body = files.get(path);
    if (!body) {
      response.writeHead(404).end();
      return;
    }

    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
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

function compress(content: Buffer): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
