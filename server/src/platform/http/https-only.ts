import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

/** Asked by balancers and container managers at the process itself, not through the proxy. */
const HEALTH: readonly string[] = ['/healthz', '/readyz'];

/**
 * Behind a proxy in production: what came to it by plain http, or without a word about it, is not
 * answered. A page is sent to its https address, which comes from the settings, never from the
 * request.
 */
export function requireHttps(
  server: FastifyInstance,
  { isSandbox, NOREN_TRUST_PROXY }: Pick<Config, 'isSandbox' | 'NOREN_TRUST_PROXY'>,
  { origin, calls }: { origin: string; calls: string },
): void {
  if (isSandbox || NOREN_TRUST_PROXY === 0) return;
  server.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || HEALTH.includes(request.url)) return;

    const isPage = request.method === 'GET' && !request.url.startsWith(calls);
    if (isPage && request.headers['x-forwarded-proto'] !== undefined)
      return reply.redirect(`${origin}${request.url}`, 308);

    return reply
      .code(403)
      .type('text/plain')
      .send('Only https is answered, and the proxy says so in X-Forwarded-Proto.');
  });
}
