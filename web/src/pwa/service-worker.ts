import { answerPushes } from './service-worker-push.ts';
import type { OpenPage, WorkerEvents, WorkerScope } from './service-worker-scope.ts';

/**
 * The worker between the app and the network: gives the page and this build's files from what the phone kept, so that the
 * app opens without a network and a second start does not wait for one. It never touches a call (`/api/…`): answers are
 * the user's, and nothing is sent later than the user sent it.
 */
declare const self: WorkerScope;

/** Written in by the build. */
declare const BUILD: { readonly id: string; readonly precached: readonly string[]; readonly rest: readonly string[] };

const PREFIX = 'noren-files-';
const OWN = `${PREFIX}${BUILD.id}`;
const PAGE = '/';
const FILES = new Set([...BUILD.precached, ...BUILD.rest]);
// The page differs by language and by how it is packed; what is kept is what this phone was given.
const AS_KEPT: MultiCacheQueryOptions = { ignoreVary: true };

/** Where the browser can be told: for what a call and the first screens need, it does not even wake this worker. */
const ROUTES = [
  { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' },
  // An address with more in it is answered by the worker: the page is kept under one name.
  { condition: { urlPattern: { pathname: PAGE, search: '' }, requestMode: 'navigate' }, source: { cacheName: OWN } },
  { condition: { or: BUILD.precached.map((pathname) => ({ urlPattern: { pathname } })) }, source: { cacheName: OWN } },
];

type Fetching = WorkerEvents['fetch'];

answerPushes(self);

self.addEventListener('install', (event) => {
  event.waitUntil(keepBuild());
  // A browser that knows routes but not these asks the worker.
  event.waitUntil(event.addRoutes?.(ROUTES).catch((cause: Error) => console.info('No routes', cause.name)));
});

// A new version waits here until the user takes it, or no page of the former one is open.
self.addEventListener('activate', (event) => event.waitUntil(letGoOfOld().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname === PAGE || pathname === '/index.html') event.respondWith(givePage(request));
  } else if (/^\/assets\/.+\.(js|css|woff2)$/.test(pathname)) event.respondWith(giveFile(event, pathname));
});

self.addEventListener('message', (event) => {
  const { data, source } = event;
  switch (data.kind) {
    case 'take over':
      return event.waitUntil(self.skipWaiting());
    case 'keep':
      return event.waitUntil(keepMissing(data.urls.filter((url) => FILES.has(url))));
    case 'renew':
      return event.waitUntil(
        renewPage(source).catch((cause: unknown) => console.info('The page is not renewed', cause)),
      );
    default: {
      const unknown: never = data;
      throw new RangeError(`not a message to the worker: ${JSON.stringify(unknown)}`);
    }
  }
});

/** What must be there without a network, and what of the rest this phone used of the build before: its language, its screens. */
async function keepBuild(): Promise<void> {
  const page = await fetchPage();
  const html = await page.clone().text();
  // A server that was just given another build: the browser comes back for that one's worker.
  if (!isOfThisBuild(html)) throw new Error('the page is of another build');
  const used = new Set((await listKept()).map(stemOf));
  await keepMissing([...BUILD.precached, ...BUILD.rest.filter((url) => used.has(stemOf(url)))]);
  await keepPage(page, html);
}

/**
 * Kept without what it varies by: a phone keeps one, the one it was given. With it the texts in its language that this page
 * may bring along and the next may not.
 */
async function keepPage(page: Response, html: string): Promise<void> {
  const daily = `/assets/daily-${/<html lang="(\w+)"/.exec(html)?.[1]}-`;
  await keepMissing(BUILD.rest.filter((url) => url.startsWith(daily)));
  const headers = new Headers(page.headers);
  // Its body is unpacked already.
  for (const name of ['vary', 'content-encoding', 'content-length']) headers.delete(name);
  await (await caches.open(OWN)).put(PAGE, new Response(page.body, { headers }));
}

/** A file's name without its hash, the same from build to build. */
const stemOf = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

async function listKept(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => new URL(url).pathname);
}

async function keepMissing(urls: readonly string[]): Promise<void> {
  const own = await caches.open(OWN);
  const kept = new Set((await own.keys()).map(({ url }) => new URL(url).pathname));
  await own.addAll(urls.filter((url) => !kept.has(url)));
}

/** Of the builds before, the last stays: a page of it that is open in another tab still asks for its parts. */
async function letGoOfOld(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
}

async function givePage(request: Request): Promise<Response> {
  return (await findKept(PAGE, OWN)) ?? fetch(request);
}

async function giveFile(event: Fetching, path: string): Promise<Response> {
  const { request } = event;
  const kept = await findKept(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && FILES.has(path)) event.waitUntil(keepFile(path, answer.clone()));
  return answer;
}

/** By its own address, though it was asked for anew under another. Where the phone is full it is given all the same. */
async function keepFile(path: string, answer: Response): Promise<void> {
  try {
    await (await caches.open(OWN)).put(path, answer);
  } catch (cause) {
    console.info('A file is not kept', (cause as Error).name);
  }
}

/** What is kept for a request; nothing where the browser's store fails. */
async function findKept(request: Request | string, cacheName?: string): Promise<Response | undefined> {
  try {
    return await caches.match(request, { ...AS_KEPT, ...(cacheName && { cacheName }) });
  } catch (cause) {
    console.info('What is kept could not be read', (cause as Error).name);
    return undefined;
  }
}

/** The page as it is now; its headers (the policy that goes with it) are kept with it. */
async function fetchPage(): Promise<Response> {
  const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
  if (!page.ok || page.redirected) throw new Error(`the page was answered with ${page.status}`);
  return page;
}

function isOfThisBuild(html: string): boolean {
  const used = html.match(/\/assets\/[\w.-]+\.(js|css)\b/g) ?? [];
  return used.length > 0 && used.every((path) => FILES.has(path));
}

/** Keeps the page as the server gives it now for the next start, and tells the page that is open what is written in it. */
async function renewPage(asker: OpenPage | null): Promise<void> {
  const page = await fetchPage();
  const html = await page.clone().text();
  if (!isOfThisBuild(html)) return void (await self.registration.update());
  await keepPage(page, html);
  const boot = /<script[^>]*id="noren-boot"[^>]*>([^<]*)</.exec(html)?.[1];
  if (boot) asker?.postMessage({ kind: 'boot', boot });
}
