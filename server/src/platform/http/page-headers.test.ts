import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSandbox, type TestSandbox } from '../../testing/start-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

test('a page may request the camera and no other sensitive permission', async () => {
  const { headers } = await sandbox.get('/sandbox');
  const allowed = new Map(
    (headers.get('permissions-policy') ?? '').split(', ').map((rule) => rule.split('=') as [string, string]),
  );
  expect(allowed.get('camera')).toBe('(self)');
  for (const name of ['microphone', 'geolocation', 'display-capture', 'bluetooth'])
    expect(allowed.get(name), name).toBe('()');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
