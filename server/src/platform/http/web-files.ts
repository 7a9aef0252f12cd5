import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { PLAIN_POLICY } from '../security-headers.ts';
import { DIST, type WebApp } from './web-app.ts';
import { servePage } from './web-page.ts';

const YEAR_SECONDS = 31_536_000;

const FOR_PAGES = [
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

/**
 * Serves the built app: the page with its first screens written into it, hashed files for a year.
 */
export async function serveWebFiles(
  server: FastifyInstance,
  deps: Deps,
  app: WebApp | null,
): Promise<void> {
  if (app === null) {
    server.get('/', (_request, reply) =>
      reply.code(503).type('text/plain').send('The app is not built: npm run build'),
    );
    return;
  }

  await servePage(server, deps, app);
  server.addHook('onSend', async (request, reply) => {
    // Headers that matter only to a page or a worker would add half a kilobyte to every asset.
    if (request.url.startsWith('/assets/') && !/worker/.test(request.url)) {
      for (const name of FOR_PAGES) reply.removeHeader(name).raw.removeHeader(name);
      reply.header('content-security-policy', PLAIN_POLICY);
    }
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
      reply.header(
        'cache-control',
        isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      );
    },
  });

  const worker =
    deps.config.NOREN_SERVICE_WORKER === 'on' ? 'service-worker.js' : 'service-worker-off.js';
  server.get('/service-worker.js', (_request, reply) => reply.sendFile(worker));
}
