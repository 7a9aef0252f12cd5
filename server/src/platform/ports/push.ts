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
  /** A later push of the same tag takes the place of the one before. */
  readonly tag: string;
}

/**
 * What became of a push. `gone`: the subscription is no more; `foreign`: our key is not the one it was made with, or is
 * refused. After either the app has to make another.
 */
export type PushAnswer =
  | { readonly state: 'sent' | 'gone' | 'unknown' }
  | { readonly state: 'foreign'; readonly reason: string }
  | { readonly state: 'refused'; readonly isForGood: boolean; readonly reason: string };

/** Sends pushes. Never called inside a transaction. */
export interface Push {
  /** VAPID's, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  /** Whether an address is a push service's: nothing else is ever called. */
  isService(endpoint: string): boolean;
  send(to: PushSubscription, payload: PushPayload, options: { ttlSeconds: number }): Promise<PushAnswer>;
}
