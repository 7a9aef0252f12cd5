import Fastify, { type FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { secureAnswers } from '../security-headers.ts';
import type { GaugeValue } from './metrics.ts';
import { type Readiness, serveReadiness } from './readiness.ts';

/**
 * The port that monitoring reads: `/metrics`, `/healthz` and `/readyz`. It has no sign-in, so only
 * monitoring may reach it.
 * @param readGauges the values of the database; none in a process whose colleagues already report
 * them
 */
export function buildMonitoringServer(
  { metrics, log, config }: Pick<Deps, 'metrics' | 'log' | 'config'>,
  readiness: Readiness,
  readGauges: () => Promise<readonly GaugeValue[]>,
): FastifyInstance {
  const server = Fastify();
  secureAnswers(server, config);
  serveReadiness(server, readiness);
  server.get('/metrics', async (_request, reply) => {
    const gauges = await readGauges().catch((err: unknown) => {
      // The process's own figures matter most while the database is away.
      log.warn({ err }, 'the database’s figures could not be read');
      return [];
    });
    return reply.type(metrics.contentType).send(await metrics.render(gauges));
  });

  return server;
}
