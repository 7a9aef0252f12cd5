import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import files from '@fastify/static';
import type { Shell } from '@noren/contract/public';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { servePage } from './web-page.ts';

const DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));
const SHELL = new URL('../../../../web/dist/.vite/shell/shell.js', import.meta.url);
const YEAR_SECONDS = 31_536_000;
const FOR_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g;

/** The built app: its page as it was built, and what writes the first screens into it. */
export interface WebApp {
  readonly page: string;
  readonly shell: Shell;
  /** For the content security policy: what scripts may stand in the page itself. */
  readonly scriptHashes: readonly string[];
}

/** Reads the built app; null when it was not built. */
export async function readWebApp(): Promise<WebApp | null> {
  const page = await readFile(`${DIST}index.html`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (page === null) return null;
  const shell = (await import(SHELL.href)) as Shell;
  return { page, shell, scriptHashes: inlineScripts(page) };
}

/** The scripts that stand in a page itself, as a content security policy names them. */
export function inlineScripts(page: string): string[] {
  return [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Serves the built app: the page with its first screens written into it, hashed files for a year. */
export async function serveWebFiles(server: FastifyInstance, deps: Deps, app: WebApp | null): Promise<void> {
  if (app === null) {
    server.get('/', (_request, reply) =>
      reply.code(503).type('text/plain').send('The app is not built: npm run build'),
    );
    return;
  }
  await servePage(server, deps, app);
  server.addHook('onSend', async (request, reply) => {
    // What only a page or a worker heeds would make each of its files half a kilobyte heavier.
    if (request.url.startsWith('/assets/') && !/worker/.test(request.url))
      for (const name of FOR_PAGES) reply.removeHeader(name);
  });
  await server.register(files, {
    root: DIST,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'service-worker.js', '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
  const worker = deps.config.NOREN_SERVICE_WORKER === 'on' ? 'service-worker.js' : 'service-worker-off.js';
  server.get('/service-worker.js', (_request, reply) => reply.sendFile(worker));
}
