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
  }
}

/** Measures each answered call; other routes, such as files, count as one. To be registered before the routes. */
export function measureCalls(server: FastifyInstance, name: 'app' | 'console', metrics: Metrics): void {
  server.decorateReply('answerCode', 0);
  server.addHook('onResponse', (request, reply, done) => {
    metrics.observeCall({
      server: name,
      call: request.routeOptions.config.call ?? 'other',
      code: reply.answerCode || reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    done();
  });
}
