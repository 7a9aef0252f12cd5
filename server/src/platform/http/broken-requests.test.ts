import { connect } from 'node:net';
import type { Call } from '@noren/contract/call';
import { HEADERS } from '@noren/contract/envelope';
import { CALLS } from '@noren/contract/index';
import { encapsulate } from '@noren/contract/seal';
import { UserStatus } from '@noren/core/people/status';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest';
import { plainHeaders } from '../../testing/plain-headers.ts';
import { startApp, type TestApp, type TestClient } from '../../testing/start-app.ts';
import { aSignedInUser } from '../../testing/users.ts';

let app: TestApp;
let errors: MockInstance;

beforeAll(async () => {
  app = await startApp();
});

beforeEach(() => {
  errors = vi.spyOn(app.deps.log, 'error');
});

afterEach(() => {
  expect(errors).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

afterAll(() => app.stop());

const OTP = '/api/user/login/otp';

function headers(more: Record<string, string> = {}, client?: TestClient): Record<string, string> {
  return plainHeaders(app, { [HEADERS.appVersion]: '216', ...more }, client);
}

async function readAnswer(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

const envelope = (code: number, reason?: string) => ({
  code,
  msg: expect.any(String),
  data: reason === undefined ? null : { reason },
});

test('a sealed request whose bound headers are too long for the seal is HTTP 400', async () => {
  const { header } = await encapsulate(app.deps.sealer.current);
  for (const [method, path, body] of [
    ['POST', OTP, JSON.stringify({ sealed: 'A'.repeat(80) })],
    ['GET', '/api/user/public/appConfig', null],
  ] as const) {
    const sent = headers({
      [HEADERS.encrypted]: '1',
      [HEADERS.seal]: header,
      [HEADERS.appVersion]: '2'.repeat(1_100),
      ...(body && { 'content-type': 'application/json' }),
    });
    const response = await fetch(app.url + path, { method, headers: sent, body });
    expect(await readAnswer(response)).toEqual([400, envelope(400, 'too_long')]);
  }
});

test.each(
  (Object.values(CALLS) as Call[])
    .filter((call) => call.encoding === 'multipart')
    .map((call) => call.path),
)('a broken upload to %s is HTTP 400', async (path) => {
  const { client } = await aSignedInUser(app, { bizStatus: UserStatus.regular });
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nabc';

  for (const [type, body] of [
    ['multipart/form-data; boundary=x', part],
    ['multipart/form-data; boundary=x', ''],
    ['multipart/form-data; boundary=x', '--x\r\nno header\u0000at all\r\n\r\nabc\r\n--x--'],
    ['multipart/form-data', part],
  ] as const) {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: headers({ 'content-type': type }, client),
      body,
    });
    const [status, answer] = await readAnswer(response);

    expect([type, body, status < 500]).toEqual([type, body, true]);
    expect(answer).toMatchObject({ code: 400, msg: expect.any(String) });
  }
});

test.each([
  ['a path that cannot be decoded', '/api/user/dict/getByType/%zz', 400],
  ['a parameter of 300 characters', `/api/user/dict/getByType/${'x'.repeat(300)}`, 404],
  ['a path that nothing serves, undecodable', '/%c0%af', 400],
])('%s gets an envelope', async (_, path, status) => {
  const [got, answer] = await readAnswer(await fetch(app.url + path, { headers: headers() }));
  expect([got, answer]).toEqual([status, envelope(status, status === 400 ? 'url' : undefined)]);
});

test.each([
  ['text that is not HTTP', 'hello\r\n\r\n', 400],
  ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
])('%s gets an envelope, and the connection is closed', async (_, text, status) => {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');

  socket.write(text);

  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);

  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body)).toEqual(envelope(400));
});
