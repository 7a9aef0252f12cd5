import { connect, type Socket } from 'node:net';
import { CALLS } from '@noren/contract/index';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  aSandboxUser,
  freePort,
  killLeftovers,
  type SandboxUser,
  startProcess,
} from '../src/testing/own-process.ts';
import { aPicture } from '../src/testing/picture.ts';
import { startApp, type TestApp } from '../src/testing/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterEach(killLeftovers);
afterAll(() => app.stop());

const settings = async () => {
  const { DATABASE_URL: databaseUrl, NOREN_DATA: dataDir } = app.deps.config;
  return { databaseUrl, dataDir, port: await freePort() };
};

const part = (name: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

/** A message to customer service with a picture, as sent over the wire. */
async function aMessage(): Promise<Buffer> {
  const picture = Buffer.from(await (await aPicture()).arrayBuffer());
  return Buffer.concat([
    Buffer.from(`${part('type')}suggestion\r\n${part('text')}The page is slow.\r\n`),
    Buffer.from(part('file', '; filename="a.png"')),
    picture,
    Buffer.from('\r\n--x--\r\n'),
  ]);
}

/**
 * Sends the head of an upload and the first bytes of its body. Resolves when they have left the
 * process.
 */
async function begin(
  url: string,
  who: SandboxUser,
  { body, sent }: { body: Buffer; sent: number },
): Promise<Socket> {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const headers = {
    host,
    ...who.plainHeaders(),
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': String(body.length),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = Buffer.from(
    `POST /api/user/feedback/save HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`,
  );

  await new Promise((resolve) =>
    socket.write(Buffer.concat([head, body.subarray(0, sent)]), resolve),
  );

  return socket;
}

async function readAnswer(socket: Socket): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: head.split(' ')[1], answer: JSON.parse(body) };
}

const isRefused = (port: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.once('error', () => resolve(true)).once('connect', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

test('an upload that is half sent when the program is asked to stop is received to its end and answered', async () => {
  const program = await startProcess(await settings());
  const who = await aSandboxUser(program.url, 'identity');
  const body = await aMessage();
  // What reads pictures starts with the first one: not in the ten seconds that the program has to
  // stop.
  const first = { type: 'suggestion' as const, text: 'The page is slow.' };

  expect(
    (await who.send(CALLS.saveFeedback, { body: first, files: [await aPicture()] })).code,
  ).toBe(200);

  const half = Math.floor(body.length / 2);
  const socket = await begin(program.url, who, { body, sent: half });

  // The request has to be there before the signal.
  await who.send(CALLS.userStatus, {});

  const stopped = program.stop();
  await expect.poll(() => isRefused(new URL(program.url).port)).toBe(true);
  socket.write(body.subarray(half));
  expect(await readAnswer(socket)).toEqual({
    status: '200',
    answer: expect.objectContaining({ code: 200 }),
  });
  await stopped;
  expect(program.output()).not.toContain('"level":50');
});
