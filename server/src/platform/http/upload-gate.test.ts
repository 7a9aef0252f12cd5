import { connect, type Socket } from 'node:net';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { UserStatus } from '@noren/core/people/status';
import { expect, test } from 'vitest';
import { fakeUploadFile, makeFakeKyc } from '../../testing/fake-kyc.ts';
import { plainHeaders } from '../../testing/plain-headers.ts';
import type { TestClient } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import { aSignedInUser } from '../../testing/users.ts';
import { makeUploadGate } from './upload-gate.ts';

const app = await useApp({ kyc: makeFakeKyc() });
const HOUR = 3_600_000;
const MEBIBYTE = 1024 * 1024;
const aUser = () => aSignedInUser(app, { bizStatus: UserStatus.identityDue });

/**
 * Announces an upload and sends none of it.
 * @returns what the server answers
 */
async function announce(
  client: TestClient,
  bytes: number,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const { host, hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const headers = {
    host,
    ...plainHeaders(app, { [HEADERS.appVersion]: '216' }, client),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(bytes),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

  socket.write(`POST ${CALLS.readDocument.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);

  const answer = new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(String(data))),
  );
  return { socket, answer };
}

test('uploads of one user go one at a time, and those of others beside them', async () => {
  const gate = makeUploadGate({ bytesAtOnce: 100, waiting: 2 });
  const order: string[] = [];

  const enter = async (user: string, name: string) => {
    const release = await gate.enter(user, 10);
    order.push(name);
    return release;
  };

  const first = await enter('asha', 'first');
  const second = enter('asha', 'second');
  const third = enter('asha', 'third');

  await expect(gate.enter('asha', 10)).rejects.toMatchObject({ code: 429 });
  (await enter('ravi', 'other'))();
  expect(order).toEqual(['first', 'other']);
  first();
  (await second)();
  (await third)();
  expect(order).toEqual(['first', 'other', 'second', 'third']);
  (await enter('asha', 'later'))();
});

test('uploads larger together than the memory has room for are refused, and the turn is given on', async () => {
  const gate = makeUploadGate({ bytesAtOnce: 100, waiting: 2 });
  const release = await gate.enter('asha', 80);

  await expect(gate.enter('ravi', 30)).rejects.toThrow('');
  (await gate.enter('ravi', 20))();
  release();
  (await gate.enter('ravi', 100))();
});

test('an upload over the limit of an hour is refused before any of it is sent', async () => {
  const { client, userId } = await aUser();
  for (let at = 0; at < 80; at++)
    await app.deps.limits.take([['upload-user-hour', userId]], app.deps.now());

  const { socket, answer } = await announce(client, 1_000);
  expect(await answer).toContain('"code":429');
  socket.destroy();
  app.advance(HOUR);

  const file = fakeUploadFile({ intake: 'damaged' });
  const later = await client.send(CALLS.readDocument, { body: { type: 'panFront' }, file });

  expect(later).toMatchObject({ code: 400, data: { reason: 'damaged' } });
});

test('an upload over the bytes of a day is refused before any of it is sent', async () => {
  const { client, userId } = await aUser();
  const { deps } = app;

  for (let at = 0; at < 195; at++)
    await deps.limits.take([['upload-mebibytes-user-day', userId]], deps.now());

  const whole = await announce(client, 6 * MEBIBYTE);
  await expect
    .poll(() => deps.limits.peek([['upload-mebibytes-user-day', userId]], deps.now()))
    .toMatchObject({ ok: false });
  whole.socket.destroy();

  const { socket, answer } = await announce(client, 1_000);
  expect(await answer).toContain('"code":429');
  socket.destroy();
});
