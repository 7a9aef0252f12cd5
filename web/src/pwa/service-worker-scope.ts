/**
 * The parts of ServiceWorkerGlobalScope that we use: TypeScript's worker types conflict with those
 * of the page.
 */
export interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      type: 'window';
      includeUncontrolled?: boolean;
    }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void;
}

export interface OpenPage {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<OpenPage>;
  postMessage(message: FromWorker): void;
}

interface WorkerEvent extends Event {
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

/** Messages from a page to the worker. */
export type ToWorker =
  /** The user accepted the new version. */
  | { kind: 'take over' }
  /** Files that the page loaded before the worker was installed. */
  | { kind: 'keep'; urls: readonly string[] }
  /** Fetch the page again: its configuration may be newer. */
  | { kind: 'renew' };

/** Messages from the worker to a page. */
export type FromWorker =
  /** The boot data of the newly fetched page, as JSON. */
  | { kind: 'boot'; boot: string }
  /** A notification was tapped. */
  | { kind: 'open'; path: string }
  /** The browser ended or replaced the push subscription. */
  | { kind: 'subscription' };
