import {
  PUSH_HOSTS,
  type Push,
  type PushAnswer,
  type PushPayload,
  type PushSubscription,
} from '../../platform/ports/push.ts';
import { postOnce } from '../post-once.ts';
import { encryptPush } from './encrypt-push.ts';
import { signVapid, type VapidKeys } from './vapid.ts';

/**
 * The hosts that the server may call. The browser supplies the endpoint, so without this check any
 * subscriber could make the server call any address.
 */
const SERVICES = PUSH_HOSTS.map(
  (host) => new RegExp(`^${host.replaceAll('.', '\\.').replace('*\\.', '([a-z0-9-]+\\.)*')}$`),
);

function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return SERVICES.some((host) => host.test(url.hostname));
}

/** Statuses of a push service (RFC 8030, RFC 8292) that mean the push itself is not acceptable. */
const PERMANENT_STATUSES = new Set([400, 413]);
/** Statuses that mean the subscription was made with another key. */
const OTHER_KEY_STATUSES = new Set([401, 403]);
/** Apple's and Google's codes for the same fault, sent with a less specific status. */
const OTHER_KEY_CODES = /VapidPkHashMismatch|UnauthorizedRegistration/;

interface Options {
  readonly now: () => number;
  readonly timeoutMs?: number;
  /** Which addresses may be called; tests allow their own service. */
  readonly isService?: (endpoint: string) => boolean;
}

/** Web Push (RFC 8030), end-to-end encrypted for the browser (RFC 8291), signed with VAPID. */
export function makeWebPush(
  keys: VapidKeys,
  { now, timeoutMs = 10_000, isService = isPushService }: Options,
): Push {
  const { publicKey, privateKey } = keys;

  return {
    publicKey,
    isService,
    async send({ endpoint, keys: browserKeys }, payload, { ttlSeconds }): Promise<PushAnswer> {
      if (!isService(endpoint))
        return { state: 'refused', isPermanent: true, reason: 'no push service' };
      if (privateKey === null) throw new Error('web push: this process has no key');

      const headers = {
        authorization: signVapid(endpoint, { ...keys, privateKey }, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(ttlSeconds),
        urgency: 'normal',
      };
      const body = encryptFor(browserKeys, payload);
      if (body === null)
        return { state: 'refused', isPermanent: true, reason: 'no key of a browser' };

      try {
        const response = await postOnce(endpoint, { headers, body }, timeoutMs);

        return toPushAnswer(response.status, await response.text());
      } catch {
        // After any fault the push is not resent: a duplicate is worse than a notification shown
        // only in the app.
        return { state: 'unknown' };
      }
    },
  };
}

/** Null if the browser's key, which the app sends, is not a point of the curve. */
function encryptFor(
  keys: PushSubscription['keys'],
  payload: PushPayload,
): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(encryptPush(JSON.stringify(payload), keys));
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY'
    )
      return null;

    throw error;
  }
}

function toPushAnswer(status: number, text: string): PushAnswer {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (status === 404 || status === 410) return { state: 'gone' };

  const reason = `http_${status}`;
  if (OTHER_KEY_STATUSES.has(status) || (status === 400 && OTHER_KEY_CODES.test(text)))
    return { state: 'foreign', reason };

  return { state: 'refused', isPermanent: PERMANENT_STATUSES.has(status), reason };
}
