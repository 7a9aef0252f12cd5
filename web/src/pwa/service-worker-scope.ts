/** As much as our worker uses of what a browser gives it: TypeScript's list for workers does not go with the page's. */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

/** A page that is open, in this tab or that. */
export interface OpenPage {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<OpenPage>;
  postMessage(message: FromWorker): void;
}

interface WorkerEvent extends Event {
  /** The worker lives until this is done. */
  waitUntil(work: Promise<unknown> | undefined): void;
}

export interface WorkerEvents {
  install: WorkerEvent & { addRoutes?: (rules: readonly object[]) => Promise<void> };
  activate: WorkerEvent;
  fetch: WorkerEvent & { readonly request: Request; respondWith(answer: Promise<Response>): void };
  message: WorkerEvent & { readonly data: ToWorker; readonly source: OpenPage | null };
  push: WorkerEvent & { readonly data: { json(): unknown } | null };
  notificationclick: WorkerEvent & { readonly notification: Notification };
  pushsubscriptionchange: WorkerEvent;
}

/** What a page asks of the worker. */
export type ToWorker =
  /** The user took the new version. */
  | { kind: 'take over' }
  /** What this page loaded before the worker was there. */
  | { kind: 'keep'; urls: readonly string[] }
  /** The page as the server gives it now: its configuration may be newer. */
  | { kind: 'renew' };

/** What the worker tells a page. */
export type FromWorker =
  /** The data written into the page, as the server gives it now; its JSON. */
  | { kind: 'boot'; boot: string }
  /** A notification was tapped: the part of its address after '#'. */
  | { kind: 'open'; path: string }
  /** The browser ended or replaced the subscription: a signed-in page renews it. */
  | { kind: 'subscription' };
