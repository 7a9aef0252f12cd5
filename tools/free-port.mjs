import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what a system gives to anyone who asks for any port (Linux from 32768): nobody takes one
 * between its choice and its use.
 */
const FIRST = 20_000;
const END = 32_000;
const given = new Set();

/** A free port of 127.0.0.1, another one each time. */
export async function freePort() {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Whether nothing listens on a port of 127.0.0.1. */
export function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
