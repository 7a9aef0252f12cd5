import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declared call that a route answers. */
    call?: string;
  }
  interface FastifyReply {
    /** The code in the answer's envelope; 0 where it has none. */
    answerCode: number;
    /** The caller left before the request was read: nobody waits for the answer. */
    isAborted: boolean;
  }
}

/**
 * Measures each answered call; other routes, such as files, count as one. A fault counts by its
 * HTTP status, because 500 and 503 have one code in the envelope. To be registered before the
 * routes.
 */
export function measureCalls(
  server: FastifyInstance,
  name: 'app' | 'console',
  metrics: Metrics,
): void {
  server.decorateReply('answerCode', 0);
  server.decorateReply('isAborted', false);
  server.addHook(
    'onResponse',
    (request, { answerCode, statusCode, isAborted, elapsedTime }, done) => {
      if (!isAborted)
        metrics.observeCall({
          server: name,
          call: request.routeOptions.config.call ?? 'other',
          code: statusCode >= 500 ? statusCode : answerCode || statusCode,
          seconds: elapsedTime / 1_000,
        });

      done();
    },
  );
}
