import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { plainHeaders } from '../../testing/plain-headers.ts';
import { useApp } from '../../testing/use-app.ts';
import { toNetwork } from './network-address.ts';

const app = await useApp();

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2405:201:c00a:8001:1:2:3:4', '2405:201:c00a:8001::/64'],
  ['2405:0201:C00A:8001::9', '2405:201:c00a:8001::/64'],
  ['2405:201::1', '2405:201:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['nothing', 'nothing'],
])('%s is counted as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test.each([
  [
    'what a caller writes of its own address is not believed',
    0,
    (at: number) => `198.51.100.${at}`,
    1,
  ],
  [
    'behind one proxy only what the proxy added counts',
    1,
    (at: number) => `198.51.100.${at}, 203.0.113.9`,
    1,
  ],
  [
    'behind one proxy each caller is counted apart',
    1,
    (at: number) => `203.0.113.9, 198.51.100.${at}`,
    0,
  ],
  ['one /64 is one caller', 1, (at: number) => `2001:db8:7:7::${at}`, 1],
])('%s', async (_, proxies, forwarded, refused) => {
  app.advance(3_600_000);

  const server = await buildApp({
    ...app.deps,
    config: { ...app.deps.config, NOREN_TRUST_PROXY: proxies },
  });
  const codes: number[] = [];

  for (let at = 0; at < 31; at++) {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/user/login/uniqueLogin',
      headers: plainHeaders(app, { 'x-forwarded-for': forwarded(at) }),
      payload: {
        taskId: randomUUID().replaceAll('-', ''),
        uniqueChannel: 'sms',
        registerClientType: 1,
      },
    });
    codes.push(answer.json<{ code: number }>().code);
  }

  await server.close();
  expect(codes.filter((code) => code === 429)).toHaveLength(refused);
});
