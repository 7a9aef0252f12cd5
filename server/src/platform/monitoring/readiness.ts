import type { FastifyInstance } from 'fastify';
import { hasAllMigrations } from '../db/db.ts';
import type { Deps } from '../deps.ts';
import { readOldestDueJob } from '../jobs/job-store.ts';
import { keepFor } from './keep-for.ts';

/** Jobs run within a second; one that is due for so long means that nothing runs them. */
const LATE_AFTER_MS = 10 * 60_000;
const ANSWER_WITHIN_MS = 2_000;
const KEPT_MS = 1_000;

/** Whether a process can work. Words without figures: the address may be public. */
export interface ReadinessAnswer {
  readonly isReady: boolean;
  readonly checks: {
    readonly database: 'ok' | 'away';
    readonly migrations: 'ok' | 'missing' | 'unknown';
    /**
     * Late: jobs are due for more than ten minutes. Only a process that runs jobs is unready for
     * it.
     */
    readonly jobs: 'ok' | 'late' | 'unknown';
    readonly process: 'ok' | 'stopping';
  };
}

export interface Readiness {
  read(): Promise<ReadinessAnswer>;
  /** The process ends: what is in front of it is to send nothing new. */
  stop(): void;
}

type DatabaseChecks = Omit<ReadinessAnswer['checks'], 'process'>;
const AWAY: DatabaseChecks = { database: 'away', migrations: 'unknown', jobs: 'unknown' };

export function makeReadiness({
  db,
  config: { NOREN_ROLE: role },
}: Pick<Deps, 'db' | 'config'>): Readiness {
  let isStopping = false;

  const ask = async (): Promise<DatabaseChecks> => {
    const [isMigrated, oldest] = await Promise.all([hasAllMigrations(db), readOldestDueJob(db)]);
    const jobs = oldest !== null && oldest > LATE_AFTER_MS ? 'late' : 'ok';
    return { database: 'ok', migrations: isMigrated ? 'ok' : 'missing', jobs };
  };

  const check = (): Promise<DatabaseChecks> => {
    const { promise: tooLate, resolve } = Promise.withResolvers<DatabaseChecks>();
    const timer = setTimeout(() => resolve(AWAY), ANSWER_WITHIN_MS);
    return Promise.race([ask().catch(() => AWAY), tooLate]).finally(() => clearTimeout(timer));
  };

  // Anybody may ask, as often as they like.
  const readChecks = keepFor(KEPT_MS, check);
  const isJobsNeeded = role === 'jobs' || role === 'all';

  return {
    async read() {
      const checks = await readChecks();
      const works =
        checks.database === 'ok' &&
        checks.migrations === 'ok' &&
        !(isJobsNeeded && checks.jobs === 'late');

      return {
        isReady: works && !isStopping,
        checks: { ...checks, process: isStopping ? 'stopping' : 'ok' },
      };
    },
    stop() {
      isStopping = true;
    },
  };
}

/** `/healthz`: the process answers. `/readyz`: it can work; 503 otherwise. */
export function serveReadiness(server: FastifyInstance, readiness: Readiness): void {
  server.get('/healthz', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  );

  server.get('/readyz', async (_request, reply) => {
    const { isReady, checks } = await readiness.read();
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: isReady, ...checks });
  });
}
