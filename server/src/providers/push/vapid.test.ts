import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeVapidKeys } from '../../testing/vapid-keys.ts';
import { signVapid } from './vapid.ts';

/** RFC 8292, section 2.4. */
const RFC = {
  endpoint: 'https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  subject: 'mailto:push@example.com',
  head: 'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
  claims:
    'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  expires: 1_453_523_768,
};

test('a token has the header and claims of RFC 8292’s example, and a valid signature', () => {
  const keys = { ...makeVapidKeys(), subject: RFC.subject };
  const now = (RFC.expires - 12 * 3_600) * 1_000;
  const [, head, claims, signature, key] = /^vapid t=([^.]+)\.([^.]+)\.([^.]+), k=(.+)$/.exec(
    signVapid(RFC.endpoint, keys, now),
  )!;

  expect([head, claims, key]).toEqual([RFC.head, RFC.claims, keys.publicKey]);

  const point = Buffer.from(keys.publicKey, 'base64url');
  const [x, y] = [
    point.subarray(1, 33).toString('base64url'),
    point.subarray(33).toString('base64url'),
  ];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(signature!, 'base64url');

  expect(bytes).toHaveLength(64);

  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
});

test('keys that are no pair sign nothing', () => {
  const [keys, others] = [makeVapidKeys(), makeVapidKeys()];
  const mixed = { publicKey: others.publicKey, privateKey: keys.privateKey, subject: RFC.subject };
  expect(() => signVapid(RFC.endpoint, mixed, 0)).toThrow('no pair');
});
