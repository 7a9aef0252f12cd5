import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';

/** One year, as browsers' preload lists ask. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/**
 * Headers of every answer that is no page: it loads nothing, is framed nowhere and is read as what
 * it says it is. Pages replace the policy by their own.
 */
export function securityHeaders({
  isSandbox,
}: Pick<Config, 'isSandbox'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': PLAIN_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    ...(isSandbox ? {} : { 'strict-transport-security': STRICT_TRANSPORT }),
  };
}

export const PLAIN_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets them before anything else can answer. */
export function secureAnswers(server: FastifyInstance, config: Pick<Config, 'isSandbox'>): void {
  const headers = new Map(Object.entries(securityHeaders(config)));
  server.addHook('onRequest', (_request, reply, done) => {
    // On Node's own response, as the policy of pages is written: what is set on the reply would win
    // over that.
    reply.raw.setHeaders(headers);
    done();
  });
}
