import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** VAPID keys, base64url, and the contact address for push services (RFC 8292). */
export interface VapidKeys {
  readonly publicKey: string;
  /** Null in a process that sends no pushes. */
  readonly privateKey: string | null;
  readonly subject: string;
}

/** RFC 8292 allows a day; half of it leaves room for a clock that is wrong. */
const VALID_SECONDS = 12 * 3_600;

/**
 * The header by which a push service knows the sender: a token for that service, and the key it is
 * signed with.
 */
export function signVapid(
  endpoint: string,
  { publicKey, privateKey, subject }: SenderKeys,
  now: number,
): string {
  const exp = Math.floor(now / 1_000) + VALID_SECONDS;
  const token = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: new URL(endpoint).origin, exp, sub: subject },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');

  const key = { key: openKey(publicKey, privateKey), dsaEncoding: 'ieee-p1363' } as const;
  const signature = sign('sha256', Buffer.from(token), key).toString('base64url');

  return `vapid t=${token}.${signature}, k=${publicKey}`;
}

type SenderKeys = VapidKeys & { readonly privateKey: string };

/** @throws Error when the keys are no pair: push services would take every push for a stranger's */
function openKey(publicKey: string, privateKey: string): KeyObject {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey, 'base64url');

  const point = pair.getPublicKey();
  if (!point.equals(Buffer.from(publicKey, 'base64url')))
    throw new Error('web push: the VAPID keys are no pair');

  // An uncompressed point: a byte that says so, x and y.
  const [x, y] = [
    point.subarray(1, 33).toString('base64url'),
    point.subarray(33).toString('base64url'),
  ];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}
