import { handlePushes } from './service-worker-push.ts';
import type { OpenPage, WorkerEvents, WorkerScope } from './service-worker-scope.ts';

/**
 * Serves the page and this build's files from the cache, so that the app opens offline and a second
 * start does not wait for the network. It never handles a call (`/api/…`): answers are personal,
 * and nothing is sent later than the user sent it.
 */
declare const self: WorkerScope;

/** Replaced by the build. */
declare const BUILD: {
  readonly id: string;
  readonly precached: readonly string[];
  readonly rest: readonly string[];
};

const PREFIX = 'noren-files-';
const OWN = `${PREFIX}${BUILD.id}`;
const PAGE = '/';
const FILES = new Set([...BUILD.precached, ...BUILD.rest]);
// The page varies by language and encoding; the cache contains what this phone received.
const MATCH_OPTIONS: MultiCacheQueryOptions = { ignoreVary: true };

/**
 * Static routes, where the browser supports them: calls and the first screens do not wake this
 * worker.
 */
const ROUTES = [
  { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  // An address with a query goes through the worker: the page is cached under one key.
  {
    condition: { urlPattern: { pathname: PAGE, search: '' }, requestMode: 'navigate' },
    source: { cacheName: OWN },
  },
  {
    condition: { or: BUILD.precached.map((pathname) => ({ urlPattern: { pathname } })) },
    source: { cacheName: OWN },
  },
];

type Fetching = WorkerEvents['fetch'];

handlePushes(self);

self.addEventListener('install', (event) => {
  event.waitUntil(cacheBuild());
  // A browser that rejects these routes uses the fetch handler.
  event.waitUntil(
    event.addRoutes?.(ROUTES).catch((cause: Error) => console.info('No routes', cause.name)),
  );
});

// A new version waits until the user accepts it, or until no page of the former version is open.
self.addEventListener('activate', (event) =>
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;

  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname === '/index.html') event.respondWith(servePage(request));
  } else if (/^\/assets\/.+\.(js|css|woff2)$/.test(pathname))
    event.respondWith(serveFile(event, pathname));
});

self.addEventListener('message', (event) => {
  const { data, source } = event;
  switch (data.kind) {
    case 'take over':
      return event.waitUntil(self.skipWaiting());
    case 'keep':
      return event.waitUntil(cacheMissing(data.urls.filter((url) => FILES.has(url))));
    case 'renew':
      return event.waitUntil(
        renewPage(source).catch((cause: unknown) =>
          console.info('The page was not renewed', cause),
        ),
      );
    default: {
      const unknown: never = data;
      throw new RangeError(`not a message to the worker: ${JSON.stringify(unknown)}`);
    }
  }
});

/**
 * Caches the precache, and those other files whose former version this phone used: its language,
 * its screens.
 */
async function cacheBuild(): Promise<void> {
  const page = await fetchPage();
  const html = await page.clone().text();
  // During a deployment: the browser comes back for the other build's worker.
  if (!isOfThisBuild(html)) throw new Error('the page is from another build');

  const used = new Set((await listCached()).map(toStem));
  await cacheMissing([...BUILD.precached, ...BUILD.rest.filter((url) => used.has(toStem(url)))]);
  await cachePage(page, html);
}

/**
 * Caches the page without `Vary`: a phone has one copy. Also caches the daily texts of its
 * language, which this page may contain and the next may not.
 */
async function cachePage(page: Response, html: string): Promise<void> {
  const daily = `/assets/daily-${/<html lang="(\w+)"/.exec(html)?.[1]}-`;
  await cacheMissing(BUILD.rest.filter((url) => url.startsWith(daily)));

  const headers = new Headers(page.headers);
  // The body is decoded already.
  for (const name of ['vary', 'content-encoding', 'content-length']) headers.delete(name);
  await (await caches.open(OWN)).put(PAGE, new Response(page.body, { headers }));
}

/** A file's name without its hash. */
const toStem = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

async function listCached(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => new URL(url).pathname);
}

async function cacheMissing(urls: readonly string[]): Promise<void> {
  const own = await caches.open(OWN);
  const cached = new Set((await own.keys()).map(({ url }) => new URL(url).pathname));
  await own.addAll(urls.filter((url) => !cached.has(url)));
}

/** Deletes former builds but the last one: a page of it may be open in another tab. */
async function deleteOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

async function servePage(request: Request): Promise<Response> {
  return (await findCached(PAGE, OWN)) ?? fetch(request);
}

async function serveFile(event: Fetching, path: string): Promise<Response> {
  const { request } = event;
  const cached = await findCached(request);
  if (cached) return cached;

  const answer = await fetch(request);
  if (answer.ok && FILES.has(path)) event.waitUntil(cacheFile(path, answer.clone()));

  return answer;
}

/** Caches a file under its own path, without the query of a retry. A full storage is no failure. */
async function cacheFile(path: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(OWN)).put(path, answer);
  } catch (cause) {
    console.info('A file was not cached', (cause as Error).name);
  }
}

/** The cached response; undefined also where the cache fails. */
async function findCached(
  request: Request | string,
  cacheName?: string,
): Promise<Response | undefined> {
  try {
    return await caches.match(request, { ...MATCH_OPTIONS, ...(cacheName && { cacheName }) });
  } catch (cause) {
    console.info('The cache could not be read', (cause as Error).name);
    return undefined;
  }
}

/** Fetches the page; its headers (the content security policy) are cached with it. */
async function fetchPage(): Promise<Response> {
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  if (!page.ok || page.redirected) throw new Error(`the page request failed with ${page.status}`);
  return page;
}

function isOfThisBuild(html: string): boolean {
  const used = html.match(/\/assets\/[\w.-]+\.(js|css)\b/g) ?? [];
  return used.length > 0 && used.every((path) => FILES.has(path));
}

/** Fetches and caches the page for the next start, and sends its boot data to the open page. */
async function renewPage(client: OpenPage | null): Promise<void> {
  const page = await fetchPage();
  const html = await page.clone().text();
  if (!isOfThisBuild(html)) return void (await self.registration.update());

  await cachePage(page, html);

  const boot = /<script[^>]*id="noren-boot"[^>]*>([^<]*)</.exec(html)?.[1];
  if (boot) client?.postMessage({ kind: 'boot', boot });
}
