import type { WorkerScope } from './service-worker-scope.ts';

/**
 * The worker that takes the place of the other where that must go (docs/operations.md): it lets go of all that was kept
 * and gives nothing out, so that the next start comes from the network; pages that are open stay as they are.
 */
declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
// It stays in its place: taken off, it would be fetched and begun anew by every visit.
self.addEventListener('activate', (event) => event.waitUntil(letGoOfAll().then(() => self.clients.claim())));

async function letGoOfAll(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}
