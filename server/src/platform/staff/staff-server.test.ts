import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { buildConsole } from '../../console.ts';
import { useConsole } from '../../testing/staff.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { useApp } from '../../testing/use-app.ts';
import type { Config } from '../config/config.ts';

const app = await useApp();
const desk = await useConsole(app);

/** The console of the same app with other settings. */
async function consoleWith(settings: Partial<Config>, of: TestApp = app) {
  const server = await buildConsole({ ...of.deps, config: { ...of.deps.config, ...settings } });
  afterAll(() => server.close());
  return server;
}

describe('who may open the console', () => {
  test.each([
    ['10.1.0.0/16,192.0.2.7', '10.1.2.3', 401],
    ['10.1.0.0/16,192.0.2.7', '192.0.2.7', 401],
    ['10.1.0.0/16,192.0.2.7', '::ffff:10.1.2.3', 401],
    ['10.1.0.0/16,192.0.2.7', '10.2.0.1', 403],
    ['2001:db8::/32', '2001:db8::5', 401],
    ['2001:db8::/32', '203.0.113.9', 403],
  ])(
    'with the networks %s an address of %s is answered %i',
    async (list, remoteAddress, status) => {
      const server = await consoleWith({ NOREN_CONSOLE_ADDRESSES: list });
      const answer = await server.inject({ url: '/staff/me', remoteAddress });
      expect(answer.statusCode).toBe(status);
    },
  );

  test('a list with a mistake stops the start and names it', async () => {
    await expect(consoleWith({ NOREN_CONSOLE_ADDRESSES: '10.1.0.0/99' })).rejects.toThrow(
      '10.1.0.0/99 is no address',
    );
  });

  test('production has no sign-in by a tap, and takes none that a sandbox made', async () => {
    const someone = await desk.as('support');
    const production = await consoleWith({
      isSandbox: false,
      NOREN_CONSOLE_ORIGIN: 'https://console.lender.example',
    });
    const headers = {
      'content-type': 'application/json',
      origin: 'https://console.lender.example',
    };

    for (const [method, url] of [
      ['GET', '/staff/sandbox/people'],
      ['POST', '/staff/sandbox/sign-in'],
    ] as const) {
      const payload = method === 'POST' ? { payload: { role: 'support' } } : {};
      expect((await production.inject({ method, url, headers, ...payload })).statusCode).toBe(404);
    }

    const me = await production.inject({ url: '/staff/me', headers: { cookie: someone.cookie! } });
    expect(me.statusCode).toBe(401);
  });
});

test.each([
  ['localhost:3002', 401],
  ['127.0.0.1:3002', 401],
  ['[::1]:3002', 401],
  ['192.168.1.5:3002', 401],
  ['console.localhost', 401],
  ['attacker.example:3002', 403],
  ['localhost.attacker.example', 403],
])(
  'a sandbox’s console called %s is answered %i: a name could be made to lead to it',
  async (host, status) => {
    const server = await consoleWith({ NOREN_CONSOLE_ORIGIN: undefined });
    expect((await server.inject({ url: '/staff/me', headers: { host } })).statusCode).toBe(status);
  },
);

test('answers are not cached, pages may not be framed, and an unknown call is answered as one', async () => {
  const server = await consoleWith({});
  const answer = await server.inject({ url: '/staff/me' });

  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(answer.json()).toMatchObject({ error: { code: 'signed_out' } });
  expect((await server.inject({ url: '/staff/nothing' })).statusCode).toBe(404);

  const broken = await server.inject({
    method: 'POST',
    url: '/staff/sign-in',
    headers: { 'content-type': 'application/json' },
    payload: '{"assertion":',
  });
  expect([broken.statusCode, broken.json()]).toMatchObject([400, { error: { code: 'invalid' } }]);
});

test('a request id is answered once, and refused for anything else', async () => {
  const someone = await desk.as('administrator');
  const other = await desk.as('administrator', 'second');
  const { staffId } = await other.data('staffMe');
  const requestId = '0198c0de-0000-7000-8000-00000000000a';
  const body = { staffId };

  expect(await someone.data('endPersonSessions', { body, requestId })).toEqual({ ended: 1 });
  expect(await someone.data('endPersonSessions', { body, requestId })).toEqual({ ended: 1 });

  const { staffId: own } = await someone.data('staffMe');
  expect(
    await someone.send('endPersonSessions', { body: { staffId: own }, requestId }),
  ).toMatchObject({ status: 422 });
  expect(await someone.data('endPersonSessions', { body })).toEqual({ ended: 0 });
});

test('a change has the hash by which versions before this one stored its answer', async () => {
  const someone = await desk.as('administrator');
  const { staffId } = await someone.data('staffMe');
  const requestId = '0198c0de-0000-7000-8000-00000000000b';
  const other = '0198c0de-0000-7000-8000-00000000000c';

  await someone.data('endPersonSessions', { body: { staffId: other }, requestId });

  const said = `[null,null,{"staffId":"${other}"}]`;
  const content = createHash('sha256')
    .update(`17:endPersonSessions${said.length}:${said}`)
    .digest('base64');
  const stored = await app.deps.db
    .selectFrom('idempotency_keys')
    .select(['call', 'contentHash'])
    .where('ownerId', '=', staffId)
    .where('requestId', '=', requestId)
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({
    call: 'staff.endPersonSessions',
    contentHash: app.deps.crypto.hash('staff request', content),
  });
});

test('the sandbox of another database knows nobody of this one', async () => {
  const otherApp = await startApp();
  afterAll(() => otherApp.stop());

  const someone = await desk.as('support');
  const other = await consoleWith({}, otherApp);

  expect(
    (await other.inject({ url: '/staff/me', headers: { cookie: someone.cookie! } })).statusCode,
  ).toBe(401);
});
