import webPush from 'web-push';
import { PUSH_HOSTS, type Push, type PushAnswer } from '../../platform/ports/push.ts';

/** VAPID keys and the contact address for push services (RFC 8292). */
export interface VapidKeys {
  readonly publicKey: string;
  /** Null in a process that sends no pushes. */
  readonly privateKey: string | null;
  readonly subject: string;
}

/** The browser supplies the address, so an unchecked one would let any subscriber make the server call it. */
const SERVICES = PUSH_HOSTS.map(
  (host) => new RegExp(`^${host.replaceAll('.', '\\.').replace('*\\.', '([a-z0-9-]+\\.)*')}$`),
);

function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return SERVICES.some((host) => host.test(url.hostname));
}

/** Statuses of a push service (RFC 8030, RFC 8292) that mean the push itself is not acceptable. */
const PERMANENT = new Set([400, 413]);
/** Statuses that mean the subscription was made with another key. */
const FOREIGN = new Set([401, 403]);
/** Apple's and Google's codes for the same, sent with a less specific status. */
const FOREIGN_WORDS = /VapidPkHashMismatch|UnauthorizedRegistration/;

/**
 * Web Push (RFC 8030), end-to-end encrypted for the browser (RFC 8291), signed with VAPID.
 * @param options.isService which addresses may be called; tests allow their own service
 */
export function makeWebPush(
  { publicKey, privateKey, subject }: VapidKeys,
  {
    timeoutMs = 10_000,
    isService = isPushService,
  }: { timeoutMs?: number; isService?: (endpoint: string) => boolean } = {},
): Push {
  return {
    publicKey,
    isService,
    async send(to, payload, { ttlSeconds }): Promise<PushAnswer> {
      if (!isService(to.endpoint)) return { state: 'refused', isPermanent: true, reason: 'no push service' };
      if (privateKey === null) throw new Error('web push: this process has no key');
      const vapidDetails = { publicKey, privateKey, subject };
      const request = webPush.generateRequestDetails(to, JSON.stringify(payload), {
        vapidDetails,
        TTL: ttlSeconds,
        urgency: 'normal',
      });
      try {
        const headers = new Headers();
        for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
        headers.delete('content-length');
        const body = new Uint8Array(request.body);
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(request.endpoint, { method: 'POST', headers, body, signal, redirect: 'error' });
        return answerOf(response.status, await response.text());
      } catch {
        // After any fault the push is not resent: a duplicate is worse than a notification shown only in the app.
        return { state: 'unknown' };
      }
    },
  };
}

function answerOf(status: number, words: string): PushAnswer {
  if (status >= 200 && status < 300) return { state: 'sent' };
  if (status === 404 || status === 410) return { state: 'gone' };
  const reason = `http_${status}`;
  if (FOREIGN.has(status) || (status === 400 && FOREIGN_WORDS.test(words))) return { state: 'foreign', reason };
  return { state: 'refused', isPermanent: PERMANENT.has(status), reason };
}
