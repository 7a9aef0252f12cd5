import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { buildConsole } from '../../console.ts';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';
import type { Deps } from '../deps.ts';
import { makeMetrics } from '../monitoring/metrics.ts';
import { buildMonitoringServer } from '../monitoring/monitoring-server.ts';
import { makeReadiness } from '../monitoring/readiness.ts';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterAll(() => sandbox.stop());

test('a page may request the camera and the place, and no other sensitive permission', async () => {
  const { headers } = await sandbox.get('/sandbox');
  // The page's own policy, not that of an answer that is no page.
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';.*script-src 'self'/);

  const allowed = new Map(
    (headers.get('permissions-policy') ?? '')
      .split(', ')
      .map((rule) => rule.split('=') as [string, string]),
  );
  expect(allowed.get('camera')).toBe('(self)');
  expect(allowed.get('geolocation')).toBe('(self)');
  for (const name of ['microphone', 'display-capture', 'usb'])
    expect(allowed.get(name), name).toBe('()');
  // Chromium does not know it: it would warn on every page.
  expect([...allowed.keys()]).not.toContain('bluetooth');
});

test('a sandbox lets a phone load its pages’ scripts at plain http', async () => {
  for (const path of ['/', '/sandbox']) {
    const { headers } = await sandbox.get(path);
    expect(headers.get('content-security-policy'), path).toMatch(/^default-src/);
    expect(headers.get('content-security-policy'), path).not.toContain('upgrade-insecure-requests');
  }
});

describe('in production every answer says how it may be used:', () => {
  const production = (): Deps => ({
    ...sandbox.deps,
    config: {
      ...sandbox.deps.config,
      isSandbox: false,
      NOREN_CONSOLE_ORIGIN: 'https://console.lender.example',
    },
  });

  const servers = {
    app: (deps: Deps) => buildApp(deps),
    console: (deps: Deps) => buildConsole(deps),
    monitoring: async (deps: Deps) =>
      buildMonitoringServer(
        { ...deps, metrics: makeMetrics() },
        makeReadiness(deps),
        async () => [],
      ),
  };

  test.each<[string, keyof typeof servers, InjectOptions, number]>([
    ['a call', 'app', { url: '/api/user/public/sealKey' }, 400],
    ['a call that does not exist', 'app', { url: '/api/user/none' }, 404],
    ['a file that does not exist', 'app', { url: '/none' }, 404],
    ['an address that cannot be decoded', 'app', { url: '/%zz' }, 400],
    ['a forged webhook', 'app', { url: '/api/hooks/razorpay', method: 'POST', payload: '{}' }, 404],
    ['a method that no call has', 'app', { url: '/', method: 'DELETE' }, 404],
    ['a staff call', 'console', { url: '/staff/me' }, 401],
    ['a staff call that does not exist', 'console', { url: '/staff/none' }, 404],
    ['a staff address that cannot be decoded', 'console', { url: '/%zz' }, 400],
    ['the console’s page', 'console', { url: '/' }, 0],
    ['metrics', 'monitoring', { url: '/metrics' }, 200],
    ['liveness', 'monitoring', { url: '/healthz' }, 200],
  ])('%s', async (_what, of, request, status) => {
    const server = await servers[of](production());
    try {
      const { headers, statusCode } = await server.inject(request);
      if (status !== 0) expect(statusCode).toBe(status);
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');

      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain(
        of === 'console' && statusCode !== 400 ? "default-src 'self'" : "default-src 'none'",
      );
      expect(policy).not.toMatch(/script-src[^;]*unsafe-(inline|eval)/);
      // The app's pages alone add style elements.
      expect(policy).not.toMatch(/style-src(-elem)? [^;]*unsafe-inline/);
    } finally {
      await server.close();
    }
  });

  describe('and behind a proxy only https is answered:', () => {
    const behindProxy = (): Deps => ({
      ...production(),
      config: { ...production().config, NOREN_TRUST_PROXY: 1, NOREN_APP_HOST: 'loans.example' },
    });

    const http = { 'x-forwarded-proto': 'http' };
    test.each<[string, keyof typeof servers, InjectOptions, [number, string | undefined]]>([
      [
        'a page',
        'app',
        { url: '/repay?a=1', headers: http },
        [308, 'https://loans.example/repay?a=1'],
      ],
      ['a call', 'app', { url: '/api/user/public/sealKey', headers: http }, [403, undefined]],
      ['a form to a page', 'app', { url: '/', method: 'POST', headers: http }, [403, undefined]],
      ['a page of a proxy that says nothing', 'app', { url: '/' }, [403, undefined]],
      [
        'what the caller claims',
        'app',
        { url: '/none', headers: { 'x-forwarded-proto': 'https, http' } },
        [308, 'https://loans.example/none'],
      ],
      [
        'a page by https',
        'app',
        { url: '/none', headers: { 'x-forwarded-proto': 'https' } },
        [404, undefined],
      ],
      [
        'the console’s page',
        'console',
        { url: '/orders', headers: http },
        [308, 'https://console.lender.example/orders'],
      ],
      ['a staff call', 'console', { url: '/staff/me', headers: http }, [403, undefined]],
      [
        'a staff call by https',
        'console',
        { url: '/staff/me', headers: { 'x-forwarded-proto': 'https' } },
        [401, undefined],
      ],
    ])('%s', async (_what, of, request, [status, location]) => {
      const server = await servers[of](behindProxy());
      try {
        const answer = await server.inject(request);
        expect([answer.statusCode, answer.headers.location]).toEqual([status, location]);
      } finally {
        await server.close();
      }
    });
  });

  test('what is not HTTP', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
        socket.write('nonsense\r\n\r\n'),
      );
      let text = '';

      socket.on('data', (bytes) => {
        text += bytes.toString();
      });
      socket.once('close', () => resolve(text));
      socket.once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("frame-ancestors 'none'");
    expect(answer).toContain('x-content-type-options: nosniff');
  });
});
