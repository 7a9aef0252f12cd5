import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A browser whose storage is full or broken. */
const failing = async () => {
  throw new DOMException('the phone is full', 'QuotaExceededError');
};

const full = { match: async () => undefined, open: async () => ({ put: failing }) };
const broken = { match: failing, open: failing };

beforeEach(async () => {
  vi.stubGlobal('BUILD', { id: 'b', precached: ['/assets/a-12345678.js'], rest: [] });
  await import('./service-worker.ts');
});

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a file when the storage is full', full, '/assets/a-12345678.js', 'cors'],
  ['a file when the cache is broken', broken, '/assets/a-12345678.js', 'cors'],
  ['the page when the cache is broken', broken, '/', 'navigate'],
])('serves %s', async (_what, caches, path, mode) => {
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async () => new Response('from the network'));

  const pending: Promise<unknown>[] = [];
  const given = new Promise<Response>((resolve, reject) => {
    const event = Object.assign(new Event('fetch'), {
      request: { url: location.origin + path, method: 'GET', mode },
      respondWith: (answer: Promise<Response>) => answer.then(resolve, reject),
      waitUntil: (work: Promise<unknown>) => pending.push(work),
    });
    dispatchEvent(event);
  });

  expect(await (await given).text()).toBe('from the network');
  await expect(Promise.all(pending)).resolves.toBeDefined();
});
