import type { TestProject } from 'vitest/node';
import { startCitus } from '../../../tools/citus-cluster.ts';
import { startPostgres } from '../../../tools/postgres.mjs';
import { runSql } from '../../../tools/sql.ts';
import { buildTemplate } from './template.ts';

/**
 * One PostgreSQL for the run, or with `NOREN_TEST_ENGINE` (`npm run test:distributed`) one cluster
 * of that engine; the template database is built once and each test copies it.
 */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const { url, workerUrls, stop } = await startDatabase(process.env.NOREN_TEST_ENGINE);
  try {
    // Test data is short-lived, and without autovacuum rows are found in insertion order.
    for (const node of [url, ...workerUrls])
      await runSql(node, 'alter system set autovacuum = off', 'select pg_reload_conf()');
    await buildTemplate(url, workerUrls);
  } catch (error) {
    await stop();
    throw error;
  }

  project.provide('adminUrl', url);
  project.provide('workerUrls', workerUrls);

  return stop;
}

async function startDatabase(engine: string | undefined) {
  if (engine) return startCitus({ engine });
  return { ...(await startPostgres({ fast: true })), workerUrls: [] };
}
