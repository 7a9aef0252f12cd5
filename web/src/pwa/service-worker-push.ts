import type { OpenPage, WorkerScope } from './service-worker-scope.ts';

/** What a push brings: words that may be read on a locked phone, and where a tap leads. */
interface Payload {
  title: string;
  body: string;
  url: string;
  tag: string;
}

const EMPTY: Payload = { title: 'Noren', body: '', url: '/', tag: 'noren' };

/** Shows each push, leads a tap on it to its screen, and has a page renew what the browser changed. */
export function answerPushes(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    // A browser ends pushes that show nothing, so one without words is shown too.
    const { title, body, url, tag } = { ...EMPTY, ...(event.data?.json() as Partial<Payload> | undefined) };
    const shown = { body, tag, icon: '/icon-192.png', badge: '/badge-96.png', data: url };
    event.waitUntil(worker.registration.showNotification(title, shown));
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(worker, String(event.notification.data)));
  });
  // The worker is nobody's: the session, and with it the consent, are the page's. Where none is open, the next start finds
  // that the address is not the one it told.
  worker.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(findPage(worker).then((page) => page?.postMessage({ kind: 'subscription' })));
  });
}

/** In the page that is open, best the one that is seen; else in a new one. Only places of the app are opened. */
async function open(worker: WorkerScope, to: string): Promise<void> {
  const url = new URL(to, worker.location.origin);
  const place = url.origin === worker.location.origin ? url.hash.slice(1) : '';
  const page = await findPage(worker);
  // Said in the address: signed out, the app leads to sign-in and then there.
  const marked = place && `${place}${place.includes('?') ? '&' : '?'}from=notification`;
  if (!page) return void (await worker.clients.openWindow(`/#${marked}`));
  // One that leads nowhere leaves the page where it is.
  if (marked) page.postMessage({ kind: 'open', path: marked });
  await page.focus();
}

async function findPage({ clients }: WorkerScope): Promise<OpenPage | undefined> {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const ours = pages.filter((page) => new URL(page.url).pathname === '/');
  return ours.find(({ visibilityState }) => visibilityState === 'visible') ?? ours[0];
}
