/**
 * The push services of browsers sold in India: Chromium, Firefox, Edge, Safari. The browser names
 * which one is called.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
] as const;

/** Where a browser takes its pushes, as its `PushSubscription` says it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** What the service worker is given; on a locked screen only `title` and `body` are seen. */
export interface PushPayload {
  /** Broad on purpose: nothing of a debt is in it. */
  readonly kind: 'account' | 'feedback';
  readonly title: string;
  readonly body: string;
  /** Within the app: a path with its hash. */
  readonly url: string;
  /** A later push with the same tag replaces the one before. */
  readonly tag: string;
}

/**
 * The result of a push. `gone`: the subscription has ended; `foreign`: it was made with another key
 * than ours, or ours is refused. After either the app must subscribe again.
 */
export type PushAnswer =
  | { readonly state: 'sent' | 'gone' | 'unknown' }
  | { readonly state: 'foreign'; readonly reason: string }
  | { readonly state: 'refused'; readonly isPermanent: boolean; readonly reason: string };

/** Sends pushes. Never called inside a transaction. */
export interface Push {
  /** VAPID's, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  /** Whether an address is a push service's: nothing else is ever called. */
  isService(endpoint: string): boolean;
  send(
    to: PushSubscription,
    payload: PushPayload,
    options: { ttlSeconds: number },
  ): Promise<PushAnswer>;
}
