import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListFaultError } from '@noren/core/people/sanctions-fault';
import { afterEach, expect, test } from 'vitest';
import { WAIT_LIMIT_MS } from '../../testing/time-limits.ts';
import { makeUnListSource } from './un-list.ts';

const open: { close(): void }[] = [];

afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(url: string, timeoutMs = WAIT_LIMIT_MS): Promise<string> {
  try {
    const pieces = [];
    for await (const piece of await makeUnListSource({ url, timeoutMs }).fetchUnList())
      pieces.push(piece);
    return Buffer.concat(pieces).toString();
  } catch (error) {
    if (error instanceof ListFaultError) return error.fault;
    throw error;
  }
}

test('gives the file, also after a redirection on the same host', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/list') response.writeHead(302, { location: '/new/list' }).end();
    else response.end(`the list at ${request.url}`);
  });
  expect(await read(`${url}/list`)).toBe('the list at /new/list');
});

test.each<[string, RequestListener]>([
  ['not found', (_, response) => response.writeHead(404).end('no')],
  [
    'a redirection elsewhere',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.2:1/' }).end(),
  ],
  ['a circle', (_, response) => response.writeHead(302, { location: '/' }).end()],
  [
    'a file that ends early',
    (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setImmediate(() => response.destroy());
    },
  ],
])('%s is no answer', async (_what, answer) => {
  expect(await read(await serve(answer))).toBe('no_answer');
});

test('a file that takes too long, before it begins or halfway, is no answer', async () => {
  expect(await read(await serve(() => undefined), 100)).toBe('no_answer');

  const halfway = await serve((_, response) => {
    response.write('half');
  });
  expect(await read(halfway, 100)).toBe('no_answer');
});

test('no server is no answer', async () => {
  const url = await serve(() => undefined);
  open.splice(0)[0]?.close();
  expect(await read(url)).toBe('no_answer');
});
