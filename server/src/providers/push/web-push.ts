import webPush from 'web-push';
import type { Push, PushAnswer } from '../../platform/ports/push.ts';

/** VAPID's keys and who is written to about what they send (RFC 8292). */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly subject: string;
}

/**
 * The push services of browsers sold in India: Chrome and its kin, Firefox, Edge, Safari. A browser says where its pushes
 * go, so any other address would let whoever subscribes have us call it.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
];

/** Whether an address is one of those services'. */
function isPushService(endpoint: string): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '') return false;
  return SERVICES.some((host) => host.test(url.hostname));
}

/** Statuses of a push service (RFC 8030, RFC 8292) that say the push itself will not do. */
const FOR_GOOD = new Set([400, 413]);
/** Those that say our key is not the subscription's. */
const FOREIGN = new Set([401, 403]);
/** Apple's and Google's words for the same, beside a status that says less. */
const FOREIGN_WORDS = /VapidPkHashMismatch|UnauthorizedRegistration/;

/**
 * Web Push (RFC 8030), encrypted for the browser alone (RFC 8291), signed by VAPID.
 * @param services which addresses are called; a test's own service instead of the real ones
 */
export function makeWebPush(
  vapidDetails: VapidKeys,
  {
    timeoutMs = 10_000,
    isService = isPushService,
  }: { timeoutMs?: number; isService?: (endpoint: string) => boolean } = {},
): Push {
  return {
    publicKey: vapidDetails.publicKey,
    isService,
    async send(to, payload, { ttlSeconds }): Promise<PushAnswer> {
      if (!isService(to.endpoint)) return { state: 'refused', isForGood: true, reason: 'no push service' };
      const made = webPush.generateRequestDetails(to, JSON.stringify(payload), {
        vapidDetails,
        TTL: ttlSeconds,
        urgency: 'normal',
      });
      try {
        const headers = new Headers();
        for (const [name, value] of Object.entries(made.headers)) headers.set(name, String(value));
        headers.delete('content-length');
        const body = new Uint8Array(made.body);
        const signal = AbortSignal.timeout(timeoutMs);
        const response = await fetch(made.endpoint, { method: 'POST', headers, body, signal, redirect: 'error' });
        return answerOf(response.status, await response.text());
      } catch {
        // A push that comes twice is worse than one that is only in the app: whatever broke, it is not sent again.
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
  return { state: 'refused', isForGood: FOR_GOOD.has(status), reason };
}
