import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSlowRequests, REQUEST_TIME_LIMITS } from './slow-requests.ts';

const { wholeMs, windowMs, minBytes } = REQUEST_TIME_LIMITS;
const HALF = Buffer.alloc(minBytes);

let server: FastifyInstance;
/** Bytes that the server has read from its one connection. */
let bytesReceived = 0;
const sockets: Socket[] = [];

// The timers are fake; the connections are real.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  server = Fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'multipart/form-data'],
    (_request, payload, done) => {
      payload.on('data', (bytes: Buffer) => (bytesReceived += bytes.length));
      payload.on('end', () => done(null, null));
    },
  );
  closeSlowRequests(server, REQUEST_TIME_LIMITS);
  server.addHook('onRequest', async ({ headers }, reply) => {
    if (headers['content-type']?.endsWith('unread')) return reply.send('not read');
  });
  server.post('/', async () => `taken ${bytesReceived}`);
  bytesReceived = 0;
  await server.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  vi.useRealTimers();
});

async function begin(
  type: string,
  length: number,
): Promise<{ socket: Socket; closed: Promise<unknown>; output: () => string }> {
  const { port } = server.addresses()[0] as AddressInfo;
  const socket = connect(port, '127.0.0.1');

  sockets.push(socket);

  let output = '';
  socket.on('data', (bytes) => (output += String(bytes)));
  socket.on('error', () => undefined);

  const closed = once(socket, 'close');
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );

  return { socket, closed, output: () => output };
}

/** Sends a part and waits until the server has received it. */
async function sendPart(socket: Socket, part: Buffer): Promise<void> {
  const before = bytesReceived;
  socket.write(part);
  await expect.poll(() => bytesReceived, { interval: 5 }).toBe(before + part.length);
}

const UPLOAD = 'multipart/form-data; boundary=x';

test('a request that is not an upload has 22 s, even while bytes arrive', async () => {
  const { socket, closed } = await begin('application/json', 3 * HALF.length);
  await sendPart(socket, HALF);
  await vi.advanceTimersByTimeAsync(wholeMs / 2);
  await sendPart(socket, HALF);
  await vi.advanceTimersByTimeAsync(wholeMs / 2);
  await closed;
});

test('a slow upload that makes progress is accepted', async () => {
  const windows = 6;
  const { socket, output } = await begin(UPLOAD, windows * HALF.length);

  for (let sent = 1; sent < windows; sent += 1) {
    await sendPart(socket, HALF);
    await vi.advanceTimersByTimeAsync(windowMs);
  }

  expect(windows * windowMs).toBeGreaterThan(50_000);
  await sendPart(socket, HALF);
  await expect.poll(output, { interval: 5 }).toMatch(new RegExp(`taken ${windows * HALF.length}$`));
});

test.each([
  ['stands still', 0],
  ['drips', 1],
])('an upload that %s is closed', async (_, bytes) => {
  const { socket, closed } = await begin(UPLOAD, 3 * HALF.length);
  await sendPart(socket, HALF);
  await vi.advanceTimersByTimeAsync(windowMs);
  if (bytes > 0) await sendPart(socket, Buffer.alloc(bytes));
  await vi.advanceTimersByTimeAsync(windowMs);
  await closed;
});

test('an upload that is answered unread leaves no timer behind', async () => {
  const before = vi.getTimerCount();
  const { socket, closed, output } = await begin(
    'multipart/form-data; boundary=unread',
    3 * HALF.length,
  );

  socket.write(HALF);
  await expect.poll(output, { interval: 5 }).toMatch(/not read$/);
  socket.destroy();
  await closed;
  await expect.poll(() => vi.getTimerCount(), { interval: 5 }).toBeLessThanOrEqual(before);
});
