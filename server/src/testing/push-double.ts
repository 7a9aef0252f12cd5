import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import type { PushPayload, PushSubscription } from '../platform/ports/push.ts';
import { serveDouble } from './http-double.ts';

/** A push as the push service delivers it to the browser. */
interface ReceivedPush {
  readonly path: string;
  readonly payload: PushPayload;
  readonly ttlSeconds: number;
  readonly urgency: string | undefined;
  /** The VAPID claims: service and sender. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
}

/** A push service on a local port, with its subscribed browsers. */
export interface PushDouble {
  readonly url: string;
  readonly received: ReceivedPush[];
  /** Its answer, if any: a push may be accepted and the answer lost. */
  status: number | 'hangs up';
  /** Its answer for single browsers, by endpoint. */
  readonly statusOf: Map<string, number>;
  /** Subscribes a browser with its own endpoint. */
  subscribe(): PushSubscription;
  close(): Promise<void>;
}

/** Starts it; it accepts only pushes signed with this VAPID key (RFC 8292). */
export async function startPushDouble(vapidPublicKey: string): Promise<PushDouble> {
  const browsers = new Map<string, { ecdh: ECDH; auth: Buffer }>();
  const { url, close } = await serveDouble(({ url: { pathname: path }, headers, body }) => {
    const browser = browsers.get(path);
    if (!browser) return { status: 404 };

    const claims = openVapid(headers.authorization ?? '', vapidPublicKey);
    if (!claims || headers['content-encoding'] !== 'aes128gcm') return { status: 403 };

    const status = double.statusOf.get(url + path) ?? double.status;
    if (status === 'hangs up' || status < 300)
      double.received.push({
        path,
        payload: JSON.parse(decrypt(body, browser)) as PushPayload,
        ttlSeconds: Number(headers.ttl),
        urgency: headers.urgency as string | undefined,
        claims,
      });

    return status === 'hangs up' ? status : { status };
  });

  const double: PushDouble = {
    url,
    received: [],
    status: 201,
    statusOf: new Map(),
    subscribe() {
      const ecdh = createECDH('prime256v1');
      const p256dh = ecdh.generateKeys().toString('base64url');
      const auth = randomBytes(16);
      const path = `/push/${browsers.size + 1}`;

      browsers.set(path, { ecdh, auth });

      return { endpoint: url + path, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    close,
  };

  return double;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts a push as its browser does (RFC 8291 over RFC 8188, one record). */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const sealed = body.subarray(21 + senderKey.length);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);

  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

function openVapid(header: string, publicKey: string): ReceivedPush['claims'] | null {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  if (key !== publicKey) return null;

  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [
    point.subarray(1, 33).toString('base64url'),
    point.subarray(33).toString('base64url'),
  ];
  const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = { key: jwk, dsaEncoding: 'ieee-p1363' as const };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    signed,
    Buffer.from(signature, 'base64url'),
  );

  return isSigned
    ? (JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as ReceivedPush['claims'])
    : null;
}
