import { createECDH, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeVapidKeys } from '../../testing/vapid-keys.ts';
import { makeWebPush } from './web-push.ts';

const real = makeWebPush(
  { ...makeVapidKeys(), subject: 'mailto:ops@noren.example' },
  { now: () => 0 },
);

const p256dh = createECDH('prime256v1').generateKeys('base64url');
const keys = { p256dh, auth: randomBytes(16).toString('base64url') };

test.each([
  'https://evil.example/push',
  'http://fcm.googleapis.com/send/1',
  'https://fcm.googleapis.com:8443/send/1',
  'https://fcm.googleapis.com.evil.example/1',
  'https://169.254.169.254/latest',
])('an address that is no push service is never called: %s', async (endpoint) => {
  expect(real.isService(endpoint)).toBe(false);
  const answer = await real.send({ endpoint, keys }, {} as never, { ttlSeconds: 1 });
  expect(answer).toMatchObject({ state: 'refused', isPermanent: true });
});

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-pn1p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('is a push service: %s', (endpoint) => {
  expect(real.isService(endpoint)).toBe(true);
});

test.each([
  [400, '{"reason":"VapidPkHashMismatch"}', 'foreign'],
  [400, 'UnauthorizedRegistration', 'foreign'],
  [400, 'BadMessageTopic', 'refused'],
  [401, '', 'foreign'],
  [403, '{"reason":"BadJwtToken"}', 'foreign'],
  [413, '', 'refused'],
])('the answer %i %s of a push service is %s', async (status, words, state) => {
  vi.stubGlobal('fetch', async () => new Response(words, { status }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const to = { endpoint: 'https://web.push.apple.com/abc', keys };
  expect(await real.send(to, {} as never, { ttlSeconds: 1 })).toMatchObject({ state });
});

test.each([
  ['no point of the curve', Buffer.alloc(65, 4).toString('base64url')],
  ['half a key', p256dh.slice(0, 40)],
])(
  'a push to a browser whose key is %s is refused for good, without a call',
  async (_what, badKey) => {
    const call = vi.fn();
    vi.stubGlobal('fetch', call);
    onTestFinished(() => void vi.unstubAllGlobals());

    const to = { endpoint: 'https://web.push.apple.com/abc', keys: { ...keys, p256dh: badKey } };
    expect(await real.send(to, {} as never, { ttlSeconds: 1 })).toMatchObject({
      state: 'refused',
      isPermanent: true,
    });
    expect(call).not.toHaveBeenCalled();
  },
);
