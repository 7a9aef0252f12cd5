import type { FastifyInstance } from 'fastify';
import type { Config } from './config/config.ts';

/** One year, the minimum that browsers' preload lists accept. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

export const PLAIN_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The security headers of every response that is not a page: it may load nothing, cannot be framed,
 * and browsers do not guess its type. Pages replace the policy with their own.
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

/** Adds the security headers in the first hook, so that error responses carry them too. */
export function secureAnswers(server: FastifyInstance, config: Pick<Config, 'isSandbox'>): void {
  const headers = new Map(Object.entries(securityHeaders(config)));
  server.addHook('onRequest', (_request, reply, done) => {
    // Set on Node's response, where pages write their own policy. A header set on Fastify's reply
    // would override the page's.
    reply.raw.setHeaders(headers);
    done();
  });
}
