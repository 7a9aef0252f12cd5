import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import files from '@fastify/static';
import type { Boot } from '@noren/contract/public';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const PLACE = '<!--noren-boot-->';
const YEAR_SECONDS = 31_536_000;

/** Serves the built app: the page with what its first screen needs written into it, hashed files for a year. */
export async function serveWebFiles(server: FastifyInstance, deps: Deps): Promise<void> {
  const boot: Boot = { sealKey: deps.sealer.current, config: deps.appConfig };
  const page = await readFile(`${DIST}index.html`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (page === null) {
    server.get('/', (_request, reply) =>
      reply.code(503).type('text/plain').send('The app is not built: npm run build'),
    );
    return;
  }
  if (!page.includes(PLACE)) throw new Error('web/dist/index.html has no place for its boot data: build the app again');
  // '<' is escaped so that no text of the configuration can end the element it stands in.
  const html = page.replace(PLACE, () => JSON.stringify(boot).replaceAll('<', '\\u003c'));
  const variants = {
    br: await promisify(brotliCompress)(html),
    gzip: await promisify(gzip)(html),
    identity: Buffer.from(html),
  };
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
    reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type('text/html; charset=utf-8').send(variants[encoding]);
  };
  server.get('/', sendPage);
  server.get('/index.html', sendPage);
  await server.register(files, {
    root: DIST,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
    },
  });
}
