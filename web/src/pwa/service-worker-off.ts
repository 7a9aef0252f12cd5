import type { WorkerScope } from './service-worker-scope.ts';

/**
 * Replaces the service worker when it is switched off (docs/operations/app.md): deletes all caches
 * and answers no requests, so that the next start comes from the network. Open pages are not
 * affected.
 */
declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

// It does not unregister itself: every visit would install it again.
self.addEventListener('activate', (event) =>
  event.waitUntil(deleteCaches().then(() => self.clients.claim())),
);

async function deleteCaches(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
