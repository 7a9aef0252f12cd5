import { existsSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startCitus } from '../../../tools/citus-cluster.mjs';
import { startPostgres } from '../../../tools/postgres.mjs';

const template = new URL('./template.ts', import.meta.url);

/**
 * One PostgreSQL for the run, or with `NOREN_TEST_ENGINE` (`npm run test:distributed`) one cluster
 * of that engine; the template database is built once and each test copies it.
 */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const { url, workerUrls, stop } = await startDatabase(process.env.NOREN_TEST_ENGINE);
  try {
    for (const node of [url, ...workerUrls]) await stopVacuum(node);
    if (existsSync(template)) {
      const { buildTemplate } = (await import(template.href)) as BuildsTemplate;
      await buildTemplate(url, workerUrls);
    }
  } catch (error) {
    await stop();
    throw error;
  }

  project.provide('adminUrl', url);
  project.provide('workerUrls', workerUrls);

  return stop;
}

type BuildsTemplate = {
  buildTemplate: (url: string, workerUrls: readonly string[]) => Promise<void>;
};

async function startDatabase(engine: string | undefined) {
  if (engine) return startCitus({ engine });
  return { ...(await startPostgres({ fast: true })), workerUrls: [] };
}

/**
 * Autovacuum is off: test data is short-lived, and without it rows are found in insertion order.
 */
async function stopVacuum(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('alter system set autovacuum = off');
  await admin.query('select pg_reload_conf()');
  await admin.end();
}
