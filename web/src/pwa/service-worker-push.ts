import type { OpenPage, WorkerScope } from './service-worker-scope.ts';

/** A push message. Its texts may be read on a locked phone; a tap opens `url`. */
interface Payload {
  title: string;
  body: string;
  url: string;
  tag: string;
}

const EMPTY: Payload = { title: 'Noren', body: '', url: '/', tag: 'noren' };

/**
 * Shows push messages, opens their screen on a tap, and asks a page to renew a subscription that
 * the browser changed.
 */
export function handlePushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    // A browser ends a subscription whose messages show nothing, so a message without a text is
    // shown too.
    const { title, body, url, tag } = {
      ...EMPTY,
      ...(event.data?.json() as Partial<Payload> | undefined),
    };
    const shown = { body, tag, icon: '/icon-192.png', badge: '/badge-96.png', data: url };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });

  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data)));
  });

  // Session and consent belong to the page, not the worker. Without an open page, the app's next
  // start finds that the endpoint is not the reported one.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(findPage(worker).then((page) => page?.postMessage({ kind: 'subscription' })));
  });
}

/**
 * Opens a path in an open page, preferably a visible one, or in a new one. Only paths of the app
 * are opened.
 */
async function open(worker: WorkerScope, to: string): Promise<void> {
  const url = new URL(to, worker.location.origin);
  const path = url.origin === worker.location.origin ? url.hash.slice(1) : '';
  const page = await findPage(worker);
  // Without a session the app signs in first and then continues there.
  const deepLink = path && `${path}${path.includes('?') ? '&' : '?'}from=notification`;
  if (!page) return void (await worker.clients.openWindow(`/#${deepLink}`));

  if (deepLink) page.postMessage({ kind: 'open', path: deepLink });
  await page.focus();
}

async function findPage({ clients }: WorkerScope): Promise<OpenPage | undefined> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = pages.filter((page) => new URL(page.url).pathname === '/');
  return ours.find(({ visibilityState }) => visibilityState === 'visible') ?? ours[0];
}
