import type { WorkerScope } from './service-worker-scope.ts';

/**
 * The worker that ends the worker: served in its place when it must go (docs/operations.md). It gives nothing out, lets
 * go of all that was kept, and takes itself off; pages that are open stay as they are.
 */
declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => {
  event.waitUntil(letGoOfAll());
  // Not waited for: a page that is being opened waits for this worker, and this might wait for that page.
  void self.registration.unregister();
});

async function letGoOfAll(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
