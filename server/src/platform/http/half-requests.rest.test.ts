import { connect } from 'node:net';
import { CALLS } from '@noren/contract/index';
import { expect, test } from 'vitest';
import { useApp } from '../../testing/use-app.ts';

const app = await useApp();

test('500 clients that send half a request are closed, and others are answered meanwhile', async () => {
  const closed = Array.from({ length: 500 }, sendHalfRequest);

  expect((await app.client().send(CALLS.appConfig, {})).code).toBe(200);
  // By the guard, whose limit is 22 s: Node's own is three minutes.
  await Promise.all(closed);
});

/** @returns a promise that resolves when the server closes the connection */
function sendHalfRequest(): Promise<void> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(
    'POST /api/user/login/otp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
  );
  socket.on('error', () => undefined);
  socket.resume();

  return new Promise((resolve) => socket.once('close', () => resolve()));
}
